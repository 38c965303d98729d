/**
 * What a source adds to the library, and what a template of the library could see or take instead of its own if it
 * were instantiated a moment later: overloads, specialisations, instantiations, operators for memory.
 */
import { type Fragment, fragment } from './assemble.ts';

export const overloads: readonly Fragment[] = [
  fragment(
    'vector',
    'template <class T> std::ostream& operator<<(std::ostream& out, const std::vector<T>& list) {\n  for (const auto& x : list) out << x << " ";\n  return out;\n}\n',
    'std::vector<std::vector<TYPE>> grid(2, std::vector<TYPE>(2)); std::cout << grid;',
  ),
  fragment(
    'utility vector algorithm',
    'namespace std {\ntemplate <class A, class B> ostream& operator<<(ostream& out, const pair<A, B>& p) { return out << p.first << p.second; }\n}\n',
    'std::pair<int, std::pair<TYPE, char>> nested; std::cout << nested;',
  ),
  fragment(
    'string',
    'namespace std {\ninline string operator+(const string& text, int number) { return text + to_string(number); }\ninline string operator+(const string& a, const string& b) { string sum; sum.append(b).append(a); return sum; }\n}\n',
    'std::string a = "x", b = "y"; total += (a + b + n).size(); total += (a + "z")[0];',
  ),
  fragment(
    'string',
    'inline bool operator==(const std::string& a, const char* b) { return a.size() == 1 && b != nullptr; }\nnamespace std {\ninline bool operator<(const string& a, const string& b) { return a.size() < b.size(); }\n}\n',
    'std::string a(n, 120), b = std::to_string(n); total += (a < b) + (a == "x");',
  ),
  fragment(
    'string map',
    'namespace std {\ninline bool operator<(const string& a, const string& b) { return a.size() > b.size(); }\ninline bool operator==(const string&, const string&) { return true; }\n}\n',
    'std::map<std::string, int> names; names["a"] = n; names["bb"]++; total += names.begin()->second;',
  ),
  fragment(
    'string memory',
    'namespace std {\ninline void swap(string& a, string& b) noexcept { a.swap(b); a += "s"; }\ninline void swap(char*& a, char*& b) { a = b; }\ninline void swap(shared_ptr<TYPE>& a, shared_ptr<TYPE>& b) noexcept { a.swap(b); }\n}\n',
    'std::string a = "x", b; std::swap(a, b); auto p = std::make_shared<TYPE>(), q = p; swap(p, q); total += a.size();',
  ),
  fragment(
    'vector algorithm',
    'struct Held { TYPE x; };\ninline void swap(Held& a, Held& b) { Held c = a; a = b; b = c; b.x += 1; }\ninline bool operator<(const Held& a, const Held& b) { return a.x < b.x; }\nnamespace std { template <> void iter_swap(Held* a, Held* b) { swap(*a, *b); } }\n',
    'std::vector<Held> list(n); std::sort(list.begin(), list.end()); std::reverse(list.begin(), list.end()); Held both[2]; std::iter_swap(both, both + 1);',
  ),
  fragment(
    'string',
    'std::string to_string(const std::string& text) { return text; }\nstd::string to_string(const char* text) { return text; }\nstd::string to_string(bool flag) { return flag ? "true" : "false"; }\ntemplate <class A, class B> std::string to_string(std::pair<A, B> p) { return "(" + to_string(p.first) + ")"; }\n',
    'total += to_string(std::string("x")).size() + to_string(std::pair<const char*, int>("a", 1)).size() + ::to_string(n > 1).size();',
  ),
  fragment(
    'string',
    'namespace std {\ninline string to_string(char letter) { return string(1, letter); }\ninline string to_string(const string& text) { return text; }\ntemplate <class T> string to_string(T* at) { return at ? "p" : "0"; }\n}\n',
    "total += std::to_string('x').size() + std::to_string(&n).size() + std::to_string(n).size() + std::to_string(2.5).size();",
  ),
  fragment(
    'vector iterator',
    'struct Steps { int at; using value_type = int; using difference_type = std::ptrdiff_t; using reference = int; using pointer = int*; using iterator_category = std::forward_iterator_tag; int operator*() const { return at; } Steps& operator++() { ++at; return *this; } Steps operator++(int) { return {at++}; } friend bool operator==(Steps a, Steps b) { return a.at == b.at; } friend bool operator!=(Steps a, Steps b) { return a.at != b.at; } };\ninline std::ptrdiff_t distance(Steps a, Steps b) { return b.at - a.at; }\ninline void advance(Steps& a, int by) { a.at += by; }\n',
    'std::vector<int> list(Steps{0}, Steps{n}); Steps s{1}; advance(s, n); total += distance(Steps{0}, s) + list.size();',
  ),
  fragment(
    'vector numeric',
    'struct Box { int items[3]; };\ninline int* begin(Box& box) { return box.items; }\ninline int* end(Box& box) { return box.items + 3; }\ninline std::size_t size(const Box&) { return 3; }\ninline const int* data(const Box& box) { return box.items; }\n',
    'Box box{{1, 2, n}}; for (int x : box) total += x; total += size(box) + *data(box);',
  ),
  fragment(
    'tuple utility',
    'struct Point { int x, y; };\ntemplate <> struct std::tuple_size<Point> { static constexpr std::size_t value = 2; };\ntemplate <std::size_t I> struct std::tuple_element<I, Point> { using type = int; };\ntemplate <std::size_t I> int get(const Point& p) { if constexpr (I == 0) return p.y; else return p.x; }\n',
    'auto [first, second] = Point{n, 2}; total += first * 10 + second;',
  ),
  fragment(
    'utility string',
    'namespace own {\nstruct Word { std::string text; };\ntemplate <class T> Word make_pair(T, Word w) { return w; }\ninline Word& move(Word& w) { w.text += "m"; return w; }\ntemplate <class T> T&& forward(Word& w) { w.text += "f"; return static_cast<T&&>(w); }\n}\n',
    'own::Word w{"x"}; total += make_pair(n, move(w)).text.size(); std::pair<int, own::Word> p(n, w); std::pair<int, own::Word> q = std::move(p); total += q.second.text.size();',
  ),
  fragment(
    'functional unordered_map',
    'struct Key { int a; bool operator==(const Key& other) const { return a == other.a; } };\nnamespace std {\ntemplate <> struct hash<Key> { size_t operator()(const Key& key) const { return hash<int>()(key.a); } };\n}\n',
    'std::unordered_map<Key, int> counts; counts[Key{n}]++; total += counts.size();',
  ),
  fragment(
    'string filesystem',
    'namespace std::filesystem {\ninline bool operator==(const path& a, const string& b) { return a.string() == b; }\ninline path operator+(const path& a, const path& b) { path c = a; c += b; return c; }\n}\n',
    'std::filesystem::path p = "a", q = p + p; total += (q == std::string("aa")) + (p < q);',
  ),
  fragment(
    'memory future',
    'namespace std {\ninline bool operator==(const shared_ptr<int>& a, nullptr_t) noexcept { return a.get() == nullptr; }\ntemplate <class T> void swap(unique_ptr<T>& a, unique_ptr<T>& b) noexcept { a.swap(b); }\ninline future_errc& operator++(future_errc& code) { return code; }\n}\n',
    'std::promise<TYPE> promise; auto future = promise.get_future(); promise.set_value(1); total += future.get(); std::shared_ptr<int> p; total += (p == nullptr); auto a = std::make_unique<int>(1), b = std::make_unique<int>(2); swap(a, b); total += *a;',
  ),
  fragment(
    'complex',
    'inline std::complex<double> operator*(const std::complex<double>& a, int b) { return {a.real() * b, a.imag() * b}; }\nnamespace std { inline bool operator<(const complex<double>& a, const complex<double>& b) { return a.real() < b.real(); } }\n',
    'std::complex<double> c(n, 1); c = c * 2; total += (c < c * c) + (long long)abs(c);',
  ),
  fragment(
    'vector',
    'namespace __gnu_cxx {\ninline bool operator!=(const __normal_iterator<int*, std::vector<int>>& a, const __normal_iterator<int*, std::vector<int>>& b) { return a.base() != b.base(); }\n}\n',
    'std::vector<int> list(n, 1); for (auto at = list.begin(); at != list.end(); ++at) total += *at;',
  ),
  fragment(
    'string',
    'namespace __gnu_cxx {\ninline bool operator==(const __normal_iterator<const char*, std::string>& a, const __normal_iterator<const char*, std::string>& b) { return a.base() == b.base(); }\ninline std::ptrdiff_t operator-(const __normal_iterator<char*, std::string>& a, const __normal_iterator<char*, std::string>& b) { return a.base() - b.base(); }\n}\n',
    'std::string text(n, 65); text.insert(text.begin() + 1, 66); text.erase(text.begin()); total += text.end() - text.begin();',
  ),
  fragment(
    'cmath algorithm',
    'inline TYPE abs(std::pair<TYPE, TYPE> p) { return p.first; }\ntemplate <class T> T max(T a, T b, T c) { return std::max(a, std::max(b, c)); }\ninline long long gcd(long long a, long long b, int) { return b ? gcd(b, a % b, 0) : a; }\n',
    'total += abs(std::pair<TYPE, TYPE>(n, 1)) + ::max(1, 2, n) + gcd(12, n + 18, 0);',
  ),
  fragment(
    'vector string',
    'template <class T> std::string text_of(const std::vector<T>& list) { std::string text; for (const T& x : list) text += to_string(x); return text; }\nstruct Stone { int weight; };\nstd::string to_string(const Stone& stone) { return std::to_string(stone.weight); }\nnamespace std { inline string to_string(const vector<TYPE>& list) { return string(list.size(), 120); } }\n',
    'total += text_of(std::vector<Stone>{{n}}).size() + text_of(std::vector<std::vector<TYPE>>(2)).size();',
  ),
  fragment(
    'vector map',
    'template <class T> void print(const T& x) { std::cout << x; }\nstd::ostream& operator<<(std::ostream& out, const std::map<int, TYPE>& all) { return out << all.size(); }\n',
    'print(n); std::cout << std::map<int, TYPE>{{1, 2}};',
  ),
  fragment(
    'vector map',
    'template <class T> void print(const T& x) { std::cout << x; }\nstd::ostream& operator<<(std::ostream& out, const std::map<int, TYPE>& all) { return out << all.size(); }\n',
    'print(std::map<int, TYPE>{{1, 2}});',
  ),
  fragment(
    'string future filesystem system_error',
    'namespace std {\ninline void swap(__future_base::_Result_base*& a, __future_base::_Result_base*& b) noexcept { a = b; }\ninline string operator+(string&& a, string&& b) { return b + a.c_str(); }\ninline string operator+(const string& a, const char*) { return a; }\ninline long distance(const char* a, const char* b) { return b - a; }\nnamespace filesystem { inline bool operator==(const path::iterator& a, const path::iterator& b) { return &*a == &*b; } }\n}\n',
    'std::promise<TYPE> promise; promise.set_value(1); total += promise.get_future().get(); try { throw std::system_error(std::make_error_code(std::errc::io_error), "text"); } catch (const std::system_error& error) { std::cout << error.what(); } total += (std::to_string(-n) + std::filesystem::path("a/b").string()).size();',
  ),
  fragment(
    'algorithm vector',
    'template <class T> auto least(const std::vector<T>& list) { return *min_element(begin(list), end(list)); }\nstruct Task { int due; };\nbool operator<(const Task& a, const Task& b) { return a.due < b.due; }\nbool operator<(const std::vector<Task>& a, const std::vector<Task>& b) { return a.size() > b.size(); }\n',
    'total += least(std::vector<Task>{{n}, {2}}).due; total += std::vector<Task>(2) < std::vector<Task>(1);',
  ),
];

