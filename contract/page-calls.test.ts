import { expect, it } from 'vitest';
import * as accounts from './accounts.ts';
import type { Call } from './call.ts';
import * as clocks from './contest-clock.ts';
import * as day from './contest-day.ts';
import * as editorials from './contest-editorials.ts';
import * as history from './contest-history.ts';
import * as reports from './contest-reports.ts';
import * as scoreboard from './contest-scoreboard.ts';
import * as statistics from './contest-statistics.ts';
import * as contests from './contests.ts';
import * as events from './events.ts';
import * as languages from './languages.ts';
import * as pageCalls from './page-calls.ts';
import * as problems from './problems.ts';
import * as questions from './questions.ts';
import * as settings from './settings.ts';
import * as submissions from './submissions.ts';
import * as virtual from './virtual-runs.ts';

it('calls without schemas are sent, and their answers read, as their own files say', () => {
  const outline = ({ method, path, response }: Call) => ({
    method,
    path,
    isAnswered: response !== undefined,
  });
  const whole: Record<string, unknown> = {
    ...accounts,
    ...settings,
    ...languages,
    ...problems,
    ...submissions,
    ...contests,
    ...clocks,
    ...day,
    ...editorials,
    ...history,
    ...statistics,
    ...virtual,
    ...reports,
    ...scoreboard,
    ...questions,
    ...events,
  };
  for (const [name, call] of Object.entries(pageCalls)) {
    expect(outline(call), name).toEqual(outline(whole[name] as Call));
  }
});
