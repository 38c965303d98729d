import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { mayTouchFarParts } from './far-library.ts';
import { orderFree } from './headers.ts';

const touches = (source: string) => mayTouchFarParts(Buffer.from(source));
const top = '#include <bits/stdc++.h>\nusing namespace std;\n';

describe('a program may specialise a function that was left out', () => {
  test.each([
    ['template <> long S::count() const { return 7; }'],
    ['template<>\nint f<int>() { return 7; }'],
    ['template <> struct A<int>;'],
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
    ['#define __null\ntemplate <NULL> int f<int>();'],
    ['#define int\n#define T int\ntemplate <T> long S::count() const { return 7; }'],
    ['#define EMPTY > long S::count() const; long x\n#define J(a) template <E##a = 3;\nJ(MPTY)'],
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
    ['namespace std { struct A {}; }'],
    ['namespace std::literals { struct A {}; }'],
    ['namespace [[]] std {}'],
    ['using namespace std { struct A {}; }'],
    ['#define using\nusing namespace std { struct A {}; }'],
    ['#define OPEN namespace std {\nOPEN template <class T> struct decay<T*> {}; }'],
    ['#define SPACE namespace\nSPACE std::literals { template <class A> int operator-(A& a); }'],
    ['#define S std\nnamespace S { template <class T> struct decay<T*> {}; }'],
    ['#define S(d) st##d\nnamespace S(d) { template <class T> struct decay<T*> {}; }'],
    ['#define OPEN(x) namespace x {\nOPEN(std) }'],
    ['#define SAME(x) x\nSAME(namespace) std {}'],
    ['namespace _GLIBCXX_STD_C {}'],
    ['namespace a = std;'],
    ['namespace __gnu_cxx { template <class A> int operator-(A& a); }'],
    ['#if 0\n# \v define X\n#endif'],
    ['namespace INT32_C(std::chrono) { template <class A, class B> int operator-(const A&, B&&); }'],
    ['namespace PB_DS_EXCEPTION_HPP std::chrono {}'],
    [
      '#define Eusing\n#define P(x) E##x;\nP(using namespace std::chrono { template <class A> int operator-(A& a); })',
    ],
    ['#define DEC std::chrono {}\n#define J(a) namespace D##a;\nJ(EC)'],
    ['#define M(using) using namespace std::chrono {}\nM()'],
    ['#define __INT_MAX__ std::chrono\nnamespace INT_MAX { template <class A> int operator-(A& a); }'],
    ['#define P($) name##$\nP(space) std::chrono {}'],
  ])('%s', (lines) => expect(touches(`${top}${lines}\nint main() {}`)).toBe(true));
});

describe('a program may specialise a class of the library', () => {
  test.each([
    ['struct std::decay<T*> {};'],
    ['struct decay<T*> {};'],
    ['struct\ndecay<T*> {};'],
    ['struct [[]] std::decay<T*> {};'],
    ['struct alignas(8) std::decay<T*> {};'],
    ['struct __attribute__(()) decay<T*> {};'],
    ['struct PB_DS_EXCEPTION_HPP std::decay<T*> {};'],
    ['struct decay PB_DS_EXCEPTION_HPP <T*> {};'],
    ['requires (sizeof(T) == 40) struct std::is_integral<T> {};'],
    ['struct chrono::duration_values<T*> {};'],
    ['struct chrono\n::duration_values<T*> {};'],
    ['struct decay\n#if 1\n<T*> {};\n#endif'],
    ['#define D std::decay<T*>\nstruct D {};'],
    ['#define K struct\nK std::decay<T*> {};'],
    ['#define class struct\nclass std::decay<T*> {};'],
    ['#define alias struct decay\nalias<T*> {};'],
    ['#define S struct s\nnamespace s = std::chrono;\nS::duration_values<T*> {};'],
    ['#define SAME(x) x\nSAME(struct decay)<T*> {};'],
    ['#define BOTH(x, y) x y\nBOTH(struct, decay<T*>) {};'],
    ['#define BOTH(x, y) x y\nBOTH(struct decay, <T*> {});'],
    ['#define BOTH(x, y) x y\nBOTH(; template <class T> struct Same, ::decay<T*> {});'],
    ['#define DECLARE(x) struct x {};\nDECLARE(decay<T*>)'],
    ['#define IN(x, y) x::y\nIN(struct S, duration_values<T*> {});'],
    ['#define ARGUMENTS <T*>\nstruct decay ARGUMENTS {};'],
    ['#define JOIN(x) struct de##x <T*> {}\nJOIN(cay);'],
    ['struct INT32_C(std::decay<T*>) {};'],
    ['struct E decay E <T*> {};\n#define int\n#define E int'],
    ['#define DEC decay<T*> {}\n#define J(a) struct D##a;\nJ(EC)'],
    ['#define N_n <T*> {}; int k\n#define P(x) x##_n = 3;\nP(struct decay N)'],
    ['#define P(a$, b$) a$##b$\nP(str, uct) std::decay<T*> {};'],
    ['#define P(a, b) a## ##b\nP(str, uct) std::decay<T*> {};'],
    ['#define P(é, è) é##è\nP(str, uct) std::decay<T*> {};'],
    ['#define P(a) a##uct\nP(str) std::decay<T*> {};'],
    ['requires (true) || T::operator< struct decay<T*> {};'],
    ["void f();\n#define DROP(x)\nDROP(1'.x') template <class T> struct std::decay<T*> {};"],
    ['struct Same<A>::rebind<T*> {};'],
    ['struct Same<int{}>::rebind<T*> {};'],
    ['struct Same<0> _STDDEF_H ::rebind<T*> {};'],
    ['struct Same<0\n#if 0\n;\n#endif\n>::rebind<T*> {};'],
    ['#define END T>::rebind<T*>\nstruct Same<END {};'],
    ['#define END T>\nstruct Same<END::rebind<T*> {};'],
    ['#define END >::rebind<T*\nstruct Same<int END> {};'],
    ['struct Same\n#if 1\n<int>::rebind<T*> {};\n#endif'],
    ['struct INT_MAX {};\n#undef __INT_MAX__\n#define __INT_MAX__ std::decay<T*>'],
    ['struct CHAR_MIN {};\n#define SCHAR_MIN std::decay<T*>'],
    ['struct NULL {};\n# define __null std::decay<T*>'],
    ['#define P(a) a##uct [[]]\nP(str) std::decay<T*> {};'],
    ['#define P(a, b) a##uct [b\nP(str, []]) std::decay<T*> {};'],
  ])('%s', (lines) => expect(touches(`${top}template <class T>\n${lines}\nint main() {}`)).toBe(true));
});

