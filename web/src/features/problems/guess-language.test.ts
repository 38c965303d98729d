import { describe, expect, it } from 'vitest';
import { type LanguageId, languageIds } from '#contract/programs.ts';
import { startingPrograms } from '../../lib/starting-programs.ts';
import { guessLanguage } from './guess-language.ts';

/** What a text is taken for, whatever was chosen; null where it does not say it plainly. */
function read(text: string): LanguageId | null {
  const [one, other] = (['cpp', 'python'] as const).map((chosen) =>
    guessLanguage({ text }, chosen, languageIds),
  );
  return one === other ? (one ?? null) : null;
}

/** Beginners' programs and those of people in a hurry, whole ones and halves, and some that speak of other languages. */
const snippets: Readonly<Record<string, readonly string[]>> = {
  python: [
    'print("Hello World")',
    'print(input())',
    'n = int(input())\nprint(n * 2)',
    'a, b = map(int, input().split())\nprint(a + b)',
    'name = input("What is your name? ")\nprint("Hello", name)',
    'for i in range(10):\n    print(i)',
    'import sys\nfor line in sys.stdin:\n    print(sum(map(int, line.split())))',
    'from collections import deque\nq = deque([1])',
    'def f(x):\n    return x + 1\n',
    'def solve() -> None:\n    pass\n\nif __name__ == "__main__":\n    solve()',
    'import heapq\nh = []\nheapq.heappush(h, 3)',
    'class Node:\n    def __init__(self, x):\n        self.x = x',
    'x = int(input())\nif x > 0:\n    print("yes")\nelif x < 0:\n    print("no")\nelse:\n    print("zero")',
    't = int(input())\nwhile t:\n    t -= 1\n    n = int(input())\n    print(n // 2)',
    'print(sum([int(x) for x in input().split()]))',
    '# #include <iostream> was here\n# using namespace std;\nn = int(input())\nprint(n)',
    'print("#include <stdio.h>")\nprint("int main() { return 0; }")',
    '"""\nint main() { cout << 1; }\n"""\nn = int(input())\nprint(n)',
    'import numpy as np\nprint(np.array([1, 2]).sum())',
    'n = int(input());\nprint(n)',
    'def main():\n    d = {\n        "a": 1,\n    }\n    print(d)\nmain()',
    'print "hello"\nfor i in range(3):\n    print i',
    "s = input()\nprint(''.join(reversed(s)))",
  ],
  c: [
    '#include <stdio.h>\nint main(void) { printf("Hello\\n"); return 0; }',
    '#include <stdio.h>\n#include <stdlib.h>\nint main() { int *a = malloc(4); free(a); }',
    'int main() { int a, b; scanf("%d %d", &a, &b); printf("%d", a + b); }',
    '#include <stdio.h>\n\nvoid main() {\n  int n;\n  scanf("%d", &n);\n}',
    '#include <stdio.h>\n// std::vector<int> would be nicer, using namespace std;\nint main() { return 0; }',
    '#include <stdio.h>\n/* print("hi") */\n#define N 100\nint a[N];\nint main(void) { for (int i = 0; i < N; i++) a[i] = i; }',
    '#include <stdio.h>\nint main(void) { puts("def f(x):"); puts("import sys"); }',
    '#include <string.h>\n#include <stdio.h>\nstruct point { int x, y; };\nint main(void) { struct point p = {1, 2}; printf("%d", p.x); }',
    '# include <stdio.h>\nmain() { printf("old"); }',
    '#include <stdio.h>\nlong long f(int n) { return n < 2 ? n : f(n-1) + f(n-2); }\nint main(void) { printf("%lld", f(9)); }',
  ],
  cpp: [
    '#include <iostream>\nusing namespace std;\nint main() { cout << "Hello"; }',
    '#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; }',
    'using namespace std;\nint main() { int a, b; cin >> a >> b; cout << a + b << endl; }',
    '#include <cstdio>\nint main() { int n; scanf("%d", &n); printf("%d", n); }',
    '#include <vector>\n#include <stdio.h>\nint main() { std::vector<int> v(3); printf("%d", v[0]); }',
    '#include <iostream>\n// import sys\n// def main():\nint main() { std::cout << "print(input())"; }',
    '#include <bits/stdc++.h>\n#define int long long\nusing namespace std;\nsigned main() { int n; cin >> n; for (auto x : {1, 2}) cout << x; }',
    '#include <stdio.h>\ntemplate <class T> T most(T a, T b) { return a > b ? a : b; }\nint main() { printf("%d", most(1, 2)); }',
    '#include <iostream>\nclass A { public: int x; };\nint main() { A* a = new A(); delete a; }',
    'void solve() {\n    int n; cin >> n;\n    vector<int> a(n);\n    for (auto &x : a) cin >> x;\n}',
    '#include <iostream>\n/*\nbegin\n  writeln(1);\nend.\n*/\nint main() {}',
    '#include<iostream>\nint main(){std::cout<<R"(fn main() { println!("x"); })";}',
  ],
  java: [
    'public class Main {\n  public static void main(String[] args) {\n    System.out.println("Hello");\n  }\n}',
    'import java.util.Scanner;\nclass Main { public static void main(String[] a) { Scanner s = new Scanner(System.in); } }',
    'import java.util.*;\nimport java.io.*;\n',
    'package contest;\npublic class Solution { static public void main(String args[]) {} }',
    'public class A { static int f(int x) { return x; } }\n// fun main() = println(1)\nclass B { void g() { System.out.printf("%d", 1); } }',
    'class Main {\n  static int[] a = new int[10];\n  public static void main(String... args) throws Exception {\n  }\n}',
    'BufferedReader in = new BufferedReader(new InputStreamReader(System.in));\nint n = Integer.parseInt(in.readLine());',
    'import java.util.*;\npublic class Main {\n  record P(int x, int y) {}\n  public static void main(String[] args) { var l = new ArrayList<Integer>(); l.forEach(x -> System.out.println(x)); }\n}',
    'public interface Shape { double area(); }\nclass C implements Shape { public double area() { return 1; } }',
    'import java.io.*;\n/* #include <iostream> */\npublic class Main { public static void main(String[] args) throws IOException { } }',
  ],
  kotlin: [
    'fun main() {\n    println("Hello")\n}',
    'fun main() {\n    val n = readLine()!!.toInt()\n    println(n)\n}',
    'fun main() = println(readln().toInt() * 2)',
    'val (a, b) = readLine()!!.split(" ").map { it.toInt() }\nprintln(a + b)',
    'import java.util.Scanner\nfun main(args: Array<String>) {\n    val s = Scanner(System.`in`)\n    print(s.nextInt())\n}',
    'fun f(n: Int): Long = if (n < 2) 1L else n * f(n - 1)',
    'fun main() {\n    for (i in 1..10) {\n        println(i)\n    }\n}',
    'import kotlin.math.max\n\nfun solve(xs: List<Int>): Int {\n    var best: Int = 0\n    for (x in xs) best = max(best, x)\n    return best\n}',
    'data class P(val x: Int, val y: Int)\nfun main() { println(P(1, 2)) }',
    'fun main() {\n    // public static void main(String[] args)\n    val x = when (readln()) { "a" -> 1; else -> 2 }\n    print(x)\n}',
  ],
  rust: [
    'fn main() {\n    println!("Hello");\n}',
    'use std::io;\nfn main() { let mut s = String::new(); io::stdin().read_line(&mut s).unwrap(); }',
    'use std::io::{self, Read};\n',
    'fn gcd(a: u64, b: u64) -> u64 { if b == 0 { a } else { gcd(b, a % b) } }',
    'let mut v = vec![1, 2, 3];\nv.sort();',
    '#[derive(Debug)]\nstruct P { x: i32 }\nimpl P { fn new() -> Self { P { x: 1 } } }',
    'fn longest<\'a>(a: &\'a str, b: &\'a str) -> &\'a str { a }\nfn main() { println!("{}", longest("a", "b")); }',
    'use std::collections::HashMap;\nfn main() { let m: HashMap<i32, i32> = HashMap::new(); for (k, v) in &m { println!("{} {}", k, v); } }',
    'fn main() {\n    // int main() { std::cout << 1; }\n    let n: usize = 3;\n    for i in 0..n { print!("{}", i); }\n}',
    'fn solve(xs: &mut Vec<i64>) -> i64 { xs.iter().map(|x| x | 1).sum() }',
  ],
  go: [
    'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("Hello")\n}',
    'package main\nimport (\n\t"bufio"\n\t"os"\n)\n',
    'func main() {\n\tvar n int\n\tfmt.Scan(&n)\n}',
    'func gcd(a, b int) int {\n\tif b == 0 {\n\t\treturn a\n\t}\n\treturn gcd(b, a%b)\n}',
    'package main\nfunc solve(a []int) (s int) {\n\tfor _, x := range a {\n\t\ts += x\n\t}\n\treturn\n}',
    'reader := bufio.NewReader(os.Stdin)\nvar n int\nfmt.Fscan(reader, &n)',
    'package main\n\n// #include <stdio.h>\nfunc main() { println(1) }',
    'package main\nimport "fmt"\ntype P struct { x, y int }\nfunc (p P) sum() int { return p.x + p.y }\nfunc main() { fmt.Print(P{1, 2}.sum()) }',
    'package main\nimport "fmt"\nfunc main() { fmt.Print("console.log(1); def f(): pass") }',
    'package main\nimport "fmt"\nfunc main() { a, b := 1, 2; fmt.Printf("%d", a+b) }',
  ],
  javascript: [
    'console.log("Hello");',
    "const lines = require('fs').readFileSync(0, 'utf8').split('\\n');",
    "const [a, b] = require('fs').readFileSync('/dev/stdin').toString().split(' ').map(Number);\nconsole.log(a + b)",
    'function f(x) {\n  return x + 1;\n}\nconsole.log(f(1))',
    "const rl = require('readline').createInterface({ input: process.stdin });\nrl.on('line', (line) => console.log(line));",
    "import { readFileSync } from 'fs';\nconst n = Number(readFileSync(0));",
    "let s = '';\nprocess.stdin.on('data', (d) => (s += d));\nprocess.stdin.on('end', () => console.log(s));",
    'let x = 1;\nif (x === 1) { x = 2; }\nconst f = (y) => y * 2;',
    '// import sys\n// print(input())\nconsole.log("fn main() { println!() }");',
    'var n = parseInt(lines[0]);\nfor (var i = 0; i < n; i++) console.log(i);',
  ],
  pascal: [
    "program hello;\nbegin\n  writeln('Hello');\nend.",
    'var a, b: integer;\nbegin\n  readln(a, b);\n  writeln(a + b);\nend.',
    "begin\n  write('x')\nend.",
    'program p(input, output);\nuses math;\nvar n: longint;\nbegin\n  read(n);\nend.',
    'function f(n: int64): int64;\nbegin\n  if n < 2 then f := n else f := f(n-1) + f(n-2);\nend;',
    'PROGRAM SUM;\nVAR A: ARRAY[1..10] OF INTEGER;\nBEGIN\n  READLN(A[1]);\nEND.',
    'procedure swap(var a, b: integer);\nvar t: integer;\nbegin\n  t := a; a := b; b := t;\nend;',
    'uses crt;\nvar s: string;\nbegin\n  readln(s);\n  writeln(length(s));\nend.',
    "begin\n  writeln('#include <iostream>');\n  { int main() }\nend.",
    'var i: integer;\nbegin\n  for i := 1 to 10 do begin\n    writeln(i);\n  end;\nend.',
  ],
};

