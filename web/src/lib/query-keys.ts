/**
 * The names under which answers are kept, all in one place: who changes something has read anew what may tell of it.
 * A shorter key stands for everything that begins with it.
 */
export const queryKeys = {
  /** Not among those of the contest: what is on the wall is not read anew with them. */
  reveal: (contestId: number) => ['reveal', contestId] as const,
  session: ['session'],
  registration: ['registration'],
  languages: ['languages'],
  scoreboard: ['scoreboard'],
  contests: ['contests'],
  contest: {
    any: ['contest'],
    one: (id: number) => ['contest', id] as const,
    detail: (id: number) => ['contest', id, 'detail'] as const,
    problems: (id: number) => ['contest', id, 'problems'] as const,
    problem: (id: number, problemId: string, hasStarted: boolean) =>
      ['contest', id, 'problem', problemId, hasStarted] as const,
    scoreboard: (id: number) => ['contest', id, 'scoreboard'] as const,
    scoreboardView: (id: number, view: 'own-eyes' | 'frozen') => ['contest', id, 'scoreboard', view] as const,
    ownRow: (id: number) => ['contest', id, 'scoreboard', 'own-row'] as const,
    progress: (id: number) => ['contest', id, 'progress'] as const,
    history: (id: number) => ['contest', id, 'history'] as const,
    statistics: (id: number) => ['contest', id, 'statistics'] as const,
    virtual: (id: number) => ['contest', id, 'virtual'] as const,
    editorial: (id: number) => ['contest', id, 'editorial'] as const,
    report: (id: number, userId: number) => ['contest', id, 'report', userId] as const,
  },
  /** Apart from the contest's: it is read anew when something is told, not with each submission. */
  contestNews: (id: number) => ['contest-news', id] as const,
  problems: {
    any: ['problems'],
    list: ['problems', 'list'],
    one: (problemId: string) => ['problems', 'one', problemId] as const,
  },
  submissions: {
    any: ['submissions'],
    list: (part: object) => ['submissions', 'list', part] as const,
    one: (id: number, contestId: number | undefined) => ['submissions', 'one', id, contestId] as const,
  },
  admin: {
    authors: ['admin', 'authors'],
    contests: {
      any: ['admin', 'contests'],
      accounts: (id: number, search: string) => ['admin', 'contests', 'accounts', id, search] as const,
      list: ['admin', 'contests', 'list'],
      assignedProblems: (id: number) => ['admin', 'contests', 'assigned', id] as const,
      availableProblems: ['admin', 'contests', 'available'],
      day: (id: number) => ['admin', 'contests', 'day', id] as const,
      participants: (id: number) => ['admin', 'contests', 'participants', id] as const,
      problemsElsewhere: (id: number) => ['admin', 'contests', 'elsewhere', id] as const,
    },
    problems: {
      any: ['admin', 'problems'],
      list: ['admin', 'problems', 'list'],
      tests: (id: string) => ['admin', 'problems', 'tests', id] as const,
      files: (id: string) => ['admin', 'problems', 'files', id] as const,
      trial: (id: string) => ['admin', 'problems', 'trial', id] as const,
      statementPages: (id: string, storedAt: string | null) =>
        ['admin', 'problems', 'statement-pages', id, storedAt] as const,
      rejudge: (id: string) => ['admin', 'problems', 'rejudge', id] as const,
      waiting: ['admin', 'problems', 'waiting'],
    },
    questions: {
      any: ['admin', 'questions'],
      unanswered: (filter: object) => ['admin', 'questions', 'unanswered', filter] as const,
      inbox: (filter: object) => ['admin', 'questions', 'inbox', filter] as const,
      announcements: (filter: object) => ['admin', 'questions', 'announcements', filter] as const,
      templates: ['admin', 'questions', 'templates'],
    },
    languages: ['admin', 'settings', 'languages'],
    overview: ['admin', 'overview'],
    registration: ['admin', 'settings', 'registration'],
    scoreboard: ['admin', 'settings', 'scoreboard'],
    untrustedProxy: ['admin', 'untrusted-proxy'],
    uploadProgress: (jobId: string) => ['admin', 'upload-progress', jobId] as const,
    users: ['admin', 'users'],
    workers: ['admin', 'workers'],
  },
} as const;

/** Whatever else is kept another account may not see. */
export const publicKeys: readonly (readonly string[])[] = [
  queryKeys.session,
  queryKeys.registration,
  queryKeys.languages,
];