describe('a macro may put heads together', () => {
  test.each([
    ['#define SAME(x) x\nSAME(template <class T> struct Own {});'],
    ['#define SAME(x) x\nSAME(SAME)(using X = int;)'],
    ['#define SAME(x) x\n#define OTHER SAME\nOTHER (struct X {};)'],
    ['#define SAME(x) x\n#define OPEN SAME(\nOPEN struct X {};)'],
    ['#define SAME(x) x\nSAME(\n#if 0\n)\n#endif\nstruct X {};)'],
    ['#define CLOSE ) struct X {}; (\nvoid f CLOSE;'],
    ['#define OPERATOR(sign) bool operator sign(int) const;\nstruct X { OPERATOR(<) };'],
    ['#define OWN struct Own\nOWN {};'],
    ['#define __bswap_64(x) x\nbe64toh(template <class T>) void f(T);'],
  ])('%s', (lines) => expect(touches(`${top}${lines}\nint main() {}`)).toBe(true));
});

describe('a program may have an operator for everything', () => {
  test.each([
    ['template <class Pool> void* operator new(size_t n, Pool* pool);'],
    ['template <class T> void operator\ndelete(void*, T*);'],
    ['template <class T> auto operator&(T& x);'],
    ['template <class T> auto operator bitand (T& x);'],
    ['#define WHICH &\ntemplate <class T> auto operator WHICH(T& x);'],
    ['#define BEGIN operator\ntemplate <class T> auto BEGIN & (T& x);'],
    ['#define SAME(x) x\ntemplate <class T> auto SAME(operator) & (T& x);'],
    ['#define BOTH(x, y) x y\ntemplate <class T> auto BOTH(operator, & (T& x));'],
    ['#define M(a, b, c) a c b\ntemplate <class T> auto M(operator,(T& x),&);'],
    ['#define G(...) template <class T> auto operator, ##__VA_ARGS__ & (T& x);\nG()'],
    ['#define DEC & (T& x); int x\n#define J(a) template <class T> auto operator D##a = 3;\nJ(EC)'],
    ['#define __INT_MAX__ &\ntemplate <class T> auto operator INT_MAX (T& x);'],
    ['#define __FD_SET(a, b) a b\ntemplate <class T> auto FD_SET(operator =, );'],
    ['#define JOIN(a) ne##a\ntemplate <class T> void* operator JOIN(w)(size_t, T*);'],
  ])('%s', (lines) => expect(touches(`${top}${lines}\nint main() {}`)).toBe(true));
});

