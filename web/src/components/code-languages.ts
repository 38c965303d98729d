/** How each language looks and is indented in code to read or to write. Its grammar is loaded when it is first shown. */
import { indentUnit } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { LanguageId } from '#contract/programs.ts';
import { loadScript } from '../lib/load-page.ts';

type LoadGrammar = () => Promise<{ readonly grammar: Extension }>;

const loadCpp: LoadGrammar = () => import('./grammars/cpp.ts');
const loadPython: LoadGrammar = () => import('./grammars/python.ts');

const grammars: Readonly<Record<LanguageId, LoadGrammar>> = {
  cpp: loadCpp,
  cpp17: loadCpp,
  c: loadCpp,
  python: loadPython,
  pypy: loadPython,
  java: () => import('./grammars/java.ts'),
  kotlin: () => import('./grammars/kotlin.ts'),
  rust: () => import('./grammars/rust.ts'),
  go: () => import('./grammars/go.ts'),
  javascript: () => import('./grammars/javascript.ts'),
  pascal: () => import('./grammars/pascal.ts'),
};

/** As people who write in it are used to; four blanks for all others. */
const indentUnits: Readonly<Partial<Record<LanguageId, string>>> = {
  go: '\t',
  javascript: '  ',
  pascal: '  ',
};

const loaded = new Map<LanguageId, Extension>();

export async function loadGrammar(language: LanguageId): Promise<void> {
  if (loaded.has(language)) return;
  const { grammar } = await loadScript(grammars[language]);
  loaded.set(language, grammar);
}

/** With colours and its own indentation as soon as its grammar is there. */
export function inLanguage(language: LanguageId): Extension {
  return [indentUnit.of(indentUnits[language] ?? '    '), loaded.get(language) ?? []];
}
