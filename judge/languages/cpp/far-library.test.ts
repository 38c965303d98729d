import { describe, expect, test } from 'vitest';
import { mayTouchFarParts } from './far-library.ts';

const touches = (source: string) => mayTouchFarParts(Buffer.from(source));
const top = '#include <bits/stdc++.h>\nusing namespace std;\n';

describe('an ordinary program touches no far part', () => {
  test.each([
    ['a small one', `${top}int main() { vector<string> a; string b; while (cin >> b) a.push_back(b); }`],
    ['one with a header of its own', `${top}#ifdef LOCAL\n#include "debug/thread.h"\n#endif\n`],
    ['one that only includes them', '#include <thread>\n# include <future> // all\nint main() {}'],
    ['one that measures its time', `${top}auto t = chrono::steady_clock::now(); int main() { clock(); }`],
    ['one with letters in quotes', `${top}char c = 'L', d = 'u'; string e = "U"; auto f = e + " u";`],
    [
      'one that says the words',
      `${top}// a thread\n/* of atomic */ string s = "filesystem", t = R"x(mutex)" )x";`,
    ],
    ['one that pastes tokens', `${top}#define rep(i, n) for (int i = 0, i##_n = n; i < i##_n; i++)\n`],
    ['one that leaves out a comma', `${top}#define say(text, ...) fprintf(stderr, text, ##__VA_ARGS__)\n`],
    ['one with templates', `${top}template <class T, int n> struct A {};\ntemplate < auto x > int f();\n`],
    ['one with templates by macros', `${top}#define T template <class T\nT> T f(T);\n#define A int\nA a;`],
    ['one that specialises a class', `${top}template <> struct hash<A<2>> : B { int f(); };\n`],
    ['one that declares such a class', `${top}template<>\nclass A<int>;\n`],
    [
      'one that specialises a class by a macro',
      `${top}#define int long long\n#define pii pair<int, int>\ntemplate <> struct hash<pii> {};\n`,
    ],
    [
      'one that adds to the library for its own type',
      `${top}struct A { int x; };\nnamespace std { template <> struct hash<A> { size_t operator()(const A& a) const { auto x = a.x; return x; } };\nostream& operator<<(ostream& out, const A& a) { return out << a.x; } }\ntemplate <> struct std::less<A> {};\n`,
    ],
    [
      'one with namespaces of its own',
      `${top}namespace a { template <class T> T f(T x); }\ninline namespace b::c { int x; }\nnamespace { int y; }\nusing namespace a;\nnamespace d = a;\nusing std::cout;\n`,
    ],
    [
      'one with conditions for templates',
      `${top}template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> T f(T);\ntemplate <class T = std::less<int>> struct A : std::vector<T> {};\n`,
    ],
    ['one with numbers set apart', `${top}int a = 1'000'000, b = 1'0; // it's an atomic\n`],
    [
      'one with words that resemble',
      `${top}int width, weight, worlds, blocks, alphabet, zeta; int main() {}`,
    ],
    ['one that converts by itself', `${top}string s = to_string(stoi("3")); stringstream t(s);`],
  ])('%s', (_, source) => expect(touches(source)).toBe(false));
});

test('a source is looked through in no time, whatever it is', () => {
  const defining = ['#define A ', '#define A(a) a##', '#define A(a) a ## ', 'template <', 'int '];
  const adding = ['#if <', 'namespace std {', 'struct std::'];
  const hostile = [
    ...defining.flatMap((line) => ['a', 'a ', 'a##', '# ', '<'].map((part) => [line, part] as const)),
    ...adding.flatMap((line) =>
      [' ', '"<', 'namespace std a ', 'auto ', 'x std::'].map((part) => [line, part] as const),
    ),
  ];
  for (const [line, part] of hostile)
    expect(typeof touches(`${top}${line}${part.repeat(2 ** 18 / part.length)}`)).toBe('boolean');
});

