/**
 * The pages of the web app. The router builds its tree from these paths and the server answers 404 with the
 * app's own not-found page for any path that is none of them.
 */
export const pagePaths = {
  home: '/',
  problems: '/problems',
  problem: '/problems/:problemId',
  scoreboard: '/scoreboard',
  submissions: '/submissions',
  login: '/login',
  register: '/register',
  contests: '/contests',
  languages: '/languages',
  contest: '/contests/:contestId',
  contestProblems: '/contests/:contestId/problems',
  contestProblem: '/contests/:contestId/problems/:problemId',
  contestSubmissions: '/contests/:contestId/submissions',
  contestScoreboard: '/contests/:contestId/scoreboard',
  contestStatistics: '/contests/:contestId/statistics',
  contestVirtual: '/contests/:contestId/virtual',
  participantReport: '/contests/:contestId/participants/:userId',
  contestQuestions: '/contests/:contestId/questions',
  contestReveal: '/contests/:contestId/reveal',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminProblems: '/admin/problems',
  adminContests: '/admin/contests',
  contestDay: '/admin/contests/:contestId/day',
  adminParticipants: '/admin/contests/:contestId/participants',
  adminQuestions: '/admin/questions',
  adminSettings: '/admin/settings',
} as const;

const patterns = Object.values(pagePaths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:([A-Za-z]+)/g, '(?<$1>[^/]+)').replace(/\/$/, '')}/?$`),
}));

export interface PageAtAddress {
  path: string;
  /** What the address has in the place of the path's names, as it stands there. */
  params: Readonly<Record<string, string>>;
}

/** The page that is at this address; null where none is. */
export function findPage(address: string): PageAtAddress | null {
  for (const { path, pattern } of patterns) {
    const found = pattern.exec(address);
    if (found) return { path, params: { ...found.groups } };
  }
  return null;
}
