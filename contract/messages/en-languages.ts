import type { LanguageId } from '../programs.ts';

/** `cpp` is C++ as such, and was the only one for long. */
export const languageNames: Readonly<Record<LanguageId, string>> = {
  cpp: 'C++',
  cpp17: 'C++17',
  c: 'C',
  python: 'Python 3',
  pypy: 'PyPy 3',
  java: 'Java',
  kotlin: 'Kotlin',
  rust: 'Rust',
  go: 'Go',
  javascript: 'JavaScript',
  pascal: 'Pascal',
};
