import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { mayTouchFarParts } from './far-library.ts';

const touches = (source: string) => mayTouchFarParts(Buffer.from(source));
const top = '#include <bits/stdc++.h>\nusing namespace std;\n';

describe('an ordinary program touches no far part', () => {
  test.each([
    ['a small one', `${top}int main() { vector<string> a; string b; while (cin >> b) a.push_back(b); }`],
    ['one with a header of its own', `${top}#ifdef LOCAL\n#include "debug/thread.h"\n#endif\n`],
    ['one that only includes them', '#include <thread>\n# include <future> // all\nint main() {}'],
    [
      'one that measures its time, with a namespace',
      `${top}mt19937 rng(std::chrono::steady_clock::now().time_since_epoch().count()); auto t = chrono :: duration_cast<chrono::milliseconds>(a - b).count(); chrono::high_resolution_clock::time_point u; chrono::duration<double> v;`,
    ],
    ['one that measures its time', `${top}auto t = chrono::steady_clock::now(); int main() { clock(); }`],
    ['one with letters in quotes', `${top}char c = 'L', d = 'u'; string e = "U"; auto f = e + " u";`],
    [
      'one that says the words',
      `${top}// a thread\n/* of atomic */ string s = "filesystem", t = R"x(mutex)" )x";`,
    ],
    ['one that pastes tokens', `${top}#define rep(i, n) for (int i = 0, i##_n = n; i < i##_n; i++)\n`],
    ['one that leaves out a comma', `${top}#define say(text, ...) fprintf(stderr, text, ##__VA_ARGS__)\n`],
    ['one with templates', `${top}template <class T, int n> struct A {};\ntemplate < auto x > int f();\n`],
    [
      'one with templates by macros',
      `${top}#define some template <class T\nsome> T f(T);\n#define A int\nA a;`,
    ],
    [
      'one with namespaces of its own',
      `${top}namespace a { template <class T> T f(T x); }\ninline namespace b::c { int x; }\nnamespace { int y; }\nusing namespace a;\nnamespace d = a;\nusing std::cout;\n`,
    ],
    [
      'one with conditions for templates',
      `${top}template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> T f(T);\ntemplate <class T = std::less<int>> struct A : std::vector<T> {};\n`,
    ],
    [
      'one with classes of its own',
      `${top}struct node { struct node *next; };\nenum class way : int { up };\nunion {\n  int x;\n} u;\nclass Own\n{\n};\nstruct a final : Own {};\nstruct node first, *last = new struct node;\ntemplate <class T> struct Many<T*> : vector<T> {};\n`,
    ],
    [
      'one with functions as parameters of a template',
      `${top}template <class S,\n          S (*op)(S, S),\n          class F, class G,\n          F (*id)(), typename... Rest, template <class> class C>\nstruct lazy {};\n`,
    ],
    [
      'one that asks for types',
      `${top}template <class T, enable_if_t<is_integral_v<T> || !std::is_same_v<T, int>> * = nullptr> T f() { if constexpr (std::is_signed_v<T>) return 1; static_assert(is_same_v<T, T>); }\n`,
    ],
    ['one with functions of C', `${top}transform(all(s), s.begin(), ::tolower); count_if(a, b, ::isdigit);`],
    [
      'one with macros for loops and more',
      `${top}#define rep(i, n) for (int i = 0, i##_n = (n); i < i##_n; ++i)\n#define all(v) (v).begin(), (v).end()\n#define F first\n#define int long long\n#define sz(x) (int)(x).size()\n#define dbg(...) say(#__VA_ARGS__, __VA_ARGS__)\n`,
    ],
    [
      'one with operators of its own',
      `${top}int intersections;\nstruct M { int x; M operator+(M y) const; bool operator&&(M) const; M& operator&=(M); operator int() const; int operator()(int); long operator[](int); };\nM operator ""_m(unsigned long long);\nauto p = new int;`,
    ],
    [
      'one whose int is a long long',
      `${top}#define int long long\n#define ld long double\ntemplate <int MOD> struct Mod { Mod operator-() const; };\nnamespace FAST_IO { int x; }\n`,
    ],
    [
      'one that prints what it debugs',
      `\ufeff${top}void __print(int x) { cerr << x; }\n#define tcT template <class T\nvoid f(__m256i x, struct Node) { ::memset(&x, 0, 8); ::std::cin >> x; return is_same_v<int, int>; }\n`,
    ],
    [
      'one with friends',
      `${top}struct A {\n  int x;\n  friend ostream& operator<<(ostream&, const A&);\n  friend bool operator==(A a, A b) { return a.x == b.x; }\n  friend class B;\n  friend std::vector<int> f(const A& a, map<int, int> b, int c = 1) noexcept { return {}; }\n  friend auto operator<=>(const A&, const A&) = default;\n  friend inline A operator *(A a, const A &b) { return a; }\n  template <class T>\n  friend void swap(T& a, T &b)\n  {\n  }\n};\n[[nodiscard]] int g();\n__attribute__((target("avx2"))) int h();\n`,
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
      [' ', '"<', 'namespace std a ', 'auto ', 'x std::', 'friend '].map((part) => [line, part] as const),
    ),
  ];
  for (const [line, part] of hostile)
    expect(typeof touches(`${top}${line}${part.repeat(2 ** 18 / part.length)}`)).toBe('boolean');
});

const preprocessed = (standard: string) =>
  execFileSync('g++', [`-std=${standard}`, '-E', '-P', '-xc++', '-'], {
    input: '#include <bits/stdc++.h>\n',
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });

test('functions and variables that give a type without its name are known by theirs', () => {
  const headers = preprocessed('gnu++20');
  const wide = '(?:wchar_t|char(?:8|16|32)_t)';
  const named = [
    String.raw`\bextern\s(?!template)[^;{}()<>]*?\b(\w+)\s*\([^;{}<>]*\)[^;{}<>]*;`,
    String.raw`\btypedef\s+basic_\w+<${wide}>\s*(\w+);`,
    String.raw`\bextern\s+w[io]stream\s+(\w+);`,
  ].flatMap((form) => [...headers.matchAll(new RegExp(form, 'g'))]);
  const isWide = new RegExp(`\\b${wide}|w[io]stream`);
  const names = named.flatMap(([text, name = '']) => (isWide.test(text) ? [name] : []));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !touches(`${top}auto x = ${name};`))).toEqual([]);
});

test('no name that matters ends as a variable beside that of a loop', () => {
  const ends = /\b\w+_(?:n|len|end|it)?\b/g;
  const names = ['gnu++17', 'gnu++20'].flatMap((standard) => preprocessed(standard).match(ends) ?? []);
  expect(names).toContain('fill_n');
  const plain = new Set(names.filter((name) => !name.startsWith('_')));
  expect([...plain].filter((name) => touches(`${top}auto x = ${name};`))).toEqual([]);
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
    ['auto s = std::operator""s(any, 3);'],
    ['auto t = chrono::file_clock::now();'],
    ['auto m = chrono::January; m++;'],
    ['using namespace std::chrono; auto d = day(1) - day(2);'],
    ['namespace c = chrono; auto d = c::day(1) - c::day(2);'],
    ['wostringstream o;'],
    ['using W = wrope::value_type;'],
    ['wstringbuf b;'],
    ['typedef remove_reference_t<decltype(*wcsdup(0))> W;'],
    ['#define W(x) L##x;\nauto s = W("abc"s)'],
    ['#define P(a, b) a##b;\nauto s = P(L, "abc"s)'],
    ['#define P(a) a##cin;\nauto& in = P(w)'],
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
