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
};
