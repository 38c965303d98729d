/**
 * The one list of ways to name a test's two files. A new way is a new entry.
 *
 * `input` and `answer` match a whole name from the archive's root; two files are a pair when both match and their
 * `folder` and `test` are the same. Together these two are also the test's name. A file that matches without
 * finding its other half is left for the other rules, so the patterns may be generous.
 *
 * Names come from hostile archives: no pattern has two repetitions side by side that could share characters.
 */

export interface NamingRule {
  /** For the documentation and the tests, which take every rule by its example. */
  readonly example: { readonly input: string; readonly answer: string; readonly test: string };
  readonly input: RegExp;
  readonly answer: RegExp;
  /** True where the name itself says so, beyond the word “sample” that counts everywhere. */
  readonly samples?: true;
}

export const namingRules: readonly NamingRule[] = [
  {
    example: { input: 'data/sample/1.in', answer: 'data/sample/1.ans', test: 'data/sample/1' },
    input: /^(?<folder>(?:.*\/)?data\/sample\/)(?<test>.+)\.in$/i,
    answer: /^(?<folder>(?:.*\/)?data\/sample\/)(?<test>.+)\.ans$/i,
    samples: true,
  },
  {
    example: {
      input: 'data/secret/01-first.in',
      answer: 'data/secret/01-first.ans',
      test: 'data/secret/01-first',
    },
    input: /^(?<folder>(?:.*\/)?data\/secret\/)(?<test>.+)\.in$/i,
    answer: /^(?<folder>(?:.*\/)?data\/secret\/)(?<test>.+)\.ans$/i,
  },
  {
    example: { input: '1.in', answer: '1.out', test: '1' },
    input: /^(?<folder>(?:.*\/)?)(?<test>[^/]+)\.in$/i,
    answer: /^(?<folder>(?:.*\/)?)(?<test>[^/]+)\.(?:out|ans|sol|a)$/i,
  },
  {
    example: { input: '1.in.txt', answer: '1.out.txt', test: '1' },
    input: /^(?<folder>(?:.*\/)?)(?<test>[^/]+)\.in\.txt$/i,
    answer: /^(?<folder>(?:.*\/)?)(?<test>[^/]+)\.(?:out|ans)\.txt$/i,
  },
  {
    example: { input: 'input1.txt', answer: 'output1.txt', test: '1' },
    input: /^(?<folder>(?:.*\/)?)input[-_ .]?(?<test>[^/]*)\.txt$/i,
    answer: /^(?<folder>(?:.*\/)?)output[-_ .]?(?<test>[^/]*)\.txt$/i,
  },
  {
    example: { input: 'input.1', answer: 'output.1', test: '1' },
    input: /^(?<folder>(?:.*\/)?)input\.(?!txt$)(?<test>[^/]+)$/i,
    answer: /^(?<folder>(?:.*\/)?)output\.(?!txt$)(?<test>[^/]+)$/i,
  },
  {
    example: { input: 'input/1.txt', answer: 'output/1.txt', test: '1' },
    input: /^(?<folder>(?:.*\/)?)inputs?\/(?:input[-_ .]?)?(?<test>.+?)(?:\.(?:in|txt|dat))?$/i,
    answer: /^(?<folder>(?:.*\/)?)outputs?\/(?:output[-_ .]?)?(?<test>.+?)(?:\.(?:out|ans|sol|a|txt|dat))?$/i,
  },
  {
    example: { input: 'sum.in1', answer: 'sum.out1', test: 'sum.1' },
    input: /^(?<folder>(?:.*\/)?)(?<test>[^/]+\.)in(?<number>\d+)$/i,
    answer: /^(?<folder>(?:.*\/)?)(?<test>[^/]+\.)out(?<number>\d+)$/i,
  },
  {
    example: { input: '01', answer: '01.a', test: '01' },
    input: /^(?<folder>(?:.*\/)?)(?<test>[^/.]*\d[^/.]*)$/,
    answer: /^(?<folder>(?:.*\/)?)(?<test>[^/.]*\d[^/.]*)\.a$/i,
  },
];

export interface NamedHalf {
  role: 'input' | 'answer';
  /** The same for both halves of a test under one rule. */
  test: string;
}

/** What a rule makes of a name; null when it does not speak about such names. */
export function applyRule(rule: NamingRule, name: string): NamedHalf | null {
  for (const role of ['input', 'answer'] as const) {
    const parts = rule[role].exec(name)?.groups;
    if (parts) return { role, test: nameTest(parts) };
  }
  return null;
}

/** The `input.txt` of a folder is named by its folder. */
function nameTest({ folder = '', test = '', number = '' }: Record<string, string | undefined>): string {
  return `${folder}${test}${number}`.replace(/\/$/, '') || '1';
}