describe('a program that may touch a far part is known by its words', () => {
  test.each([
    ['filesystem::path p;'],
    ['namespace fs = std::filesystem;'],
    ['thread t(f);'],
    ['auto f = async(g);'],
    ['promise<int> p;'],
    ['once_flag o;'],
    ['atomic<int> n;'],
    ['lock_guard<mutex> g(m);'],
    ['wstring s;'],
    ['wcout << 1;'],
    ['auto s = L"text";'],
    ['auto s = u8R"(text)";'],
    ["auto c = U'c';"],
    ['u16string s;'],
    ['basic_string<char32_t> s;'],
    ['auto s = to_wstring(1);'],
    ['cout << beta(1, 2);'],
    ['cout << cyl_bessel_j(0, 1);'],
    ['cout << std::riemann_zeta(2);'],
    ['to_chars(a, b, 3);'],
    ['auto s = "a"L"b";'],
    ['regex r("a+");'],
    ['__gnu_pbds::tree<int, __gnu_pbds::null_type> t;'],
  ])('%s', (line) => expect(touches(`${top}${line}\nint main() {}`)).toBe(true));

  test.each([
    ['spliced', 'fil\\\nesystem::path p;'],
    ['spliced behind blanks', 'fil\\ \t\nesystem::path p;'],
    ['spliced by a trigraph', 'fil??/\nesystem::path p;'],
    ['behind a comment that ends like a trigraph', '// why??/\nfilesystem::path p;'],
    ['behind a text with two slashes', 'string s = "//"; filesystem::path p;'],
    ['behind a text that ends in a backslash', 'string s = "\\\\"; filesystem::path p; string t = "";'],
    ['behind a number set apart', "int n = 1'000; filesystem::path p; char c = 'c';"],
    ['where it is a guess what a text is', 'auto a = R"(\\\n)"; filesystem::path p;'],
    ['where it is a guess what a word is', "int ä1 = 'a'; char c = ä1'';"],
  ])('also %s', (_, line) => expect(touches(`${top}${line}\nint main() {}`)).toBe(true));
});

describe('a program may specialise a function that was left out', () => {
  test.each([
    ['template <> long S::count() const { return 7; }'],
    ['template<>\nint f<int>() { return 7; }'],
    ['template <> struct A f<int>() { return {}; }'],
    ['#define T template\nT <> int f<int>();'],
    ['#define T template <\nT > int f<int>();'],
    ['#define LESS <\ntemplate LESS > int f<int>();'],
    ['#define NONE\ntemplate <NONE> int f<int>();'],
    ['%:define NONE\ntemplate <NONE> int f<int>();'],
    ['#define typename\n#define T\ntemplate <typename T> int f<int>();'],
    ['template <_GLIBCXX_NOTHROW> int f<int>();'],
    ['#define glue(a, b) a##b\nglue(temp, late) <> int f<int>();'],
    ['%:define glue(a, b) a %:%: b\nglue(temp, late) <> int f<int>();'],
    ['#define glue(a, ...) a##__VA_ARGS__\nglue(temp, late) <> int f<int>();'],
    ['#define glue(a, ...) a##__VA_OPT__(late)\nglue(temp, x) <> int f<int>();'],
    ['#define NONE ()\ntemplate <> struct A f<int> NONE { return {}; }'],
    ['#define LESS int NONE\n#define NONE ()\ntemplate <> struct A f<LESS { return {}; }'],
    ['template <PB_DS_EXCEPTION_HPP> int f<int>();'],
    ['#define T(a) tem##a\nT(plate) <> int f<int>();'],
    ['#define T temp ## late\nT <> int f<int>();'],
    ['__CONCAT(temp, late) <> int f<int>();'],
  ])('%s', (lines) => expect(touches(`${top}${lines}\nint main() {}`)).toBe(true));
});

// What the headers leave pending of such a part would see it, and be refused.
describe('a program may add templates to the library', () => {
  test.each([
    ['namespace std { template <class A, class B> int operator-(const A& a, B&& b); }'],
    ['namespace std::literals { template <class A> int operator-(A& a); }'],
    ['namespace std { int operator-(auto& a, auto b); }'],
    ['namespace std { int f(); }\nnamespace std { template <class T> struct decay<T*> {}; }'],
    ['namespace std {\n#if 0\n}\n#endif\ntemplate <class T> struct decay<T*> {}; }'],
    ['template <class T> struct std::decay<T*> {};'],
    ['template <class T> requires (sizeof(T) == 40) struct std::is_integral<T> {};'],
    ['template <class T> inline constexpr bool std::is_integral_v<T*> = true;'],
    ['#define OPEN namespace std {\nOPEN template <class T> struct decay<T*> {}; }'],
    ['#define SPACE namespace\nSPACE std::literals { template <class A> int operator-(A& a); }'],
    ['#define S std\nnamespace S { template <class T> struct decay<T*> {}; }'],
    ['#define S(d) st##d\nnamespace S(d) { template <class T> struct decay<T*> {}; }'],
    ['#define MANY template <class T>\nnamespace std { MANY struct decay<T*> {}; }'],
    ['#define END }\nnamespace std { struct A { END; template <class T> struct decay<T*> {}; }'],
    ['#define A struct\ntemplate <class T> A std::decay<T*> {};'],
    ['namespace s = std;\ntemplate <class T> struct s::decay<T*> {};'],
    ['namespace __gnu_cxx { template <class A> int operator-(A& a); }'],
  ])('%s', (lines) => expect(touches(`${top}${lines}\nint main() {}`)).toBe(true));
});