describe('a program may define or forbid what the library calls', () => {
  test.each([
    ['template <_Lock_policy L> void _Sp_counted_base<L>::_M_dispose() noexcept {}'],
    ['template <auto> using Same = _Function_base;'],
    ['extern "C" __attribute__((unavailable)) int nanosleep(const timespec*, timespec*);'],
    ['struct A { friend int nanosleep(const timespec*, timespec*) __attribute__((__unavailable__)); };'],
    [
      '#define P(a, b) a##ailable ...\nextern "C" [[gnu::P(unav, x)]] int nanosleep(const timespec*, timespec*);',
    ],
    [
      '#define P(a, b) a##ailable . . .\nextern "C" [[gnu::P(unav, x)]] int nanosleep(const timespec*, timespec*);',
    ],
  ])('%s', (lines) => expect(touches(`${top}${lines}\nint main() {}`)).toBe(true));
});

describe('a program may name what the library is for the linker', () => {
  test.each([
    ['static int f __attribute__((weakref("any")));'],
    ['int fake(int) __asm__("any");'],
    ['asm(".weak any");'],
    ['_Pragma("redefine_extname fake any")'],
    ['#pragma redefine_extname fake any'],
    ['#pragma weak any'],
    ['[[gnu::symver("any@@V1")]] int fake();'],
    ['__attribute__((__section__(".data\\n.weak any\\n#"))) int x = 3;'],
    ['extern "C" int _ZN3any;'],
    ['#define P(a) _##a;\nextern "C" __attribute__((__alias__("mine"))) F P(ZN3any)'],
    ['#define P(a) _##a;\nextern "C" int P(ZN3any)'],
    ['#define P(a) a##ZN3any;\nextern "C" int P(_)'],
    ['int __REDIRECT(fake, (int), any);'],
  ])('%s', (lines) => expect(touches(`${top}${lines}\nint main() {}`)).toBe(true));
});

describe('a program may have what converts to everything', () => {
  test.each([
    ['struct Any { template <class T, class = enable_if_t<ok<T>>> operator T*() const; };'],
    ['struct Any {\n  template <typename T>\n  operator T\n  () const;\n};'],
    ['struct Any { template <class T> operator remove_const_t<T>&() const; };'],
    ['struct Any { template <class T> operator const T&() const; };'],
    ['#define some template <class T\nstruct Any { some> operator T() const; };'],
    ['#define To T\nstruct Any { template <class T> operator To() const; };'],
    ['struct Any { operator auto() const; template <auto> void f(); };'],
  ])('%s', (lines) => expect(touches(`${top}${lines}\nint main() {}`)).toBe(true));
});

describe('a program may say something of a function of the library by a friend', () => {
  test.each([
    [
      'friend constexpr seconds std::chrono::duration_cast<seconds>(const nanoseconds&) __attribute__((used));',
    ],
    ['friend constexpr seconds __attribute__((used)) duration_cast<seconds>(const nanoseconds&);'],
    ['friend seconds duration_cast<seconds>(const nanoseconds&);'],
    ['friend seconds::rep seconds::count() const;'],
    ['friend seconds::rep seconds :: count() const;'],
    ['friend seconds (std::chrono::duration_cast<seconds>)(const nanoseconds&);'],
    ['friend F std::chrono::any;'],
    ['friend seconds std::chrono::f(const T&) noexcept([](){ return false; }()) __attribute__((used));'],
    ['friend decltype([](){ return seconds(); }()) duration_cast<seconds>(const T&) __attribute__((used));'],
    ['friend int h(), seconds::count() const [[gnu::used]], g() { return {}; }'],
    ['friend int h()\n#if 1\n, seconds::count() const\n#endif\n, g() {}'],
    ['friend int h(int) [\n#if 1\n[gnu::used]], seconds::count();\n#endif\n'],
    ['};\n#define M seconds f(); friend seconds\nstruct B { friend M g();'],
    ['};\n#define M(a, b) a seconds::count() const ATTRIBUTE; void b\nstruct B { M(friend int, g(int);)'],
    ['};\n#define FRIEND friend\nstruct B { FRIEND seconds::rep seconds::count() const; void f() {}'],
    ['};\n#define SAME(x) x\nstruct B { SAME(friend) seconds::rep seconds::count() const; void f() {}'],
    ['friend class M;\n#define M X; friend seconds f();'],
    ['friend struct seconds seconds::count() const;'],
    ['__attribute__((used)) friend constexpr F (std::chrono::duration_cast<seconds>);'],
    ['friend constexpr F (duration_cast<seconds> [[gnu::used]]);'],
    ['friend F constexpr (duration_cast<seconds>);'],
    ['friend constexpr nanoseconds operator-<>(const nanoseconds&, const nanoseconds&);'],
    ['friend constexpr nanoseconds operator- <>(const nanoseconds&, const nanoseconds&);'],
    ['friend constexpr nanoseconds std::chrono::operator-(const nanoseconds&, const nanoseconds&);'],
    ['friend constexpr seconds::operator int() const noexcept;'],
    ['friend seconds operator int() const;'],
  ])('%s', (lines) => expect(touches(`${top}using namespace chrono;\nstruct A { ${lines} };`)).toBe(true));
});

