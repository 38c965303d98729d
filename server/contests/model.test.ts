/**
 * Everything that staff, contestants and judges do, in an order that nobody thought of: after every few steps what the
 * server tells is what the model in testing/model.ts says. The walk is always the same, so that it fails by a change of ours;
 * MINOS_MODEL_SEED takes another.
 */
import { it } from 'vitest';
import { checkAll } from './testing/checks.ts';
import { takeStep } from './testing/steps.ts';
import { startWalk } from './testing/walk.ts';

const rounds = 40;
const stepsPerRound = 12;
const seed = Number(process.env.MINOS_MODEL_SEED ?? 1);
const walk = await startWalk(seed);

// Ten seconds on a quiet machine, but a test run has two busy cores.
it('tells everyone what the rules say, whatever happened before', { timeout: 180_000 }, async (test) => {
  const log: string[] = [];
  test.onTestFailed(() => {
    const last = log.slice(-60).join('\n');
    console.error(
      `To have it again: MINOS_MODEL_SEED=${seed}. After ${log.length} steps, the last:\n${last}`,
    );
  });
  for (let round = 1; round <= rounds; round += 1) {
    for (let step = 1; step <= stepsPerRound; step += 1) log.push(await takeStep(walk));
    await checkAll(walk);
  }
});
