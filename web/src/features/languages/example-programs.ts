import type { LanguageId } from '#contract/programs.ts';
import { placeCursor, startingPrograms } from '../../lib/starting-programs.ts';

const cpp = `int count;
cin >> count;
long long sum = 0;
for (int i = 0; i < count; i++) {
    long long number;
    cin >> number;
    sum += number;
}
cout << sum << "\\n";`;

const python = `count = int(data[0])
print(sum(map(int, data[1:count + 1])))`;

/** What is written into the starting program, where its cursor stands. */
const bodies: Readonly<Record<LanguageId, string>> = {
  cpp,
  cpp17: cpp,
  c: `int count;
scanf("%d", &count);
long long sum = 0;
for (int i = 0; i < count; i++) {
    long long number;
    scanf("%lld", &number);
    sum += number;
}
printf("%lld\\n", sum);`,
  python,
  pypy: python,
  java: `StreamTokenizer tokens = new StreamTokenizer(in);
tokens.nextToken();
int count = (int) tokens.nval;
long sum = 0;
for (int i = 0; i < count; i++) {
    tokens.nextToken();
    sum += (long) tokens.nval;
}
System.out.println(sum);`,
  kotlin: `val tokens = System.\`in\`.bufferedReader().readText().split(Regex("\\\\s+"))
val count = tokens[0].toInt()
println(tokens.drop(1).take(count).sumOf { it.toLong() })`,
  rust: `let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<i64>().unwrap());
let count = numbers.next().unwrap() as usize;
let sum: i64 = numbers.take(count).sum();
println!("{}", sum);`,
  go: `var sum int64
for i := 0; i < n; i++ {
	var number int64
	fmt.Fscan(in, &number)
	sum += number
}
fmt.Fprintln(out, sum)`,
  javascript: `const words = lines.flatMap((line) => line.split(' '));
const count = Number(words[0]);
let sum = 0;
for (let i = 1; i <= count; i++) {
  sum += Number(words[i]);
}
console.log(sum);`,
  pascal: `read(count);
sum := 0;
for i := 1 to count do
begin
  read(number);
  sum := sum + number;
end;
writeln(sum);`,
};

const variablesInPascal = `var
  count, i: longint;
  number, sum: int64;
`;

/** A whole program in each language, fast for large inputs too: reads a count and as many numbers, and prints their sum. */
export function writeExample(id: LanguageId): string {
  const { before, after } = placeCursor(startingPrograms[id]);
  const indentation = before.slice(before.lastIndexOf('\n') + 1);
  const head = id === 'pascal' ? before.replace('begin', `${variablesInPascal}\nbegin`) : before;
  return head + bodies[id].replaceAll('\n', `\n${indentation}`) + after;
}
