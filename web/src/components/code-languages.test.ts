import { getIndentation, HighlightStyle, indentUnit, language as languageFacet } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { highlightTree } from '@lezer/highlight';
import { expect, test } from 'vitest';
import { type LanguageId, languageIds } from '#contract/programs.ts';
import { startingPrograms } from '../lib/starting-programs.ts';
import { codeColorSpecs } from './code-colors.ts';
import { inLanguage, loadGrammar } from './code-languages.ts';

const colors = HighlightStyle.define(codeColorSpecs);

async function open(language: LanguageId, doc: string): Promise<EditorState> {
  await loadGrammar(language);
  return EditorState.create({ doc, extensions: inLanguage(language) });
}

/** The words of a text that have a colour. */
async function colored(language: LanguageId, doc: string): Promise<string[]> {
  const state = await open(language, doc);
  const words: string[] = [];
  const tree = state.facet(languageFacet)?.parser.parse(doc);
  if (tree) highlightTree(tree, colors, (from, to) => words.push(doc.slice(from, to)));
  return words;
}

const samples: Readonly<Record<LanguageId, readonly [code: string, words: readonly string[]]>> = {
  cpp: ['int main() { return 7; } // end', ['int', 'return', '7', '// end']],
  cpp17: ['auto x = "a"; // end', ['auto', '"a"', '// end']],
  c: ['int main(void) { return 7; } // end', ['int', 'return', '7', '// end']],
  python: ['def f(x):\n  return "a"  # end', ['def', 'return', '"a"', '# end']],
  pypy: ['import sys\nprint(7)', ['import', '7']],
  java: ['class Main { int x = 7; } // end', ['class', 'int', '7', '// end']],
  kotlin: ['fun main() { val x = "a" } // end', ['fun', 'val', '"a"', '// end']],
  rust: ['fn main() { let x = 7; } // end', ['fn', 'let', '7', '// end']],
  go: ['func main() { return "a" } // end', ['func', 'return', '"a"', '// end']],
  javascript: ['const x = "a"; // end', ['const', '"a"', '// end']],
  pascal: ["begin writeln('a') end. { end }", ['begin', "'a'", '{ end }']],
};

test.each(languageIds)('a program in %s has its colours', async (language) => {
  const [code, words] = samples[language];
  expect(await colored(language, code)).toEqual(expect.arrayContaining([...words]));
});

test.each(languageIds)(
  '%s has a comment to toggle, and the indentation of its starting program',
  async (id) => {
    const state = await open(id, startingPrograms[id]);
    const [comment] = state.languageDataAt<{ line: string }>('commentTokens', 0);
    expect(comment?.line).toMatch(/^(?:\/\/|#)$/);
    const inner = /^([ \t]+)\S/m.exec(startingPrograms[id])?.[1] ?? state.facet(indentUnit);
    expect(inner).toBe(state.facet(indentUnit));
  },
);

test.each([
  ['begin\n', 2],
  ['begin\n  if x then\n', 4],
  ['begin\n  x := 1;\n', 2],
  ['begin\n  x := 1;\nend', 0],
])('Pascal: the last line of %j is indented by %i', async (doc, columns) => {
  const state = await open('pascal', doc);
  expect(getIndentation(state, state.doc.line(state.doc.lines).from)).toBe(columns);
});
