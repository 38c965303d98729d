/** What the language has beyond what beginners write: each feature on types and templates of the library. */
import { type Fragment, fragment } from './assemble.ts';

export const languageFragments: readonly Fragment[] = [
  fragment(
    '',
    'namespace outer {\ninline namespace v2 { struct Item { int x; }; inline int look(Item i) { return i.x; } }\nnamespace v1 { struct Item { int x; }; }\n}\n',
    'total += look(outer::Item{n}) + outer::v2::Item{2}.x + outer::v1::Item{3}.x;',
  ),
  fragment(
    'string',
    'namespace std { inline namespace own { inline string greet(const string& name) { return "hi " + name; } } }\n',
    'total += greet(std::string("x")).size();',
  ),
  fragment(
    'set',
    'class Money {\n  long long cents;\npublic:\n  Money(long long c) : cents(c) {}\n  friend bool operator<(const Money& a, const Money& b) { return a.cents < b.cents; }\n  friend std::ostream& operator<<(std::ostream& out, const Money& m) { return out << m.cents; }\n  friend void swap(Money& a, Money& b) noexcept { std::swap(a.cents, b.cents); }\n};\n',
    'std::set<Money> all{1, 2, n}; std::cout << *all.begin(); Money a = 1, b = 2; using std::swap; swap(a, b);',
  ),
  fragment(
    'vector',
    'template <class T> class Bag;\ntemplate <class T> std::size_t count_of(const Bag<T>& bag);\ntemplate <class T> class Bag {\n  std::vector<T> items;\npublic:\n  void add(T x) { items.push_back(x); }\n  friend std::size_t count_of<>(const Bag<T>& bag);\n  template <class U> friend class Bag;\n};\ntemplate <class T> std::size_t count_of(const Bag<T>& bag) { return bag.items.size(); }\n',
    'Bag<TYPE> bag; bag.add(1); total += count_of(bag);',
  ),
  fragment(
    'vector algorithm',
    'namespace geometry {\nstruct Vertex { double x, y; };\ntemplate <class T> void sort(std::vector<T>& list) { std::sort(list.begin(), list.end(), [](const T& a, const T& b) { return a.x < b.x; }); }\ninline double distance(const Vertex& a, const Vertex& b) { return a.x - b.x; }\n}\n',
    'std::vector<geometry::Vertex> all{{1, 2}, {0, 3}}; sort(all); total += distance(all[0], all[1]);',
  ),
  fragment(
    'concepts vector',
    'template <class T> concept Printable = requires(std::ostream& out, const T& x) { { out << x } -> std::same_as<std::ostream&>; };\ntemplate <class T> concept Sized = requires(T list) { list.size(); typename T::value_type; };\nvoid show(const Printable auto& x) { std::cout << x; }\nvoid show(const Sized auto& list) { for (const auto& x : list) std::cout << x; }\n',
    'show(n); show(std::vector<TYPE>{1, 2}); total += Printable<std::vector<int>>;',
  ),
  fragment(
    'concepts string',
    'template <class T> requires std::integral<T> || std::floating_point<T> T twice(T x) { return x + x; }\ntemplate <class T> requires (!std::is_arithmetic_v<T>) T twice(T x) { return x + x; }\n',
    'total += twice(n) + twice(std::string("x")).size() + twice(TYPE(1));',
  ),
  fragment(
    'ranges vector algorithm',
    '',
    'std::vector<int> list(n + 4, 3); for (int x : list | std::views::filter([](int x) { return x % 2; }) | std::views::transform([](int x) { return x * x; }) | std::views::take(3)) total += x; std::ranges::sort(list, std::greater{}); total += *std::ranges::max_element(list);',
  ),
  fragment(
    'ranges',
    '',
    'for (int x : std::views::iota(0, n) | std::views::reverse | std::views::drop(1)) total += x; total += std::ranges::distance(std::views::iota(1, 5));',
  ),
  fragment(
    'compare set',
    'struct Version { int major_part; TYPE minor_part; auto operator<=>(const Version&) const = default; };\n',
    'Version a{n, 1}, b{1, 2}; total += (a < b) + (a == b); std::set<Version> all{{1, 2}};',
  ),
  fragment(
    'compare string',
    'struct Name { std::string text; std::strong_ordering operator<=>(const Name& other) const { return text.size() <=> other.text.size(); } bool operator==(const Name&) const = default; };\n',
    'total += (Name{"a"} < Name{"bb"}) + (Name{"a"} != Name{"b"});',
  ),
  fragment(
    'coroutine exception',
    'struct Numbers {\n  struct promise_type {\n    int value = 0;\n    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }\n    std::suspend_always initial_suspend() { return {}; }\n    std::suspend_always final_suspend() noexcept { return {}; }\n    std::suspend_always yield_value(int x) { value = x; return {}; }\n    void return_void() {}\n    void unhandled_exception() { std::terminate(); }\n  };\n  std::coroutine_handle<promise_type> handle;\n};\nNumbers count_to(int last) { for (int i = 0; i < last; i++) co_yield i; }\n',
    'auto numbers = count_to(n); numbers.handle.resume(); total += numbers.handle.promise().value; numbers.handle.destroy();',
  ),
  fragment(
    'array',
    'constexpr auto table = [] { std::array<TYPE, 16> t{}; for (int i = 0; i < 16; i++) t[i] = TYPE(i); return t; }();\nstatic_assert(table.size() == 16);\n',
    'total += table[n & 15];',
  ),
  fragment(
    'string vector algorithm',
    'consteval int length_of_text() { std::string text = "constant"; text += "!"; return text.size(); }\nconstexpr int sum_of_list() { std::vector<int> list{3, 1, 2}; std::sort(list.begin(), list.end()); return list[0] + list.size(); }\n',
    'constexpr int all = sum_of_list(); total += length_of_text() + all;',
  ),
  fragment(
    'string',
    'constexpr std::size_t small_string() { return std::string("abc").size(); }\nconstinit int at_start = 3;\n',
    'total += small_string() + at_start;',
  ),
  fragment(
    'tuple map',
    'std::tuple<int, TYPE, char> three(int n) { return {n, TYPE(2), 65}; }\n',
    'auto [a, b, c] = three(n); total += a + b + c; std::map<int, std::pair<int, int>> m{{1, {2, 3}}}; for (auto& [key, value] : m) { auto& [x, y] = value; total += key + x + y; } int x; char y; std::tie(x, std::ignore, y) = three(1);',
  ),
  fragment(
    'vector algorithm',
    'template <class T, class F> T fold(const std::vector<T>& list, F f = [](T a, T b) { return a + b; }) { T sum{}; for (auto x : list) sum = f(sum, x); return sum; }\ntemplate <class T> auto adder(T by) { return [by](auto x) { return x + by; }; }\n',
    'auto add = [](auto a, auto b) { return a + b; }; total += fold(std::vector<TYPE>{1, 2}, add) + adder(2)(n);',
  ),
  fragment(
    'functional',
    'int with_default(int x, std::function<int(int)> f = [](int x) { return x * 2; }) { return f(x); }\n',
    'total += with_default(n) + with_default(n, [&](int x) { return x + n; });',
  ),
  fragment(
    'set vector',
    'int local_classes(int n) {\n  struct Less { bool operator()(int a, int b) const { return a % 10 < b % 10; } };\n  struct Node { int x; Node* next = nullptr; };\n  std::set<int, Less> all{n, 12, 2};\n  Node node{n};\n  return all.size() + node.x;\n}\n',
    'total += local_classes(n);',
  ),
  fragment(
    'vector string',
    'inline std::vector<std::string> words = {"one", "two"};\nstatic const std::string first_word = words[0] + "x";\nint& counter() { static int count = words.size(); return ++count; }\nstruct Registered { static inline std::vector<TYPE> all{1, 2}; };\n',
    'total += counter() + first_word.size() + Registered::all.size();',
  ),
  fragment(
    'stdexcept string',
    'struct Trouble : std::runtime_error { using std::runtime_error::runtime_error; };\nint risky(int n) { if (n > 5) throw Trouble("no " + std::to_string(n)); if (n > 3) throw n; return n; }\nint careful(int n) noexcept(noexcept(n + 1)) { return n; }\nint tried(int n) try { return risky(n); } catch (int x) { return x; }\n',
    'try { total += tried(n) + careful(n); } catch (const Trouble& trouble) { std::cout << trouble.what(); } catch (const std::exception&) { throw; } catch (...) { total++; }',
  ),
  fragment(
    'vector string',
    'thread_local std::vector<TYPE> mine(3);\nthread_local std::string my_name = "thread";\n',
    'mine.push_back(1); total += mine.size() + my_name.size();',
  ),
  fragment(
    'typeinfo typeindex map string',
    'struct Base { virtual ~Base() = default; virtual int id() const { return 1; } };\nstruct Derived : Base { int id() const override { return 2; } };\nstruct Both : virtual Base {};\n',
    'Base* base = n > 3 ? new Derived : new Base; total += (typeid(*base) == typeid(Derived)) + base->id() + (dynamic_cast<Derived*>(base) != nullptr); std::map<std::type_index, int> types{{typeid(std::string), 1}, {typeid(TYPE), 2}}; total += types.size(); delete base;',
  ),
  fragment(
    'string utility',
    'template <class... T> auto sum_all(T... x) { return (x + ... + 0); }\ntemplate <class F, class... R> void print_all(const F& first, const R&... rest) { std::cout << first; if constexpr (sizeof...(rest) > 0) print_all(rest...); }\ntemplate <int N> struct Fib { static constexpr long long value = Fib<N - 1>::value + Fib<N - 2>::value; };\ntemplate <> struct Fib<0> { static constexpr long long value = 0; };\ntemplate <> struct Fib<1> { static constexpr long long value = 1; };\n',
    'total += sum_all(1, TYPE(2), n) + Fib<40>::value; print_all("a", n, std::string("b"));',
  ),
  fragment(
    'type_traits vector',
    'template <class T, class = void> struct HasPush : std::false_type {};\ntemplate <class T> struct HasPush<T, std::void_t<decltype(std::declval<T&>().push_back({}))>> : std::true_type {};\ntemplate <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> int kind_of(T) { return 1; }\ntemplate <class T, std::enable_if_t<!std::is_integral<T>::value, int> = 0> int kind_of(T) { return 2; }\n',
    'total += HasPush<std::vector<int>>::value + kind_of(TYPE(1)) + kind_of("x");',
  ),
  fragment(
    'variant string optional any',
    'template <class... F> struct Overloaded : F... { using F::operator()...; };\ntemplate <class... F> Overloaded(F...) -> Overloaded<F...>;\n',
    'std::variant<int, std::string> v = n; if (n > 2) v = "text"; total += std::visit(Overloaded{[](int x) { return x; }, [](const std::string& s) { return (int)s.size(); }}, v); std::optional<TYPE> o; total += o.value_or(1); std::any a = n; total += std::any_cast<int>(a);',
  ),
  fragment(
    'iterator',
    'struct Countdown {\n  int from;\n  struct It { int at; int operator*() const { return at; } It& operator++() { --at; return *this; } bool operator!=(const It& other) const { return at != other.at; } };\n  It begin() const { return {from}; }\n  It end() const { return {0}; }\n};\n',
    'for (int x : Countdown{n}) total += x;',
  ),
  fragment(
    'memory vector',
    'struct Shape { virtual double area() const = 0; virtual ~Shape() {} };\nstruct Square : Shape { double a; explicit Square(double a) : a(a) {} double area() const override { return a * a; } };\ntemplate <class D> struct Crtp { int call() { return static_cast<D*>(this)->value(); } };\nstruct Impl : Crtp<Impl> { int value() { return 4; } };\n',
    'std::vector<std::unique_ptr<Shape>> shapes; shapes.push_back(std::make_unique<Square>(n)); for (auto& shape : shapes) total += shape->area(); total += Impl().call();',
  ),
  fragment(
    'string_view span vector',
    'int length(std::string_view text) { return text.size(); }\nint sum_span(std::span<const int> list) { int sum = 0; for (int x : list) sum += x; return sum; }\n',
    'std::vector<int> list{1, 2, n}; total += length("abc") + sum_span(list);',
  ),
  fragment(
    '',
    'union Bits { float f; unsigned u; };\nenum class Colour : unsigned char { red, green };\nstruct Packed { unsigned a : 3, b : 5; } __attribute__((packed));\n__int128 wide_product(long long a, long long b) { return (__int128)a * b; }\n',
    'Bits bits; bits.f = n; total += bits.u + (int)Colour::green + Packed{1, 2}.b + (long long)wide_product(n, n);',
  ),
];

