import { words } from '#contract/words.ts';
import type { Content } from '../sandbox/run-types.ts';
import { isUsedUp, type Side, walkPair } from './pair.ts';
import { accepted, type CheckResult, wrong } from './result.ts';

/** The same bytes, all of them. */
export async function checkExact(output: Content, answer: Content): Promise<CheckResult> {
  const { same, ...at } = await walkPair(output, answer, step, () => true);
  return same
    ? accepted
    : wrong(words('output_differs', { byte: at.outputAt }), { ...at, countsBlanks: true });
}

function step(left: Side, right: Side): boolean {
  while (left.at < left.end && right.at < right.end) {
    if (left.bytes[left.at] !== right.bytes[right.at]) return false;
    left.at++;
    right.at++;
  }
  return !(isUsedUp(left) && hasMore(right)) && !(isUsedUp(right) && hasMore(left));
}

function hasMore(side: Side): boolean {
  return side.at < side.end;
}
