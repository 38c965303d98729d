/** What a compiler printed, as text that people can be shown: no control characters, and a screen or two at most. */

import type { Printed } from '#contract/judge-words.ts';

const shownBytes = 8 * 1024;
const shownLineLength = 400;
/** More of a line is not looked at: a pattern may take the square of its length, and contestants can make it long. */
const readLineLength = 2000;

export function readPrinted(printed: Uint8Array): string[] {
  const text = new TextDecoder().decode(printed);
  return text
    .replaceAll('\r', '')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
    .split('\n')
    .map((line) => line.slice(0, readLineLength));
}

export function showPrinted(lines: readonly string[]): Printed {
  return truncate(lines.map(shorten).join('\n').trim());
}

function shorten(line: string): string {
  return line.length > shownLineLength ? `${line.slice(0, shownLineLength)} …` : line;
}

function truncate(text: string): Printed {
  if (text.length <= shownBytes) return { text, isCut: false };
  const cut = text.slice(0, shownBytes);
  return { text: cut.slice(0, Math.max(cut.lastIndexOf('\n'), 1)), isCut: true };
}
