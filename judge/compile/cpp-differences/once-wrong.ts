/** Programs for which a shortcut once was wrong: the compiler refuses them, or makes another program of them. */

type Named = readonly (readonly [what: string, code: string])[];

/** One for each way in which a shortcut can be wrong. */
export const onceWrong: Named = [
  [
    'a comment that goes on behind blanks',
    '// C:\\ \n#include <cmath>\n#include <iostream>\nint y1;\nint main() {}\n',
  ],
  [
    'a name of the library that is inline',
    '#include <cstdlib>\n#include <cstdio>\n__attribute__((noinline)) inline int rand() noexcept { return 4; }\nint main() { printf("%d", rand()); }\n',
  ],
  [
    'a header that is included again for the sake of NDEBUG',
    '#include <bits/stdc++.h>\n#define NDEBUG\n#include <bits/stdc++.h>\nint main() { int told = 0; assert((told = 1)); std::cout << told; }\n',
  ],
  [
    'a header that is imported again, and so not read',
    '#include <bits/stdc++.h>\n#define NDEBUG\n#import <bits/stdc++.h>\nint main() { int told = 0; assert((told = 1)); std::cout << told; }\n',
  ],
  [
    'a header that is included again behind a raw text of joined lines',
    '#include <bits/stdc++.h>\nconst char* s = R"a()\\\na" /* )a";\n#define NDEBUG\n#include <bits/stdc++.h>\nconst char* t = "*/";\nint main() { int told = 0; assert((told = 1)); std::cout << told; }\n',
  ],
  [
    'a header that is included again behind a raw text with quotes at its ends',
    '#include <bits/stdc++.h>\nconst char* s = R"a"b( /* )a"b";\n#define NDEBUG\n#include <bits/stdc++.h>\n// */\nint main() { int told = 0; assert((told = 1)); std::cout << told; }\n',
  ],
  [
    'candidates in another order, before more is said than is read',
    `#include <map>\n#include <algorithm>\n#include <vector>\n#include <iostream>\nint z = std::swap(1, 2, 3, 4);\ntemplate <class A, class B> struct P {};\nusing P0 = P<int, int>;\n${Array.from({ length: 21 }, (_, n) => `using P${n + 1} = P<P${n}, P${n}>;\n`).join('')}int a = P21();\nint b = P21();\nint main() {}\n`,
  ],
  [
    'a function of the library that is specialised although the library has used it',
    '#include <bits/stdc++.h>\ntemplate <> bool std::string::empty() const noexcept { return true; }\nint main() { std::cout << std::string("x").empty(); }\n',
  ],
  [
    'a class of the library that is specialised without its namespace',
    '#include <bits/stdc++.h>\nusing namespace std;\ntemplate <class T> struct decay<T*> {};\nint main() {}\n',
  ],
  [
    'a header that its own macros make another',
    '#include <bits/stdc++.h>\n#define tr1 chrono\n#define __invoke operator-\n#include <ext/rope>\nint main() {}\n',
  ],
  [
    'a function that is another by its name for the linker',
    '#include <bits/stdc++.h>\nusing namespace std;\ntemplate <class C> C elem(size_t (*)(const C*));\nusing W = decltype(elem(wcslen));\nint fake(void*, const char*, const W*, size_t*, int) __asm__("_ZN9__gnu_cxx6__stoaIliwJiEEET0_PFT_PKT1_PPS3_DpT2_EPKcS5_PmS9_");\nint fake(void*, const char*, const W*, size_t*, int) { return 42; }\nint main() { basic_string<W> s; s.push_back(55); cout << stoi(s); }\n',
  ],
];

