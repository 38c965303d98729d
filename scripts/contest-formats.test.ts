/**
 * A format is said twice: in store/contest-formats/ how participants are scored and ranked, in web/src/features/contests/formats/
 * how that is shown. A ceremony opens cell after cell, and adds up what is open by itself: it ends at the board that the server
 * tells only if both come to the same.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contestFormats } from '#contract/contest-formats.ts';
import { finishedStatuses } from '#contract/statuses.ts';
import { evaluate, type PastCell, type Try } from '#store/contest-formats/format.ts';
import { formats, hasPenalty } from '#store/contest-formats/formats.ts';
import { formatLooks } from '../web/src/features/contests/formats/format-looks.ts';

const start = Date.UTC(2026, 0, 1);
const millisAt = (at: Date) => at.getTime() - start;

const verdict = fc.oneof(
  fc.constant({ status: 'Accepted' as const, hundredths: 10_000 }),
  fc.record({
    status: fc.constantFrom(...finishedStatuses.filter((status) => status !== 'Accepted')),
    hundredths: fc.nat(9_999),
  }),
);

const problem = fc.record({
  points: fc.constantFrom(0, 1, 7, 33, 100, 250),
  made: fc.array(fc.record({ verdict, afterMs: fc.nat(20 * 60_000) }), { maxLength: 6 }),
});

function makeTries(
  made: readonly { verdict: { status: Try['status']; hundredths: number }; afterMs: number }[],
) {
  let at = start;
  return made.map(({ verdict: { status, hundredths }, afterMs }, index): Try => {
    at += afterMs;
    const score = hundredths / 100;
    return {
      id: index + 1,
      submittedAt: new Date(at),
      status,
      score,
      groups: null,
      testSetId: 1,
      scoreDecimals: 2,
    };
  });
}

describe.each(contestFormats)('%s', (name) => {
  const [format, look] = [formats[name], formatLooks[name]];

  test('the cells that pages show come to what the server ranks by', () => {
    fc.assert(
      fc.property(
        fc.array(problem, { maxLength: 8 }),
        fc.constantFrom(0, 5, 20),
        (problems, penaltyMinutes) => {
          const contest = { penaltyMinutes, millisAt };
          const cells = problems.map(({ points, made }): PastCell => {
            const tries = makeTries(made);
            return { cell: evaluate(format, tries), tries: tries.length, points };
          });
          const shown = cells.map((cell) => format.show(cell, contest));
          const { total, penalty } = format.standing(cells, contest);
          expect(look.addUp(shown, { penalty_minutes: penaltyMinutes })).toEqual({
            total_score: total,
            ...(penalty !== null && { penalty }),
          });
        },
      ),
    );
  });

  test('whoever has full marks everywhere has the highest total there is', () => {
    const worth = [100, 40, 0, 250];
    const cells = worth.map((points) => ({ score: look.fullMarksOf({ points }), attempts: 1, minute: 3 }));
    const { total_score } = look.addUp(cells, { penalty_minutes: 20 });
    expect(total_score).toBe(format.highestTotal(worth));
  });

  test('both know whether equals share a place and wrong tries cost something', () => {
    expect(look).toMatchObject({
      sharesPlaces: format.order.sharesPlaces,
      hasPenalty: hasPenalty({ format: name }),
    });
  });
});
