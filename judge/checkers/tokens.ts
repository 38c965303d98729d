import { words } from '#contract/words.ts';
import type { Content } from '../sandbox/run-types.ts';
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
    // Copies in local variables: the loop below sees every byte, and a variable of the closure costs it half its speed.
    const space = isSpace;
    let inside = inToken;
    const a = left.bytes;
    const b = right.bytes;
    const leftEnd = left.end;
    const rightEnd = right.end;
    let i = left.at;
    let j = right.at;
    let same = true;
    for (;;) {
      const start = i;
      while (i < leftEnd && j < rightEnd && a[i] === b[j]) {
        i++;
        j++;
      }
      if (i > start) inside = space[a[i - 1] as number] === 0;
      if (i === leftEnd || j === rightEnd) break;
      const leftIsSpace = space[a[i] as number] === 1;
      const rightIsSpace = space[b[j] as number] === 1;
      if (leftIsSpace && rightIsSpace) {
        inside = false;
        i++;
        j++;
      } else if (inside || leftIsSpace === rightIsSpace) {
        same = false;
        break;
      } else if (leftIsSpace) {
        i++;
      } else {
        j++;
      }
    }
    inToken = inside;
    left.at = i;
    right.at = j;
    return same && endsInSpace(left, right) && endsInSpace(right, left);
  }

  const { same, ...at } = await walkPair(output, answer, step, (lastByte) => {
    inToken = isSpace[lastByte] === 0;
    return true;
  });
  return same
    ? accepted
    : wrong(words('output_differs', { byte: at.outputAt }), { ...at, countsBlanks: false });
}