/** More ways in which programs change the library; that their words are noticed is shown by library-changes.test.ts. */
export const onceWrongToo: Named = [
  [
    'a function of the library that is specialised although the library has used it, by a type that is not named',
    '#include <bits/stdc++.h>\nusing namespace std::literals;\nusing Seconds = decltype(1s);\ntemplate <> constexpr long Seconds::count() const { return 7; }\nint main() { std::cout << (1s).count(); }\n',
  ],
  [
    'a function that is specialised by a word pasted of whatever is given',
    '#include <bits/stdc++.h>\n#define PASTE(a, ...) a##__VA_ARGS__\nusing namespace std::literals;\nusing Seconds = decltype(1s);\nPASTE(tem, plate) <> constexpr long Seconds::count() const { return 7; }\nint main() { std::cout << (1s).count(); }\n',
  ],
  [
    'a function that is specialised by a word that a macro of a rare header makes',
    '#include <bits/stdc++.h>\n#include <link.h>\nusing namespace std::literals;\nusing Seconds = decltype(1s);\n_ElfW_1(te, mpla, te) <> constexpr long Seconds::count() const { return 7; }\nint main() { std::cout << (1s).count(); }\n',
  ],
  [
    'a template that is added to the library, which parts that the program does not use would find',
    '#include <bits/stdc++.h>\nnamespace std { template <class T> struct decay<T*> {}; }\nint main() {}\n',
  ],
  [
    'a class of the library that is specialised for one type',
    '#include <bits/stdc++.h>\ntemplate <> struct [[]] std::is_signed<char> {};\nint main() {}\n',
  ],
  [
    'a class of the library that is specialised by the name that a macro puts together',
    '#include <bits/stdc++.h>\nusing namespace std;\n#define BOTH(x, y) x y\ntemplate <class T> BOTH(struct decay, <T*> {});\nint main() {}\n',
  ],
  [
    'a variable of the library that is specialised',
    '#include <bits/stdc++.h>\ntemplate <class T> constexpr bool (std::is_integral_v<T>)(true);\nint main() {}\n',
  ],
  [
    'a class of the library that is specialised behind a character that is stuck to a number',
    "#include <bits/stdc++.h>\n#define DROP(x)\nDROP(1'.x') template <class T> struct std::decay<T*> {};\nint main() {}\n",
  ],
  [
    'an operator that places objects, which the library finds',
    '#include <bits/stdc++.h>\ntemplate <class Pool> void* operator new(std::size_t n, Pool* pool) { return pool->take(n); }\nint main() {}\n',
  ],
  [
    'an operator that takes addresses, which the library finds for what is from C',
    '#include <bits/stdc++.h>\ntemplate <class T> auto operator&(T& x) { return x.address(); }\nint main() {}\n',
  ],
  [
    'a member that the library has only declared',
    '#include <bits/stdc++.h>\ntemplate <std::_Lock_policy L> void std::_Sp_counted_base<L>::_M_dispose() noexcept { static_assert(L != std::_Lock_policy(1)); }\nint main() {}\n',
  ],
  [
    'a function that is forbidden after its use',
    '#include <bits/stdc++.h>\nextern "C" __attribute__((unavailable)) int nanosleep(const timespec*, timespec*);\nint main() {}\n',
  ],
  [
    'a function that is named for the linker',
    '#include <bits/stdc++.h>\nstatic int f __attribute__((weakref("_ZNSt8__detail6__betaIfEET_S1_S1_")));\nint main() { std::cout << !&f; }\n',
  ],
  [
    'a class of the library that is specialised by the name of a macro that another pastes together',
    '#include <bits/stdc++.h>\nusing namespace std;\n#define DEC decay<T*> {}\n#define J(a) template <class T> struct D##a;\nJ(EC)\nint main() {}\n',
  ],
  [
    'an operator for everything by the arguments of a macro',
    '#include <bits/stdc++.h>\n#define SAME(x) x\ntemplate <class T> auto SAME(operator) & (T& x) { return x.address(); }\nint main() {}\n',
  ],
  [
    'a class of the library that is specialised by what a macro of the headers is made of',
    '#include <bits/stdc++.h>\n#define __INT_MAX__ std::decay<T*>\ntemplate <class T> struct INT_MAX {};\nint main() {}\n',
  ],
  [
    'an operator for everything by what a macro of the headers is made of',
    '#include <bits/stdc++.h>\n#define __INT_MAX__ &\ntemplate <class T> auto operator INT_MAX (T& x);\nint main() {}\n',
  ],
  [
    'a function that is declared a friend with an attribute',
    '#include <bits/stdc++.h>\nusing namespace std::chrono;\nstruct A { friend constexpr seconds std::chrono::duration_cast<seconds>(const nanoseconds&) __attribute__((no_caller_saved_registers)); };\nint main() {}\n',
  ],
  [
    'a function that is made because a friend says that it is used',
    '#include <bits/stdc++.h>\nusing namespace std::chrono;\nstruct A { friend constexpr seconds std::chrono::duration_cast<seconds>(const nanoseconds&) __attribute__((used)); };\nint main() {}\n',
  ],
  [
    'a friend with an attribute behind what looks like its body',
    '#include <bits/stdc++.h>\nusing namespace std::chrono;\nstruct A { friend constexpr seconds std::chrono::duration_cast<seconds>(const nanoseconds&) noexcept([](){ return false; }()) __attribute__((no_caller_saved_registers)); };\nint main() {}\n',
  ],
  [
    'a friend with an attribute before another that is defined',
    '#include <bits/stdc++.h>\nusing namespace std::chrono;\nstruct A { friend constexpr seconds std::chrono::duration_cast<seconds>(const nanoseconds&) [[gnu::no_caller_saved_registers]], g() { return {}; } };\nint main() {}\n',
  ],
  [
    'a friend with an attribute whose brackets a directive parts',
    '#include <bits/stdc++.h>\nusing namespace std::chrono;\nstruct A { friend constexpr seconds std::chrono::duration_cast<seconds>(const nanoseconds&) [\n#if 1\n[gnu::no_caller_saved_registers]]\n#endif\n; };\nint main() {}\n',
  ],
  [
    'a friend by a type of functions',
    '#include <bits/stdc++.h>\nusing namespace std::chrono;\nusing F = seconds(const nanoseconds&);\nstruct A { __attribute__((no_caller_saved_registers)) friend constexpr F (std::chrono::duration_cast<seconds>); };\nint main() {}\n',
  ],
  [
    'a friend that is an operator with arguments of a template',
    '#include <bits/stdc++.h>\nusing namespace std::chrono;\nstruct A { __attribute__((no_caller_saved_registers)) friend constexpr nanoseconds operator-<>(const nanoseconds&, const nanoseconds&); };\nint main() {}\n',
  ],
  [
    'a wide text that a conversion is made into',
    '#include <bits/stdc++.h>\nusing namespace std;\ntemplate <class T> constexpr bool ok = sizeof(T) == 4 ? T(-1) < 0 : false;\nstruct Any { template <class T, class = enable_if_t<ok<T>>> operator T*() const { static remove_const_t<T> x[4] = {65, 66, 67}; return x; } };\nint main() { auto s = std::operator""s(Any(), 3); cout << s.size(); }\n',
  ],
  [
    'a clock that is called where nothing comes',
    '#include <bits/stdc++.h>\nusing namespace std;\nstatic unsigned f(unsigned a, unsigned b) {\n  unsigned r = a ^ b;\n  if (a + b > 100) r += chrono::file_clock::now().time_since_epoch().count();\n  r ^= r >> 1; r ^= r >> 2; r ^= r >> 3; r ^= r >> 4;\n  return r;\n}\nint main() {\n  unsigned n, m, s = 0;\n  cin >> n >> m;\n  for (unsigned i = 0; i < n; i++) s += f(i & 7, m & 7) ^ f(i & 3, s & 5) ^ f(m & 5, i & 1);\n  cout << s;\n}\n',
  ],
  [
    'a class of the library that is specialised behind the source itself',
    '#include <iostream>\n#ifdef SECOND\n<T&> {};\n#else\n#define SECOND\nusing namespace std;\ntemplate <class T> requires (sizeof(T) == 2)\nstruct remove_reference\n#include "main.cpp"\n;\nint main() {}\n#endif\n',
  ],
  [
    'a wide text that the library has by itself',
    '#include <bits/stdc++.h>\nusing namespace std;\nint main() { wostringstream o; o << 12; cout << hash<decltype(o.str())>()(o.str()); }\n',
  ],
  [
    'a wide text by the type of a function of C',
    '#include <bits/stdc++.h>\nusing namespace std;\nint main() { auto s = operator""s(wcsdup(0), 3); cout << s.size(); }\n',
  ],
  [
    'a wide text by a prefix that is pasted to it',
    '#include <bits/stdc++.h>\nusing namespace std;\n#define W(x) L##x;\nint main() { auto s = W("abc"s) cout << s.size(); }\n',
  ],
  [
    'a class of the library that is specialised behind a directive',
    '#include <bits/stdc++.h>\ntemplate <class A> using Same = std::allocator<void>;\ntemplate <template <class U, class V, auto W> class X, class A, class B, auto L>\nstruct Same\n#if 1\n<int>::rebind<X<A, B, L>> { using other = int; };\n#endif\nint main() {}\n',
  ],
  [
    'a function that is forbidden by an attribute that a macro pastes together',
    '#include <bits/stdc++.h>\n#define P(a, b) a##ailable ...\nextern "C" [[gnu::P(unav, x)]] int nanosleep(const timespec*, timespec*);\nint main() {}\n',
  ],
];
