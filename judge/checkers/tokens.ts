import type { Content } from '../sandbox.ts';
import { endsInSpace, type Side, walkPair } from './pair.ts';
import { accepted, type CheckResult, wrong } from './result.ts';
import { isSpace } from './space.ts';

/**
 * The same tokens in the same order: whitespace only separates, so trailing spaces, blank lines, CRLF and a
 * missing last newline do not matter. Everything else is compared as bytes: case, NUL, invalid UTF-8.
 *
 * The two sides move in step. `inToken` says whether the last byte matched on both belongs to a token: only then
 * is whitespace on one side against a token byte on the other a difference, otherwise it is just skipped.
 */
export async function checkTokens(output: Content, answer: Content): Promise<CheckResult> {
  let inToken = false;

  function step(left: Side, right: Side): boolean {
    const a = left.bytes;
    const b = right.bytes;
    const leftEnd = left.end;
    const rightEnd = right.end;
    let i = left.at;
    let j = right.at;
    let same = true;
    while (i < leftEnd && j < rightEnd) {
      const x = a[i] as number;
      const y = b[j] as number;
      if (x === y) {
        inToken = isSpace[x] === 0;
        i++;
        j++;
      } else if (isSpace[x] === 1 && isSpace[y] === 1) {
        inToken = false;
        i++;
        j++;
      } else if (inToken || isSpace[x] === isSpace[y]) {
        same = false;
        break;
      } else if (isSpace[x] === 1) {
        i++;
      } else {
        j++;
      }
    }
    left.at = i;
    right.at = j;
    return same && endsInSpace(left, right) && endsInSpace(right, left);
  }

  const { same, outputAt } = await walkPair(output, answer, step, (lastByte) => {
    inToken = isSpace[lastByte] === 0;
    return true;
  });
  return same ? accepted : wrong(`The output differs at byte ${outputAt}`);
}