describe.each(Object.entries(snippets))('a text in %s', (language, texts) => {
  it.each(texts)('is taken for it: %j', (text) => {
    // C is compiled as C++ too: who chose that is not told otherwise.
    const expected =
      language === 'c' ? [guessLanguage({ text }, 'python', languageIds), 'c'] : [read(text), language];
    expect(expected[0]).toBe(expected[1]);
  });
});

it.each(languageIds.filter((id) => !['cpp17', 'pypy'].includes(id)))(
  'our own beginning in %s is taken for it',
  (id) => {
    const text = startingPrograms[id];
    expect(guessLanguage({ text }, id === 'python' ? 'cpp' : 'python', languageIds)).toBe(id);
  },
);

it.each([
  '',
  '42\n',
  'hello world, this is no program at all',
  'x = 1',
  'for',
  '{"a": 1, "b": [2, 3]}',
  '<html><body>import sys</body></html>',
  'using System;\nclass Program { static void Main(string[] args) { Console.WriteLine(1); } }',
  '<?php echo "1"; function f($x) { return $x; } ?>',
  'local n = io.read("n")\nprint(n)',
  'n = gets.to_i\nputs n',
  '// int main and def f and fn main',
  'select id from users where true;',
  '5 3\n1 2 3 4 5\n',
])('a text that says nothing plainly leaves the choice as it is: %j', (text) => {
  for (const chosen of languageIds) expect(guessLanguage({ text }, chosen, languageIds)).toBe(chosen);
});

