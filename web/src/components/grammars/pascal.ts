import { type IndentContext, indentService, StreamLanguage } from '@codemirror/language';
import { pascal } from '@codemirror/legacy-modes/mode/pascal';

const language = StreamLanguage.define({
  ...pascal,
  languageData: {
    commentTokens: { line: '//', block: { open: '{', close: '}' } },
    indentOnInput: /^\s*(?:end|until)$/i,
  },
});

const opening = /\b(?:begin|repeat|record|then|do|else|of|var|const|type)\s*$/i;
const closing = /^(?:end|until)\b/i;

/** The mode has colours alone: a line goes in behind a word that opens something, and out with one that ends it. */
export function indentPascal(context: IndentContext, position: number): number | null {
  const isBroken = context.simulatedBreak === position;
  if (!isBroken && position === 0) return null;
  const before = isBroken ? position : position - 1;
  const inward = opening.test(context.lineAt(before, -1).text) ? context.unit : 0;
  const outward = closing.test(context.textAfterPos(position)) ? context.unit : 0;
  return Math.max(0, context.lineIndent(before, -1) + inward - outward);
}

export const grammar = [language, indentService.of(indentPascal)];
