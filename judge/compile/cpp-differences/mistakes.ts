/** What beginners do to a program that was right. */
import type { Random } from '#harness/random.ts';
import { includesOf } from './top-of-file.ts';

const goodPrograms = [
  {
    headers: ['iostream'],
    code: 'int main() {\n  int a, b;\n  std::cin >> a >> b;\n  std::cout << a + b << std::endl;\n  return 0;\n}\n',
  },
  {
    headers: ['iostream', 'vector', 'algorithm'],
    code: 'using namespace std;\nint main() {\n  int n;\n  cin >> n;\n  vector<int> numbers(n);\n  for (auto& x : numbers) cin >> x;\n  sort(numbers.begin(), numbers.end());\n  for (int x : numbers) cout << x << " ";\n}\n',
  },
  {
    headers: ['cstdio'],
    code: 'int sum(int a, int b) {\n  return a + b;\n}\nint main() {\n  int a, b;\n  scanf("%d %d", &a, &b);\n  printf("%d\\n", sum(a, b));\n  return 0;\n}\n',
  },
  {
    headers: ['map', 'string', 'iostream'],
    code: 'using namespace std;\nstruct Count {\n  int n = 0;\n};\nint main() {\n  map<string, Count> counts;\n  string word;\n  while (cin >> word) counts[word].n++;\n  for (const auto& [text, count] : counts) cout << text << count.n << endl;\n}\n',
  },
  {
    headers: ['cmath', 'cstdio', 'algorithm'],
    code: 'const double pi = acos(-1.0);\nint main() {\n  double r;\n  scanf("%lf", &r);\n  printf("%.3f", std::max(0.0, pi * r * r + std::abs(r)));\n}\n',
  },
  {
    headers: ['queue', 'set', 'iostream'],
    code: 'int main() {\n  std::priority_queue<int> heap;\n  std::set<int> seen{3, 1};\n  for (int x : seen) heap.push(x);\n  while (!heap.empty()) {\n    std::cout << heap.top();\n    heap.pop();\n  }\n}\n',
  },
] as const;

/** A small program that is right, and up to two mistakes. */
export function mistakes(random: Random): string {
  const { headers, code } = random.pick(goodPrograms);
  let includes = random.shuffle(headers) as string[];
  if (random.chance(0.06)) includes = ['bits/stdc++.h'];
  if (random.chance(0.2)) includes = includes.slice(1);
  let text: string = code;
  for (let count = random.below(3); count > 0; count--) text = mistake(random, text);
  return includesOf(includes) + text;
}

export function mistake(random: Random, text: string): string {
  const change = (pattern: RegExp, by: (found: string) => string) => {
    const found = random.pickIfAny([...text.matchAll(pattern)]);
    if (found === undefined) return text;
    return text.slice(0, found.index) + by(found[0]) + text.slice(found.index + found[0].length);
  };
  const swap = (word: string) => {
    const at = random.below(Math.max(word.length - 1, 1));
    return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  };
  return random.pick([
    () => change(/;/g, () => ''),
    () => change(/#include.*\n/g, () => ''),
    () => change(/<(int|double|std::string)>/g, () => ''),
    () => change(/\breturn /g, () => ''),
    () => change(/ = [\w.]+;/g, () => ';'),
    () => change(/push_back|emplace|insert/g, () => 'append'),
    () => change(/[{}()]/g, () => ''),
    () => change(/\b[a-z]{3,}\b/g, (word) => word[0]?.toUpperCase() + word.slice(1)),
    () => change(/\b[a-z]{3,}\b/g, swap),
    () => change(/\b(int|void|double|auto)\b/g, () => ''),
    () => change(/\bint\b/g, () => 'string'),
    () => change(/<<|>>/g, (sign) => (sign === '<<' ? '>>' : '<<')),
    () => change(/std::/g, () => ''),
    () => change(/using namespace std;\n/g, () => ''),
    () => change(/"/g, () => ''),
    () => change(/\breturn\b/g, () => 'retrun'),
    () => change(/\d+/g, () => '"x"'),
    () => change(/\b[a-z]\b/g, () => 'undeclared'),
    () => change(/==|=/g, (sign) => (sign === '=' ? '==' : '=')),
  ])();
}
