import type { LanguageId } from '#contract/programs.ts';

interface StartingProgram {
  readonly before: string;
  readonly after: string;
}

const cpp: StartingProgram = {
  before: `#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    `,
  after: `
}
`,
};

const python: StartingProgram = {
  before: `import sys

def main():
    `,
  after: `

main()
`,
};

/** What nearly every program of a contest begins with; one goes on writing between the two parts. */
export const startingPrograms: Readonly<Record<LanguageId, StartingProgram>> = {
  cpp,
  cpp17: cpp,
  c: {
    before: `#include <stdio.h>

int main(void) {
    `,
    after: `
    return 0;
}
`,
  },
  python,
  pypy: python,
  java: {
    before: `import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        `,
    after: `
    }
}
`,
  },
  kotlin: {
    before: `fun main() {
    `,
    after: `
}
`,
  },
  rust: {
    before: `use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    `,
    after: `
}
`,
  },
  go: {
    before: `package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()

	`,
    after: `
}
`,
  },
  javascript: {
    before: `const lines = require('fs').readFileSync(0, 'utf8').split('\\n');

`,
    after: `
`,
  },
  pascal: {
    before: `program solution;

begin
  `,
    after: `
end.
`,
  },
};