test('a program may change a class behind a header that is itself', () => {
  const lines =
    'template <class T> requires (sizeof(T) == 2) struct remove_reference\n#include "main.cpp"\n;';
  expect(touches(`${top}${lines}`)).toBe(true);
});

describe('a program may specialise a variable of the library', () => {
  test.each([
    ['constexpr bool std::is_integral_v<T*> = true;'],
    ['constexpr bool is_integral_v<T*> = true;'],
    ['constexpr bool (is_integral_v<T*>) = true;'],
    ['constexpr bool&& std::is_integral_v<T*>{true};'],
    ['constexpr bool std::ranges::enable_view<T*> = true;'],
    ['#if 0 <\n#else\nconstexpr bool std::\nis_integral_v<T*> = true;\n#endif'],
    ['#define NAME is_integral_v\nconstexpr bool std::NAME<T*> = true;'],
    ['#define NAME(x) is_##x\nconstexpr bool std::NAME(integral_v)<T*> = true;'],
    ['#define NAME(x) is_##x<T*> = true\nconstexpr bool std::NAME(integral_v);'],
    ['#define if\n#define constexpr auto\nif constexpr (is_integral_v<T*>) = true;'],
  ])('%s', (lines) => expect(touches(`${top}template <class T>\n${lines}\nint main() {}`)).toBe(true));
});

describe("what the library's headers have is known", () => {
  test('of macros', () => {
    const macros = execFileSync('g++', ['-std=gnu++20', '-dM', '-E', '-xc++', '-'], {
      input: [...orderFree].map((header) => `#include <${header}>\n`).join(''),
      encoding: 'utf8',
    });
    const vanishing = [...macros.matchAll(/^#define ([A-Za-z]\w*)(?:\((\w+)\) *\2)?\s*$/gm)].map(
      ([, name]) => name,
    );
    expect(vanishing.length).toBeGreaterThan(10);
    expect(vanishing.filter((name) => !touches(`${top}namespace ${name} {}`))).toEqual([]);

    // Of those that are not taken for macros by their names.
    const others = /^#define (?!PB_DS_|U?INT\w*_C\b)[A-Za-z]\w*(?:\(([^)]*)\))?(.*)$/gm;
    const inside = new Set<string>();
    for (const [, given = '', body = ''] of macros.matchAll(others)) {
      const parameters = given.split(/\W+/);
      const words = body.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/(?<![\w.])[A-Za-z_]\w*/g) ?? [];
      for (const word of words) if (!parameters.includes(word)) inside.add(word);
    }
    expect(inside.size).toBeGreaterThan(700);
    expect([...inside].filter((name) => !touches(`${top}#define ${name} std::decay<T*>`))).toEqual([]);
  });

  test.each(['gnu++17', 'gnu++20'])('in %s', (standard) => {
    const headers = execFileSync('g++', [`-std=${standard}`, '-E', '-P', '-xc++', '-'], {
      input: '#include <bits/stdc++.h>\n',
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const head = String.raw`\btemplate\s*<(?:[^<>;{}()]|<[^<>;{}]*>|\([^()]*\))*>\s*(?:requires[^;{}=]*?\s)?`;
    const type = String.raw`(?:(?:inline|constexpr|static|extern|const)\s+)+[\w:]+(?:<[^<>]*>)?\s+`;
    const initialised = String.raw`(?=\s*(?:<(?:[^<>;]|<[^<>;]*>)*>\s*)?[={])`;
    const variables = new Set(
      [...headers.matchAll(new RegExp(`${head}${type}(\\w+)${initialised}`, 'g'))].map(([, name]) => name),
    );
    // `views::empty` is made for programs alone, and operators are none.
    for (const other of ['empty', 'operator']) variables.delete(other);
    expect(variables.size).toBeGreaterThan(100);
    expect(
      [...variables].filter((name) => !touches(`${top}template <class T> bool ${name}<T*> = true;`)),
    ).toEqual([]);

    const classes = [...headers.matchAll(new RegExp(`${head}(?:struct|class|union)\\s+(\\w+)`, 'g'))];
    expect(classes.length).toBeGreaterThan(500);
    expect(classes.map(([, name = '']) => name).filter((name) => /^[A-Z]/.test(name))).toEqual([]);
  });
});
