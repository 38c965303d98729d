import type { LanguageId } from '#contract/programs.ts';

const cpp = `#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    |
}
`;

const python = `import sys

def main():
    data = sys.stdin.read().split()
    |

main()
`;

/** What nearly every program of a contest begins with, unless staff have set another. */
export const startingPrograms: Readonly<Record<LanguageId, string>> = {
  cpp,
  cpp17: cpp,
  c: `#include <stdio.h>

int main(void) {
    |
    return 0;
}
`,
  python,
  pypy: python,
  java: `import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        |
    }
}
`,
  kotlin: `fun main() {
    |
}
`,
  rust: `use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    |
}
`,
  go: `package main

import (
	"bufio"
	"fmt"
	"os"
)

var in = bufio.NewReader(os.Stdin)
var out = bufio.NewWriter(os.Stdout)

func main() {
	defer out.Flush()

	var n int
	fmt.Fscan(in, &n)
	|
}
`,
  javascript: `const lines = require('fs').readFileSync(0, 'utf8').split('\\n');

|
`,
  pascal: `program solution;

begin
  |
end.
`,
};

/** A line of a starting program with nothing else on it, where one goes on writing. Programs have no such line. */
const cursorLine = /^([ \t]*)\|[ \t]*$/m;

export interface OpenedProgram {
  readonly before: string;
  readonly after: string;
}

/** The two parts between which the cursor stands; at the end where no line says otherwise. */
export function placeCursor(text: string): OpenedProgram {
  const [line, indentation = ''] = cursorLine.exec(text) ?? [];
  if (line === undefined) return { before: text, after: '' };
  const at = text.search(cursorLine);
  return { before: text.slice(0, at) + indentation, after: text.slice(at + line.length) };
}