/** Names of the library as one's own, for all to see; right with each of these in front. */
export const clashes: readonly Fragment[] = [
  fragment('', 'int y1, j0 = 2;\n', 'total += y1 + j0;'),
  fragment('algorithm', 'using namespace std;\nint count = 0;\n', 'count++; total += count;'),
  fragment(
    'algorithm',
    'using namespace std;\nint count_ = 0;\nnamespace mine { int count = 1; }\nusing mine::count;\n',
    'total += ::count;',
  ),
  fragment('vector iterator', 'using namespace std;\nint data[10], size = 3;\n', 'total += data[0] + size;'),
  fragment(
    'vector iterator',
    'using namespace std;\nint data[10], size = 3;\n',
    'total += ::data[0] + ::size;',
  ),
  fragment(
    'type_traits',
    'using namespace std;\nint rank[100];\nint find(int x) { return rank[x]; }\n',
    'total += find(n);',
  ),
  fragment(
    'type_traits',
    'int rank[100], parent[100];\nint find(int x) { return parent[x] == x ? x : parent[x] = find(parent[x]); }\n',
    'total += find(n) + rank[0];',
  ),
  fragment(
    'iterator',
    'using namespace std;\nint distance(int a, int b) { return a - b; }\nint prev(int x) { return x - 1; }\nint next(int x) { return x + 1; }\n',
    'total += distance(n, 1) + ::prev(n) + ::next(n);',
  ),
  fragment(
    'iterator',
    'int prev[10], next[10], left[10], right[10], end, begin;\n',
    'total += prev[0] + next[1] + left[0] + right[0] + end + begin;',
  ),
  fragment('iterator', 'using namespace std;\nint prev[10], next[10];\n', 'total += prev[n] + next[n];'),
  fragment(
    'functional string',
    'using namespace std;\nlong long hash(const string& s) { long long h = 0; for (char c : s) h = h * 31 + c; return h; }\n',
    'total += ::hash("abc");',
  ),
  fragment(
    'functional string',
    'using namespace std;\nlong long hash(const string& s) { long long h = 0; for (char c : s) h = h * 31 + c; return h; }\n',
    'total += hash("abc");',
  ),
  fragment(
    'array map',
    'template <class T> struct array { T items[4]; };\nstruct map { int width; };\n',
    'array<int> a{}; map m{n}; total += a.items[0] + m.width;',
  ),
  fragment(
    'algorithm',
    'using namespace std;\ntemplate <class T> T max(T a, T b) { return a < b ? b : a; }\n',
    'total += ::max(n, 3);',
  ),
  fragment(
    'algorithm',
    'using namespace std;\ntemplate <class T> T max(T a, T b) { return a < b ? b : a; }\nint lower_bound(int x) { return x; }\n',
    'total += lower_bound(n) + max<int>(n, 3);',
  ),
  fragment(
    'utility',
    'struct pair { int first, second; };\nstruct queue { int head; };\nint swap(pair& p) { return p.first; }\n',
    'pair p{n, 1}; queue q{2}; total += swap(p) + q.head;',
  ),
  fragment(
    'functional',
    'int plus = 1, minus = 2, less = 3, greater = 4, negate = 5;\n',
    'total += plus + minus + less + greater + negate;',
  ),
  fragment(
    'string',
    'using std::string;\nusing std::to_string;\nnamespace text { string to_string(int) { return "own"; } }\n',
    'using text::to_string; total += to_string(n).size();',
  ),
  fragment(
    'ctime',
    'int time_ = 0;\nstruct clock { int t; };\nnamespace own { int time = 5, read = 1, write = 2, link = 3, index = 4; }\nusing namespace own;\n',
    'total += own::time + own::index;',
  ),
  fragment(
    'cmath',
    'using namespace std;\ndouble log(int base, double x) { return log(x) / log(double(base)); }\nint pow(int a, int b, int m) { int r = 1; while (b--) r = r * a % m; return r; }\n',
    'total += log(2, n) + pow(2, n, 7);',
  ),
];
