import { words } from '#contract/words.ts';
import type { Content } from '../sandbox/run-types.ts';
import { endsInSpace, type Side, walkPair } from './pair.ts';
import { accepted, type CheckResult, wrong } from './result.ts';
import { isSpace, newline } from './space.ts';

/**
 * The same lines: spaces inside a line count, spaces at its end (a carriage return among them) and blank lines at
 * the end of the output do not.
 *
 * Up to the first difference in a line both sides are equal, so the lines agree exactly when what remains of the
 * line is blank on both sides. `inBlankRest` says that such a difference was met and only blanks may follow.
 */
export async function checkLines(output: Content, answer: Content): Promise<CheckResult> {
  let inBlankRest = false;

  function step(left: Side, right: Side): boolean {
    for (;;) {
      if (!inBlankRest) {
        skipEqualBytes(left, right);
        if (left.at === left.end || right.at === right.end) break;
        inBlankRest = true;
      }
      const leftByte = skipBlanks(left);
      const rightByte = skipBlanks(right);
      if (isInk(leftByte) || isInk(rightByte)) return false;
      if (leftByte === null || rightByte === null) break;
      left.at++;
      right.at++;
      inBlankRest = false;
    }
    return endsInSpace(left, right) && endsInSpace(right, left);
  }

  const { same, ...at } = await walkPair(output, answer, step, () => !inBlankRest);
  return same
    ? accepted
    : wrong(words('line_differs', { byte: at.outputAt }), { ...at, countsBlanks: false });
}

function skipEqualBytes(left: Side, right: Side): void {
  const a = left.bytes;
  const b = right.bytes;
  let i = left.at;
  let j = right.at;
  while (i < left.end && j < right.end && a[i] === b[j]) {
    i++;
    j++;
  }
  left.at = i;
  right.at = j;
}

/** Moves over whitespace within the line; the byte that stopped it, or null when the bytes at hand ran out. */
function skipBlanks(side: Side): number | null {
  while (side.at < side.end) {
    const byte = side.bytes[side.at] as number;
    if (byte === newline || isSpace[byte] === 0) return byte;
    side.at++;
  }
  return null;
}

function isInk(byte: number | null): boolean {
  return byte !== null && byte !== newline;
}