it('who chose one of two that fit keeps it', () => {
  const [iostream, hello] = ['#include <iostream>\nint main() { std::cout << 1; }', 'print("Hello")'];
  expect(guessLanguage({ text: iostream }, 'cpp17', languageIds)).toBe('cpp17');
  expect(guessLanguage({ text: hello }, 'pypy', languageIds)).toBe('pypy');
  expect(guessLanguage({ text: '#include <stdio.h>\nint main() {}' }, 'cpp', languageIds)).toBe('cpp');
  expect(guessLanguage({ text: '', fileName: 'a.cpp' }, 'cpp17', languageIds)).toBe('cpp17');
});

it('C++ in a program that is to be C is noticed', () => {
  expect(guessLanguage({ text: '#include <vector>\nint main() {}' }, 'c', languageIds)).toBe('cpp');
});

it.each([
  ['sum.c', 'cpp', 'c'],
  ['sum.C++', 'c', 'cpp'],
  ['SUM.C', 'c', 'cpp'],
  ['sum.py', 'cpp', 'python'],
  ['Main.java', 'cpp', 'java'],
  ['sum.KT', 'cpp', 'kotlin'],
  ['sum.rs', 'cpp', 'rust'],
  ['sum.go', 'cpp', 'go'],
  ['sum.mjs', 'cpp', 'javascript'],
  ['sum.pas', 'cpp', 'pascal'],
  ['sum.txt', 'c', 'c'],
  ['sum', 'c', 'c'],
  ['py', 'c', 'c'],
] as const)('%s, with %s chosen, is %s', (fileName, chosen, guessed) => {
  expect(guessLanguage({ fileName, text: '' }, chosen, languageIds)).toBe(guessed);
});

