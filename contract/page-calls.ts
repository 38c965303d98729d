/**
 * What the pages of visitors and contestants call, without the schemas: those check what is sent and answered on the
 * server, and would bring the whole of zod to somebody who only reads. Their types come along; the values are as in the
 * call's own file, which the compiler sees to for method and path and page-calls.test.ts for the rest.
 */
import type * as accounts from './accounts.ts';
import type { Call } from './call.ts';
import type * as clocks from './contest-clock.ts';
import type * as day from './contest-day.ts';
import type * as editorials from './contest-editorials.ts';
import type * as history from './contest-history.ts';
import type * as reports from './contest-reports.ts';
import type * as scoreboard from './contest-scoreboard.ts';
import type * as statistics from './contest-statistics.ts';
import type * as contests from './contests.ts';
import type * as events from './events.ts';
import type * as languages from './languages.ts';
import type * as problems from './problems.ts';
import type * as questions from './questions.ts';
import type * as settings from './settings.ts';
import type * as submissions from './submissions.ts';
import type * as virtual from './virtual-runs.ts';

/** The call's type, of which only these parts are there: all that sending it takes. */
function withoutSchemas<C extends Call>(
  call: Pick<C, 'method' | 'path'> & (C extends { response: unknown } ? { response: true } : unknown),
): C {
  return call as unknown as C;
}

export const getMe = withoutSchemas<typeof accounts.getMe>({ method: 'GET', path: '/me', response: true });

export const login = withoutSchemas<typeof accounts.login>({
  method: 'POST',
  path: '/login',
  response: true,
});

export const logout = withoutSchemas<typeof accounts.logout>({ method: 'POST', path: '/logout' });

export const register = withoutSchemas<typeof accounts.register>({
  method: 'POST',
  path: '/register',
  response: true,
});

export const getRegistration = withoutSchemas<typeof settings.getRegistration>({
  method: 'GET',
  path: '/settings/registration',
  response: true,
});

export const listProblems = withoutSchemas<typeof problems.listProblems>({
  method: 'GET',
  path: '/problems-with-stats',
  response: true,
});

export const getProblem = withoutSchemas<typeof problems.getProblem>({
  method: 'GET',
  path: '/problems/:problemId',
  response: true,
});

export const problemPdf = withoutSchemas<typeof problems.problemPdf>({
  method: 'GET',
  path: '/problems/:problemId/pdf',
});

export const submit = withoutSchemas<typeof submissions.submit>({
  method: 'POST',
  path: '/submit',
  response: true,
});

export const listSubmissions = withoutSchemas<typeof submissions.listSubmissions>({
  method: 'GET',
  path: '/submissions',
  response: true,
});

export const getSubmission = withoutSchemas<typeof submissions.getSubmission>({
  method: 'GET',
  path: '/submissions/:id',
  response: true,
});

export const rejudgeSubmission = withoutSchemas<typeof submissions.rejudgeSubmission>({
  method: 'POST',
  path: '/admin/submissions/:id/rejudge',
});

export const getScoreboard = withoutSchemas<typeof submissions.getScoreboard>({
  method: 'GET',
  path: '/scoreboard',
  response: true,
});

export const listContests = withoutSchemas<typeof contests.listContests>({
  method: 'GET',
  path: '/contests',
  response: true,
});

export const getContest = withoutSchemas<typeof contests.getContest>({
  method: 'GET',
  path: '/contests/:id',
  response: true,
});

export const beginOwnTime = withoutSchemas<typeof clocks.beginOwnTime>({
  method: 'POST',
  path: '/contests/:id/begin',
  response: true,
});

export const joinContest = withoutSchemas<typeof contests.joinContest>({
  method: 'POST',
  path: '/contests/:id/join',
  response: true,
});

export const listContestProblems = withoutSchemas<typeof contests.listContestProblems>({
  method: 'GET',
  path: '/contests/:id/problems',
  response: true,
});

export const getContestProblem = withoutSchemas<typeof contests.getContestProblem>({
  method: 'GET',
  path: '/contests/:contestId/problems/:problemId',
  response: true,
});

export const contestProblemPdf = withoutSchemas<typeof contests.contestProblemPdf>({
  method: 'GET',
  path: '/contests/:contestId/problems/:problemId/pdf',
});

export const getContestScoreboard = withoutSchemas<typeof scoreboard.getContestScoreboard>({
  method: 'GET',
  path: '/contests/:id/scoreboard',
  response: true,
});

export const getOwnContestRow = withoutSchemas<typeof scoreboard.getOwnContestRow>({
  method: 'GET',
  path: '/contests/:id/scoreboard/own',
  response: true,
});

export const getFrozenScoreboard = withoutSchemas<typeof scoreboard.getFrozenScoreboard>({
  method: 'GET',
  path: '/admin/contests/:id/frozen-scoreboard',
  response: true,
});

export const getContestDay = withoutSchemas<typeof day.getContestDay>({
  method: 'GET',
  path: '/admin/contests/:id/day',
  response: true,
});

export const thawContest = withoutSchemas<typeof contests.thawContest>({
  method: 'POST',
  path: '/admin/contests/:id/thaw',
  response: true,
});

export const getContestProgress = withoutSchemas<typeof scoreboard.getContestProgress>({
  method: 'GET',
  path: '/contests/:id/progress',
  response: true,
});

export const getContestHistory = withoutSchemas<typeof history.getContestHistory>({
  method: 'GET',
  path: '/contests/:id/history',
  response: true,
});

export const getContestStatistics = withoutSchemas<typeof statistics.getContestStatistics>({
  method: 'GET',
  path: '/contests/:id/statistics',
  response: true,
});

export const standingsCsv = withoutSchemas<typeof reports.standingsCsv>({
  method: 'GET',
  path: '/contests/:id/standings.csv',
});

export const getEditorial = withoutSchemas<typeof editorials.getEditorial>({
  method: 'GET',
  path: '/contests/:id/editorial',
  response: true,
});

export const editorialPdf = withoutSchemas<typeof editorials.editorialPdf>({
  method: 'GET',
  path: '/contests/:id/editorial/pdf',
});

export const listLanguages = withoutSchemas<typeof languages.listLanguages>({
  method: 'GET',
  path: '/languages',
  response: true,
});

export const putStartingText = withoutSchemas<typeof languages.putStartingText>({
  method: 'PUT',
  path: '/admin/languages/:id/starting-text',
  response: true,
});

export const followEvents = withoutSchemas<typeof events.followEvents>({ method: 'GET', path: '/events' });

export const listContestQuestions = withoutSchemas<typeof questions.listContestQuestions>({
  method: 'GET',
  path: '/contests/:id/questions',
  response: true,
});

export const askQuestion = withoutSchemas<typeof questions.askQuestion>({
  method: 'POST',
  path: '/contests/:id/questions',
  response: true,
});

export const markContestRead = withoutSchemas<typeof questions.markContestRead>({
  method: 'POST',
  path: '/contests/:id/questions/read',
});

export const getVirtualRun = withoutSchemas<typeof virtual.getVirtualRun>({
  method: 'GET',
  path: '/contests/:id/virtual',
  response: true,
});

export const startVirtualRun = withoutSchemas<typeof virtual.startVirtualRun>({
  method: 'POST',
  path: '/contests/:id/virtual',
  response: true,
});

export const endVirtualRun = withoutSchemas<typeof virtual.endVirtualRun>({
  method: 'POST',
  path: '/contests/:id/virtual/end',
  response: true,
});

export const removeVirtualRun = withoutSchemas<typeof virtual.removeVirtualRun>({
  method: 'DELETE',
  path: '/contests/:id/virtual',
});