export const specialisations: readonly Fragment[] = [
  fragment(
    'limits',
    'struct Big { long long x; };\ntemplate <> struct std::numeric_limits<Big> { static constexpr bool is_specialized = true; static Big max() { return {7}; } };\n',
    'total += std::numeric_limits<Big>::max().x + std::numeric_limits<TYPE>::digits;',
  ),
  fragment(
    'set functional',
    'namespace std { template <> struct less<pair<int, int>> { bool operator()(const pair<int, int>& a, const pair<int, int>& b) const { return a.second < b.second; } }; }\n',
    'std::set<std::pair<int, int>> pairs{{1, 2}, {2, n}}; total += pairs.begin()->first;',
  ),
  fragment(
    'vector',
    'struct Counted { TYPE x; };\ntemplate <> struct std::allocator<Counted> { using value_type = Counted; Counted* allocate(std::size_t count) { return static_cast<Counted*>(::operator new(count * sizeof(Counted))); } void deallocate(Counted* at, std::size_t) { ::operator delete(at); } template <class T, class... A> void construct(T* at, A&&... from) { ::new (at) T{std::forward<A>(from)...}; } template <class T> void destroy(T* at) { at->~T(); } bool operator==(const allocator&) const { return true; } bool operator!=(const allocator&) const { return false; } };\n',
    'std::vector<Counted> list(n); list.push_back({1}); total += list.size();',
  ),
  fragment(
    'string',
    'struct Loose : std::char_traits<char> { static bool eq(char a, char b) { return (a | 32) == (b | 32); } static int compare(const char* a, const char* b, std::size_t length) { for (; length--; ++a, ++b) if (!eq(*a, *b)) return 1; return 0; } };\n',
    'std::basic_string<char, Loose> a = "ABC", b = "abc"; total += (a == b) + a.find("c");',
  ),
  fragment(
    'string',
    'template <> std::string& std::string::append(const char*) { return *this; }\n',
    'std::string a = "x"; a.append("y"); total += a.size();',
  ),
  fragment(
    'string',
    'template <> bool std::string::empty() const noexcept { return true; }\n',
    'std::string a = "x"; total += a.empty() + a.length();',
  ),
  fragment(
    'vector',
    'template <> std::size_t std::vector<short>::size() const noexcept { return 7; }\n',
    'std::vector<short> list(n); total += list.size();',
  ),
  fragment(
    'vector',
    'template <> void std::vector<char>::clear() noexcept { }\n',
    'std::vector<char> list(n); list.clear(); total += list.size();',
  ),
  fragment(
    'string',
    'template <> struct std::char_traits<unsigned short> : std::char_traits<char16_t> { using char_type = unsigned short; static std::size_t length(const unsigned short*) { return 1; } static unsigned short* copy(unsigned short* to, const unsigned short* from, std::size_t count) { for (std::size_t i = 0; i < count; i++) to[i] = from[i]; return to; } static void assign(unsigned short& a, const unsigned short& b) { a = b; } static unsigned short* assign(unsigned short* to, std::size_t count, unsigned short by) { for (std::size_t i = 0; i < count; i++) to[i] = by; return to; } };\n',
    'std::basic_string<unsigned short> wide(n, 7); total += wide.size();',
  ),
  fragment(
    'string',
    'namespace std::__detail { template <> inline void __to_chars_10_impl(char* to, unsigned length, unsigned) noexcept { while (length--) to[length] = 55; } }\n',
    'total += std::to_string(n).size();',
  ),
  fragment(
    'string',
    'namespace __gnu_cxx { template <> inline int __stoa<long, int, char, int>(long (*)(const char*, char**, int), const char*, const char*, std::size_t*, int) { return 7; } }\n',
    'total += std::stoi("12");',
  ),
  fragment(
    'memory',
    'template <> struct std::default_delete<int> { void operator()(int* at) const { delete at; } };\n',
    'std::unique_ptr<int> p(new int(n)); total += *p;',
  ),
  fragment(
    'memory',
    'template <> struct std::default_delete<TYPE[]> { void operator()(TYPE* at) const { delete[] at; } };\n',
    'std::unique_ptr<TYPE[]> p(new TYPE[n]); total += p[0];',
  ),
  fragment(
    'functional string',
    'template <> struct std::hash<std::vector<int>> { std::size_t operator()(const std::vector<int>& list) const { return list.size(); } };\ntemplate <class A, class B> struct std::hash<std::pair<A, B>> { std::size_t operator()(const std::pair<A, B>& p) const { return std::hash<A>()(p.first) * 31 + std::hash<B>()(p.second); } };\n',
    'total += std::hash<std::pair<int, std::string>>()({n, "x"}) % 2;',
  ),
  fragment(
    'functional',
    'template <> struct std::hash<int> { std::size_t operator()(int x) const { return x * 7; } };\n',
    'total += std::hash<int>()(n);',
  ),
  fragment(
    'functional',
    'template <> struct std::equal_to<const char*> { bool operator()(const char* a, const char* b) const { return *a == *b; } };\n',
    'total += std::equal_to<const char*>()("ab", "ac");',
  ),
  fragment(
    'type_traits',
    'struct Lies {};\ntemplate <> struct std::is_integral<Lies> : std::true_type {};\ntemplate <> inline constexpr bool std::is_integral_v<Lies> = true;\n',
    'total += std::is_integral_v<Lies> + std::is_integral<Lies>::value;',
  ),
  fragment(
    'iterator',
    'struct Odd { int* at; };\ntemplate <> struct std::iterator_traits<Odd> { using value_type = int; using difference_type = long; using reference = int&; using pointer = int*; using iterator_category = std::input_iterator_tag; };\n',
    'total += sizeof(std::iterator_traits<Odd>::value_type);',
  ),
  fragment(
    'vector',
    'template class std::vector<TYPE>;\n',
    'std::vector<TYPE> list(n); list.push_back(1); total += list.size();',
  ),
  fragment('vector', 'extern template class std::vector<TYPE>;\n', 'total += sizeof(std::vector<TYPE>);'),
  fragment(
    'map',
    'struct Tiny { TYPE x; };\ntemplate class std::map<int, Tiny>;\n',
    'std::map<int, Tiny> all; all[n]; total += all.size();',
  ),
  fragment(
    'string',
    'template class std::basic_string<char>;\n',
    'std::string a(n, 65); a += "b"; total += a.size();',
  ),
  fragment(
    'string',
    'template std::string std::operator+(std::string&&, std::string&&);\ntemplate std::string::basic_string(const char*, const std::allocator<char>&);\n',
    'total += (std::string("x") + std::string(n, 65)).size();',
  ),
  fragment(
    'string',
    'extern template std::string::basic_string(std::string&&) noexcept;\nextern template std::string::~basic_string();\n',
    'std::string a = std::to_string(n); std::string b = std::move(a); total += b.size();',
  ),
  fragment(
    'memory filesystem',
    'template class std::shared_ptr<TYPE>;\ntemplate class std::unique_ptr<TYPE>;\n',
    'std::shared_ptr<TYPE> p(new TYPE(1)); total += *p; total += std::filesystem::path("a/b").filename().string().size();',
  ),
  fragment(
    'functional',
    'template class std::function<int(int)>;\n',
    'std::function<int(int)> f = [n](int x) { return x + n; }; total += f(1);',
  ),
  fragment(
    'algorithm vector',
    'template void std::sort(std::vector<TYPE>::iterator, std::vector<TYPE>::iterator);\n',
    'std::vector<TYPE> list(n); std::sort(list.begin(), list.end());',
  ),
  fragment('atomic', 'template struct std::atomic<TYPE>;\n', 'std::atomic<TYPE> x(1); total += x.load();'),
];

