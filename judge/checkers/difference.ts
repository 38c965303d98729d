/**
 * Where an output and the answer differ first, as a line of each for people to read. Only for samples, whose answers are
 * public: a checker knows the place, and this shows the two lines around it.
 */

import type { DifferenceWords } from '#contract/judge-words.ts';
import { type Words, words } from '#contract/words.ts';
import type { Content } from '../sandbox/run-types.ts';
import { readChunks } from './content.ts';
import type { DifferencePlace } from './result.ts';
import { isSpace, newline } from './space.ts';

/** Samples are small. A difference further on is not looked for: an output may have many megabytes of blanks. */
const readBytesMax = 1024 * 1024;
/** Characters of each line that are told, and how many of them before the place where it differs. */
const excerptLength = 80;
const lead = 24;
/** On either side of the place; a character has at most four bytes. */
const lineBytesMax = 4 * excerptLength;

interface Line {
  /** From 1. */
  readonly number: number;
  readonly from: number;
  /** Where its newline is, or the content ends. */
  readonly to: number;
  /** The place in it. */
  readonly at: number;
  /** Nothing that counts follows the place. */
  readonly isLast: boolean;
}

/** Null when it is too far from the beginning. */
export async function describeDifference(
  output: Content,
  answer: Content,
  { outputAt, answerAt, countsBlanks }: DifferencePlace,
): Promise<Words<keyof DifferenceWords> | null> {
  const [mine, theirs] = [await readBeginning(output), await readBeginning(answer)];
  if (outputAt >= readBytesMax || answerAt >= readBytesMax) return null;
  const got = lineAround(mine, outputAt, countsBlanks);
  const expected = lineAround(theirs, answerAt, countsBlanks);
  // The character that ends a line is shown where the difference is in that.
  const showsEnd = countsBlanks && (got.at === got.to || expected.at === expected.to);
  const show = (bytes: Buffer, line: Line | null) => line && showLine(bytes, line, countsBlanks, showsEnd);
  const isShort = got.isLast && !expected.isLast;
  const isLong = expected.isLast && !got.isLast;
  const number = isShort ? expected.number : got.number;
  // Where one side has ended, its line of the same number tells more than the nothing that follows.
  return words('sample_differs', {
    line: number,
    expected: show(theirs, isLong ? findLine(theirs, number, countsBlanks) : expected),
    got: show(mine, isShort ? findLine(mine, number, countsBlanks) : got),
  });
}

async function readBeginning(content: Content): Promise<Buffer> {
  const reader = readChunks(content);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for (let chunk = await reader.next(); chunk && length < readBytesMax; chunk = await reader.next()) {
      parts.push(Buffer.from(chunk));
      length += chunk.length;
    }
  } finally {
    await reader.close();
  }
  return Buffer.concat(parts).subarray(0, readBytesMax);
}

function lineAround(bytes: Buffer, at: number, countsBlanks: boolean): Line {
  let [number, from] = [1, 0];
  for (let next = bytes.indexOf(newline); next !== -1 && next < at; next = bytes.indexOf(newline, from)) {
    number += 1;
    from = next + 1;
  }
  const end = bytes.indexOf(newline, at);
  const isLast = countsBlanks ? at >= bytes.length : isBlank(bytes.subarray(at));
  return { number, from, to: end === -1 ? bytes.length : end, at, isLast };
}

/** Null: there is none, or nothing in it that counts. */
function findLine(bytes: Buffer, number: number, countsBlanks: boolean): Line | null {
  let from = 0;
  for (let before = 1; before < number; before++) {
    const next = bytes.indexOf(newline, from);
    if (next === -1) return null;
    from = next + 1;
  }
  const line = lineAround(bytes, from, countsBlanks);
  const isThere = countsBlanks ? from < bytes.length : !isBlank(bytes.subarray(line.from, line.to));
  return isThere ? line : null;
}

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => isSpace[byte] === 1);

function showLine(bytes: Buffer, { from, to, at }: Line, countsBlanks: boolean, showsEnd: boolean): string {
  const [start, stop] = [Math.max(from, at - lineBytesMax), Math.min(to, at + lineBytesMax)];
  const characters = [...bytes.toString('utf8', start, stop)];
  const column = [...bytes.toString('utf8', start, at)].length;
  const first = characters.length <= excerptLength ? 0 : Math.max(0, column - lead);
  const isCutBefore = start > from || first > 0;
  const isCutAfter = stop < to || first + excerptLength < characters.length;
  let text = characters.slice(first, first + excerptLength).join('');
  if (!isCutAfter) text = countsBlanks ? text.replace(/ +$/, showBlanks) : text.trimEnd();
  const lineEnd = showsEnd && !isCutAfter && to < bytes.length ? '\n' : '';
  return `${isCutBefore ? '…' : ''}${showUnseen(text + lineEnd)}${isCutAfter ? '…' : ''}`;
}

const showBlanks = (blanks: string) => '␠'.repeat(blanks.length);

/** Control characters by their pictures; those that reorder or hide text, and whatever else has no look, by number. */
function showUnseen(text: string): string {
  return text.replaceAll(/(?! )[\p{Cc}\p{Cf}\p{Z}\p{Co}\p{Cn}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '␡';
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
