import type { LanguageId } from '#contract/programs.ts';

interface ShortPrograms {
  /** Reads whole numbers and prints their sum. */
  readonly sum: string;
  readonly endless: string;
}

const cpp: ShortPrograms = {
  sum: '#include <iostream>\nint main() { long long sum = 0, n; while (std::cin >> n) sum += n; std::cout << sum << "\\n"; }\n',
  endless: 'int main() { for (volatile int n = 0;; n = n + 1); }\n',
};

const python: ShortPrograms = {
  sum: 'import sys\nprint(sum(map(int, sys.stdin.read().split())))\n',
  endless: 'while True:\n    pass\n',
};

/** As pupils write them. Blank lines behind one make another text of the same program. */
export const shortPrograms: Readonly<Record<LanguageId, ShortPrograms>> = {
  cpp,
  cpp17: cpp,
  c: {
    sum: '#include <stdio.h>\nint main(void) { long long sum = 0, n; while (scanf("%lld", &n) == 1) sum += n; printf("%lld\\n", sum); return 0; }\n',
    endless: 'int main(void) { for (volatile int n = 0;; n = n + 1); }\n',
  },
  python,
  pypy: python,
  java: {
    sum: `import java.util.*;

public class Main {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    long sum = 0;
    while (in.hasNextLong()) sum += in.nextLong();
    System.out.println(sum);
  }
}
`,
    endless: 'class Main { public static void main(String[] args) { while (true) {} } }\n',
  },
  kotlin: {
    sum: 'fun main() = println(generateSequence(::readLine).flatMap { it.trim().split(" ") }.sumOf { it.toLong() })\n',
    endless: 'fun main() {\n  while (true) {}\n}\n',
  },
  rust: {
    sum: `use std::io::Read;
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    println!("{}", text.split_whitespace().map(|word| word.parse::<i64>().unwrap()).sum::<i64>());
}
`,
    endless:
      'fn main() {\n    let mut n = 0u64;\n    loop {\n        n = std::hint::black_box(n + 1);\n    }\n}\n',
  },
  go: {
    sum: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tvar sum, n int\n\tfor {\n\t\tif _, err := fmt.Scan(&n); err != nil {\n\t\t\tbreak\n\t\t}\n\t\tsum += n\n\t}\n\tfmt.Println(sum)\n}\n',
    endless: 'package main\n\nfunc main() {\n\tfor {\n\t}\n}\n',
  },
  javascript: {
    sum: "const words = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/);\nconsole.log(words.reduce((sum, word) => sum + Number(word), 0));\n",
    endless: 'for (;;) {}\n',
  },
  pascal: {
    sum: 'var n, sum: int64;\nbegin\n  sum := 0;\n  while not seekeof do begin read(n); sum := sum + n end;\n  writeln(sum)\nend.\n',
    endless: 'begin while true do; end.\n',
  },
};
