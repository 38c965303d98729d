import type { LanguageId } from '#contract/programs.ts';

const cpp = `#include <iostream>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    int count;
    cin >> count;
    long long sum = 0;
    for (int i = 0; i < count; i++) {
        long long number;
        cin >> number;
        sum += number;
    }
    cout << sum << "\\n";
}
`;

const python = `import sys

def main():
    count, *numbers = map(int, sys.stdin.buffer.read().split())
    print(sum(numbers[:count]))

main()
`;

/** A whole program in each language, fast for large inputs too: reads a count and as many numbers, and prints their sum. */
export const examplePrograms: Readonly<Record<LanguageId, string>> = {
  cpp,
  cpp17: cpp,
  c: `#include <stdio.h>

int main(void) {
    int count;
    scanf("%d", &count);
    long long sum = 0;
    for (int i = 0; i < count; i++) {
        long long number;
        scanf("%lld", &number);
        sum += number;
    }
    printf("%lld\\n", sum);
    return 0;
}
`,
  python,
  pypy: python,
  java: `import java.io.*;

public class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StreamTokenizer tokens = new StreamTokenizer(in);
        tokens.nextToken();
        int count = (int) tokens.nval;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            tokens.nextToken();
            sum += (long) tokens.nval;
        }
        System.out.println(sum);
    }
}
`,
  kotlin: `fun main() {
    val tokens = System.\`in\`.bufferedReader().readText().split(Regex("\\\\s+"))
    val count = tokens[0].toInt()
    println(tokens.drop(1).take(count).sumOf { it.toLong() })
}
`,
  rust: `use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<i64>().unwrap());
    let count = numbers.next().unwrap() as usize;
    let sum: i64 = numbers.take(count).sum();
    println!("{}", sum);
}
`,
  go: `package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var count int
	fmt.Fscan(in, &count)
	var sum int64
	for i := 0; i < count; i++ {
		var number int64
		fmt.Fscan(in, &number)
		sum += number
	}
	fmt.Println(sum)
}
`,
  javascript: `const words = require('fs').readFileSync(0, 'utf8').split(/\\s+/);
const count = Number(words[0]);
let sum = 0;
for (let i = 1; i <= count; i++) {
  sum += Number(words[i]);
}
console.log(sum);
`,
  pascal: `program example;

var
  count, i: longint;
  number, sum: int64;

begin
  read(count);
  sum := 0;
  for i := 1 to count do
  begin
    read(number);
    sum := sum + number;
  end;
  writeln(sum);
end.
`,
};