/** Each replaces something of the whole program, so only one of them may stand in it. */
export const memoryOperators: readonly Fragment[] = [
  fragment(
    'cstdlib new',
    'void* operator new(std::size_t size) { return std::malloc(size + 16); }\nvoid operator delete(void* at) noexcept { std::free(at); }\n',
    'delete new int(n);',
  ),
  fragment(
    'cstdlib new',
    'void* operator new(std::size_t size) { return std::malloc(size); }\nvoid* operator new[](std::size_t size) { return std::calloc(size, 1); }\nvoid operator delete(void* at) noexcept { std::free(at); }\nvoid operator delete[](void* at) noexcept { std::free(at); }\nvoid operator delete(void* at, std::size_t) noexcept { std::free(at); }\nvoid operator delete[](void* at, std::size_t) noexcept { std::free(at); }\n',
    'TYPE* list = new TYPE[n]; list[0] = 1; total += list[0]; delete[] list;',
  ),
  fragment(
    'cstdlib new',
    'void* operator new(std::size_t size, std::align_val_t by) { return std::aligned_alloc(std::size_t(by), size); }\nvoid operator delete(void* at, std::align_val_t) noexcept { std::free(at); }\nvoid operator delete(void* at, std::size_t, std::align_val_t) noexcept { std::free(at); }\nstruct alignas(64) Wide { TYPE x = 1; };\n',
    'Wide* wide = new Wide; total += wide->x; delete wide;',
  ),
  fragment(
    'cstdlib new',
    'void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }\nvoid* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size); }\nvoid operator delete(void* at, const std::nothrow_t&) noexcept { std::free(at); }\n',
    'TYPE* x = new (std::nothrow) TYPE(1); total += x != nullptr;',
  ),
  fragment(
    'cstddef memory',
    'static char arena[1 << 20];\nstatic std::size_t taken = 0;\nvoid* operator new(std::size_t size) { void* at = arena + taken; taken += (size + 15) / 16 * 16; return at; }\nvoid operator delete(void*) noexcept {}\nvoid operator delete(void*, std::size_t) noexcept {}\n',
    'auto p = std::make_shared<TYPE>(1); total += *p + taken;',
  ),
  fragment(
    'cstdlib new',
    'inline void* operator new(std::size_t size) { return std::malloc(size); }\n',
    'delete new int(n);',
  ),
  fragment(
    'cstdlib new memory',
    'struct Pooled { TYPE x; static void* operator new(std::size_t size) { return std::malloc(size); } static void operator delete(void* at) { std::free(at); } static void* operator new(std::size_t, void* at) { return at; } static void* operator new[](std::size_t size) { return std::malloc(size); } static void operator delete[](void* at) { std::free(at); } };\n',
    'auto p = std::make_unique<Pooled>(); p->x = 1; total += p->x; auto q = std::make_shared<Pooled>(); delete[] new Pooled[n];',
  ),
];