it('a name is believed until the text plainly says otherwise', () => {
  const text = '#include <iostream>\nint main() { std::cout << 1; }';
  expect(guessLanguage({ fileName: 'a.c', text }, 'c', languageIds)).toBe('cpp');
  expect(guessLanguage({ fileName: 'a.txt', text }, 'python', languageIds)).toBe('cpp');
  expect(
    guessLanguage({ fileName: 'a.cpp', text: '#include <stdio.h>\nint main() {}' }, 'python', languageIds),
  ).toBe('cpp');
  expect(guessLanguage({ fileName: 'a.py', text: 'x = 1' }, 'cpp', languageIds)).toBe('python');
});

it('a language that is not offered is never guessed', () => {
  expect(guessLanguage({ fileName: 'sum.c', text: '' }, 'cpp', ['cpp'])).toBe('cpp');
  expect(guessLanguage({ text: 'print("Hello")' }, 'cpp', ['cpp', 'c'])).toBe('cpp');
  expect(guessLanguage({ text: 'print("Hello")' }, 'cpp', ['cpp', 'pypy'])).toBe('pypy');
  expect(guessLanguage({ text: '#include <stdio.h>\nint main() {}' }, 'python', ['python', 'cpp17'])).toBe(
    'cpp17',
  );
});

it.each(['/*', '"""', "'", '"\\\\', 'def f(', 'import ', '# ', 'a:='])(
  'a text that is made to take long is read all the same: %j',
  (part) => {
    expect(guessLanguage({ text: part.repeat(32_768) }, 'cpp', languageIds)).toBe('cpp');
  },
);
