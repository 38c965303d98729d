/** What a compiler printed, as text that people can be shown: no control characters, and a screen or two at most. */

import type { Printed } from '#contract/judge-words.ts';

const shownBytes = 8 * 1024;
const shownLineLength = 400;
/** More of a line is not looked at. What is left out of it may make it shorter. */
const readLineLength = 2000;

export interface LineCleaning {
  /** About the compiler or the machine, and not about the source. */
  isNoise: (line: string) => boolean;
  /** Without paths of the machine. */
  clean: (line: string) => string;
}

/**
 * Contestants decide what a compiler prints, so no pattern may take longer than in proportion to the line, and lines
 * that are not going to be shown are not cleaned.
 */
export function cleanPrinted(printed: Uint8Array, { isNoise, clean }: LineCleaning): Printed {
  let text = '';
  let blankLines = '';
  for (const line of readLines(printed)) {
    if (line.trim() === '') {
      // Shown if something follows, and something came before.
      if (text !== '') blankLines += '\n';
      continue;
    }
    if (isNoise(line)) continue;
    const shown = shorten(clean(line));
    text += `${blankLines}${shown}\n`;
    blankLines = '';
    if (text.length > shownBytes + 1) return { text: cutAtLine(text), isCut: true };
  }
  return { text: text.trim(), isCut: false };
}

function readLines(printed: Uint8Array): string[] {
  const text = new TextDecoder().decode(printed);
  return text
    .replaceAll('\r', '')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
    .split('\n')
    .map((line) => line.slice(0, readLineLength));
}

function shorten(line: string): string {
  return line.length > shownLineLength ? `${line.slice(0, shownLineLength)} …` : line;
}

function cutAtLine(text: string): string {
  return text.slice(0, text.lastIndexOf('\n', shownBytes)).trim();
}
