/** Which language a file is written in, by the ending of its name. */

import type { LanguageId } from './programs.ts';

/** Compiled or run as any of these a text means the same, or nearly; the first is the one that is meant. */
export type Fitting = readonly LanguageId[];

export const anyCpp: Fitting = ['cpp', 'cpp17'];
export const anyPython: Fitting = ['python', 'pypy'];
const javascript: Fitting = ['javascript'];
const pascal: Fitting = ['pascal'];

export const languagesOfEndings: Readonly<Record<string, Fitting>> = {
  cpp: anyCpp,
  cc: anyCpp,
  cxx: anyCpp,
  'c++': anyCpp,
  c: ['c'],
  py: anyPython,
  py3: anyPython,
  java: ['java'],
  kt: ['kotlin'],
  rs: ['rust'],
  go: ['go'],
  js: javascript,
  mjs: javascript,
  cjs: javascript,
  pas: pascal,
  pp: pascal,
  lpr: pascal,
  dpr: pascal,
};

/** Empty: the name says nothing. */
export function listLanguagesOfFile(name: string): Fitting {
  // For GNU's compiler a capital C is C++.
  if (name.endsWith('.C')) return anyCpp;
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(languagesOfEndings, ending) ? (languagesOfEndings[ending] as Fitting) : [];
}

/** Null: none that Minos knows. */
export function findSolutionLanguage(name: string): LanguageId | null {
  return listLanguagesOfFile(name)[0] ?? null;
}

/** Of a checker: a program that every judge machine must be able to run, whatever contestants may use. */
export type CheckerLanguage = Extract<LanguageId, 'cpp' | 'python'>;

export function findCheckerLanguage(name: string): CheckerLanguage | null {
  const language = findSolutionLanguage(name);
  return language === 'cpp' || language === 'python' ? language : null;
}
