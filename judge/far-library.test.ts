import { describe, expect, test } from 'vitest';
import { mayTouchFarParts } from './far-library.ts';

const touches = (source: string) => mayTouchFarParts(Buffer.from(source));
const top = '#include <bits/stdc++.h>\nusing namespace std;\n';

describe('an ordinary program touches no far part', () => {
  test.each([
    ['a small one', `${top}int main() { vector<string> a; string b; while (cin >> b) a.push_back(b); }`],
    ['one that only includes them', '#include <thread>\n# include <future> // all\nint main() {}'],
    ['one that measures its time', `${top}auto t = chrono::steady_clock::now(); int main() { clock(); }`],
    [
      'one with other letters before quotes',
      `${top}#define S(x) Q"x"\nchar c = 'L', d = 'u'; string e = "U";`,
    ],
    [
      'one with words that resemble',
      `${top}int width, weight, worlds, blocks, alphabet, zeta; int main() {}`,
    ],
    ['one that converts by itself', `${top}string s = to_string(stoi("3")); stringstream t(s);`],
  ])('%s', (_, source) => expect(touches(source)).toBe(false));
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
  ])('%s', (line) => expect(touches(`${top}${line}\nint main() {}`)).toBe(true));

  test.each([
    ['spliced', 'fil\\\nesystem::path p;'],
    ['spliced behind blanks', 'fil\\ \t\nesystem::path p;'],
    ['spliced by a trigraph', 'fil??/\nesystem::path p;'],
    ['put together', '#define J(a, b) a##b\nJ(file, system)::path p;'],
    ['put together in other letters', '%:define J(a, b) a%:%:b\nJ(file, system)::path p;'],
    ['in a header of its own', '#include "mine.h"'],
    ['in a header of somebody else', '#include <boost/thread.hpp>'],
    ['in a header that a macro names', '#define H <thread>\n#include H'],
  ])('also %s', (_, line) => expect(touches(`${top}${line}\nint main() {}`)).toBe(true));
});
