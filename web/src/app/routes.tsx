import type { RouteObject } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { loadFirstPage, loadPage } from '../lib/load-page.ts';
import { BareLayout, type PageHandle } from './layouts/layout.tsx';
import { MainLayout } from './layouts/main-layout.tsx';
import { Root } from './layouts/root.tsx';
import { NotFoundNote, RouteError } from './layouts/route-error.tsx';

const reading: PageHandle = { width: 'reading' };
const wide: PageHandle = { width: 'wide' };

const mainPages: RouteObject[] = [
  {
    path: pagePaths.home,
    handle: wide,
    lazy: loadFirstPage(() => import('../features/home/home-page.tsx'), 'HomePage'),
  },
  {
    path: pagePaths.problems,
    handle: wide,
    lazy: loadPage(() => import('../features/problems/problems-page.tsx'), 'ProblemsPage'),
  },
  {
    path: pagePaths.problem,
    handle: wide,
    lazy: loadPage(() => import('../features/problems/problem-route.tsx'), 'ProblemRoute'),
  },
  {
    path: pagePaths.scoreboard,
    lazy: loadPage(() => import('../features/scoreboard/scoreboard-page.tsx'), 'ScoreboardPage'),
  },
  {
    path: pagePaths.submissions,
    handle: wide,
    lazy: loadPage(() => import('../features/submissions/submissions-page.tsx'), 'SubmissionsPage'),
  },
  {
    path: pagePaths.login,
    handle: reading,
    lazy: loadFirstPage(() => import('../features/auth/login-page.tsx'), 'LoginPage'),
  },
  {
    path: pagePaths.register,
    handle: reading,
    lazy: loadFirstPage(() => import('../features/auth/register-page.tsx'), 'RegisterPage'),
  },
  {
    path: pagePaths.contests,
    handle: wide,
    lazy: loadPage(() => import('../features/contests/contests-page.tsx'), 'ContestsPage'),
  },
  {
    path: pagePaths.languages,
    handle: wide,
    lazy: loadPage(() => import('../features/languages/languages-page.tsx'), 'LanguagesPage'),
  },
  { path: '*', Component: NotFoundNote },
];

const contestPages: RouteObject[] = [
  {
    path: pagePaths.contest,
    handle: wide,
    lazy: loadPage(() => import('../features/contests/contest-page.tsx'), 'ContestPage'),
  },
  {
    path: pagePaths.contestProblems,
    handle: wide,
    lazy: loadPage(() => import('../features/contests/contest-problems-page.tsx'), 'ContestProblemsPage'),
  },
  {
    path: pagePaths.contestProblem,
    handle: wide,
    lazy: loadPage(() => import('../features/problems/problem-route.tsx'), 'ProblemRoute'),
  },
  {
    path: pagePaths.contestSubmissions,
    handle: wide,
    lazy: loadPage(() => import('../features/submissions/submissions-page.tsx'), 'ContestSubmissionsPage'),
  },
  {
    path: pagePaths.contestScoreboard,
    handle: wide,
    lazy: loadPage(() => import('../features/contests/contest-scoreboard-page.tsx'), 'ContestScoreboardPage'),
  },
  {
    path: pagePaths.contestStatistics,
    handle: wide,
    lazy: loadPage(() => import('../features/contests/contest-statistics-page.tsx'), 'ContestStatisticsPage'),
  },
  {
    path: pagePaths.contestVirtual,
    handle: wide,
    lazy: loadPage(() => import('../features/contests/virtual-page.tsx'), 'VirtualPage'),
  },
  {
    path: pagePaths.contestQuestions,
    handle: wide,
    lazy: loadPage(() => import('../features/questions/contest-questions-page.tsx'), 'ContestQuestionsPage'),
  },
  {
    lazy: loadPage(() => import('./layouts/guards.tsx'), 'StaffGuard'),
    children: [
      {
        path: pagePaths.participantReport,
        handle: wide,
        lazy: loadPage(
          () => import('../features/contests/participant-report-page.tsx'),
          'ParticipantReportPage',
        ),
      },
    ],
  },
  { path: `${pagePaths.contest}/*`, Component: NotFoundNote },
];

const ceremonyPages: RouteObject[] = [
  {
    lazy: loadPage(() => import('./layouts/guards.tsx'), 'StaffGuard'),
    children: [
      {
        path: pagePaths.contestReveal,
        lazy: loadPage(() => import('../features/contests/reveal-page.tsx'), 'RevealPage'),
      },
    ],
  },
];

const adminPages: RouteObject[] = [
  {
    lazy: loadPage(() => import('./layouts/guards.tsx'), 'StaffGuard'),
    children: [
      {
        path: pagePaths.admin,
        handle: wide,
        lazy: loadPage(() => import('../features/admin/admin-panel-page.tsx'), 'AdminPanelPage'),
      },
      {
        path: pagePaths.adminProblems,
        handle: wide,
        lazy: loadPage(
          () => import('../features/problem-management/problem-management-page.tsx'),
          'ProblemManagementPage',
        ),
      },
      {
        path: pagePaths.adminContests,
        handle: wide,
        lazy: loadPage(
          () => import('../features/contest-management/contest-management-page.tsx'),
          'ContestManagementPage',
        ),
      },
      {
        path: pagePaths.contestDay,
        handle: wide,
        lazy: loadPage(() => import('../features/contest-day/contest-day-page.tsx'), 'ContestDayPage'),
      },
      {
        path: pagePaths.adminParticipants,
        handle: wide,
        lazy: loadPage(() => import('../features/participants/participants-page.tsx'), 'ParticipantsPage'),
      },
      {
        path: pagePaths.adminQuestions,
        handle: wide,
        lazy: loadPage(() => import('../features/questions/inbox-page.tsx'), 'InboxPage'),
      },
    ],
  },
  {
    lazy: loadPage(() => import('./layouts/guards.tsx'), 'AdminGuard'),
    children: [
      {
        path: pagePaths.adminUsers,
        handle: wide,
        lazy: loadPage(() => import('../features/users/users-page.tsx'), 'UsersPage'),
      },
      {
        path: pagePaths.adminSettings,
        handle: reading,
        lazy: loadPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
      },
    ],
  },
  { path: `${pagePaths.admin}/*`, Component: NotFoundNote },
];

/** As the server, which answers 404 for /Problems: one address, one page. */
function withCase(route: RouteObject): RouteObject {
  if (route.index) return route;
  return { ...route, caseSensitive: true, ...(route.children && { children: route.children.map(withCase) }) };
}

/** A layout stays on the screen while one of its pages loads, and when one does not. */
function withLayout(layout: Pick<RouteObject, 'Component' | 'lazy'>, children: RouteObject[]): RouteObject {
  return {
    ...layout,
    children: [{ ErrorBoundary: RouteError, children: children.map(withCase) }],
  };
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    children: [
      withLayout({ Component: BareLayout }, ceremonyPages),
      withLayout({ Component: MainLayout }, mainPages),
      withLayout(
        { lazy: loadPage(() => import('./layouts/contest-layout.tsx'), 'ContestLayout') },
        contestPages,
      ),
      withLayout({ lazy: loadPage(() => import('./layouts/admin-layout.tsx'), 'AdminLayout') }, adminPages),
    ],
  },
];
