import type { LanguageId } from './programs.ts';

/** What the packages of Kattis call languages. They know no versions of one, and no two that run the same programs. */
export const kattisNames: Readonly<Record<LanguageId, string>> = {
  cpp: 'cpp',
  cpp17: 'cpp',
  c: 'c',
  python: 'python3',
  pypy: 'python3',
  java: 'java',
  kotlin: 'kotlin',
  rust: 'rust',
  go: 'go',
  javascript: 'javascript',
  pascal: 'pascal',
};
