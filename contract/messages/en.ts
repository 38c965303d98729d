import { contestAfterTexts } from './en-contest-after.ts';
import { contestClockTexts } from './en-contest-clock.ts';
import { contestDayTexts } from './en-contest-day.ts';
import { contestEntryTexts } from './en-contest-entry.ts';
import { contestFormatTexts } from './en-contest-format.ts';
import { contestTimingTexts } from './en-contest-timing.ts';
import { contestManagementTexts, contestTexts } from './en-contests.ts';
import { firstTexts } from './en-first.ts';
import { languageGuide } from './en-language-guide.ts';
import { languageLimitTexts } from './en-language-limits.ts';
import { participantTexts } from './en-participants.ts';
import { problemPackageTexts } from './en-problem-packages.ts';
import { editorTexts, problemManagementTexts, problemTexts, problemTextsOfOne } from './en-problems.ts';
import { counted, durationTexts, momentTexts } from './en-quantities.ts';
import { inboxTexts, questionTexts } from './en-questions.ts';
import { sentences } from './en-sentences.ts';
import { groupTexts, scoreboardTexts, submissionTexts } from './en-submissions.ts';

/**
 * Every text people see, in English. A text with parts that vary is a function, so that another language is
 * one more file of the same type (`Messages`) and may order and inflect as it needs.
 */
export const en = {
  ...firstTexts,

  durations: durationTexts,
  moments: momentTexts,

  account: {
    menu: (username: string) => `Account: ${username}`,
    signedInAs: 'Signed in as',
    changePassword: 'Change password',
  },

  roles: {
    user: 'User',
    staff: 'Staff',
    admin: 'Admin',
  },

  guards: {
    forbiddenTitle: 'Not allowed',
    forbiddenLine: 'You do not have permission to view this page.',
    sessionTitle: 'Your session could not be checked',
    sessionLine:
      'The server could not tell who is signed in; it may be restarting. Nobody has been signed out.',
  },

  passwordChange: {
    currentPassword: 'Current password',
    newPassword: 'New password',
    passwordChanged: 'Your password has been changed. Other devices have been signed out.',
    changeFailed: 'Failed to change the password.',
  },

  /** Before any script has run. */
  bareDocument: {
    description: 'Minos, an online programming-contest grader',
    withoutScript: 'Minos needs JavaScript. Please turn it on and load this page again.',
  },

  palette: {
    placeholder: 'A page, a problem, a contest…',
    found: 'What was found',
    nothingFound: 'Nothing is called so.',
    pages: 'Pages',
    management: 'Management',
    contestProblems: 'Problems of this contest',
    problems: 'Problems',
    contests: 'Contests',
    languages: 'Languages',
    ownSubmissions: 'My submissions',
    actions: 'Actions',
    shortcuts: 'Keyboard shortcuts',
    openPalette: 'Go to a page, problem or contest',
    focusSearch: 'Search on this page, or else everywhere',
    openShortcuts: 'This list',
    submit: 'Submit, in the editor',
    close: 'Close a dialog',
    turn: 'Previous or next submission, in the viewer',
    stepInCeremony: 'A step back or on, in a ceremony',
    stepOnInCeremony: 'A step on, in a ceremony',
    keys: { control: 'Ctrl', command: '⌘', enter: 'Enter', escape: 'Esc', space: 'Space' },
  },

  homeOverview: {
    loading: 'Loading your overview…',
    onNow: 'On now and next',
    nothingOn: 'No contest is on, and none is planned.',
    toContests: 'To the contests',
    leftOff: 'Where you left off',
    startHere: 'A problem to start with',
    goOn: 'Go on',
    begin: 'Start',
    withProblem: (title: string) => ` with ${title}`,
    allSolved: 'Everything in the list is solved.',
    problemsFailed: 'Your problems could not be read.',
    progress: 'Progress',
    toProblems: 'To the problems',
    latest: 'Latest verdicts',
    noVerdicts: 'No verdicts yet.',
    noVerdictsNext: 'They appear here as soon as you submit a solution.',
    verdictsFailed: 'Your verdicts could not be read.',
    toSubmissions: 'All my submissions',
  },

  questions: questionTexts,
  inbox: inboxTexts,

  sentences,

  charts: {
    loading: 'Loading chart...',
    notLoaded: 'The chart could not be loaded.',
    notLoadedNext: 'The connection may have dropped. Opening the page again loads it.',
    drawing: (title: string) => `${title} (chart; a table with the same figures follows)`,
    asTable: 'Show as a table',
    from: 'From',
    now: 'now',
    time: 'Time',
    /** Where a line has not begun. */
    nothingYet: '–',
  },

  admin: {
    usersTitle: 'User Management',
    usersLine: 'Create, edit and delete accounts, one by one or by the hundred.',
    problemsTitle: 'Problem Management',
    problemsLine: 'Statements, test cases, limits and visibility.',
    contestsTitle: 'Contest Management',
    contestsLine: 'Schedule contests and choose their problems.',
    settingsTitle: 'Registration Settings',
    settingsLine: 'Decide whether visitors may create an account of their own.',
    lead: (username: string) => `Signed in as ${username}.`,
    untrustedProxy: (address: string | null) =>
      `Requests come through a proxy${address ? ` (${address})` : ''}, but TRUST_PROXY is not set: everybody behind it counts as one address, and ten wrong passwords lock an account for all of them. If it is your reverse proxy, set TRUST_PROXY=${address ?? '(its address)'} and start the server again.`,
  },

  overview: {
    title: 'The state of the place',
    loading: 'Loading the state of the place...',
    fetchFailed: 'Failed to fetch the state of the place.',
    queueTitle: 'Waiting to be judged',
    nobodyWaits: 'Nobody waits.',
    oldestWaits: (time: string) => `The oldest waits for ${time}.`,
    judging: 'Being judged',
    rejudging: 'Judged again',
    importing: 'Imports',
    contestNow: 'Contest now',
    contestNext: 'Next contest',
    noContest: 'None is scheduled.',
    contestPeople: (participants: number, problems: number) =>
      `${counted(participants, 'participant', 'participants')}, ${counted(problems, 'problem', 'problems')}`,
    judgedTitle: 'Judged in the last hour',
    nothingJudged: 'Nothing was judged.',
    judged: (verdicts: number, wait: string) =>
      `${counted(verdicts, 'verdict', 'verdicts')}; on average it took ${wait} until judging began.`,
    verdicts: 'Verdicts',
    missingTitle: 'Problems without tests',
    nothingMissing: 'Every problem has tests.',
    visibleThough: 'visible',
    andMore: (count: number) => `and ${count} more`,
    failuresTitle: 'Last failures',
    noFailures: 'No import and no judgement has failed.',
    importOf: 'Import of test cases for',
    unmade: (id: string) => `Problem ${id} was not created`,
    archivesTitle: 'Last imported archives',
    unnamedArchive: 'An archive',
    archiveBy: (username: string) => `by ${username}`,
    faultOf: (submission: number, problem: string, machine: string | null) =>
      `Submission #${submission} to ${problem}${machine ? ` on ${machine}` : ''}:`,
  },

  judgeMachines: {
    title: 'Judge machines',
    loading: 'Loading judge machines...',
    fetchFailed: 'Failed to fetch the judge machines.',
    empty: 'No judge machine has registered. Submissions wait until one does.',
    name: 'Name',
    state: 'State',
    cores: 'Cores busy',
    coresBusy: (busy: number, all: number) => `${busy} of ${all}`,
    sandbox: 'Sandbox',
    lastHour: 'Judged in the last hour',
    lastSeen: 'Last seen',
    lost: 'Not heard of',
    states: {
      checking: 'Being checked',
      ready: 'Takes work',
      refused: 'Takes no work',
      draining: 'Leaving',
    },
  },

  users: {
    title: 'User Management',
    username: 'Username',
    password: 'Password',
    newPassword: 'New password',
    newPasswordHint: 'Leave empty to keep the present one',
    role: 'Role',
    actions: 'Actions',
    edit: 'Edit',
    editUser: (username: string) => `Edit ${username}`,
    delete: 'Delete',
    deleteUser: (username: string) => `Delete ${username}`,
    you: 'you',
    protected: 'protected',
    filter: 'Filter by username',
    noMatch: 'No user matches this filter.',
    shown: (shown: number, total: number) =>
      shown === total ? counted(total, 'user', 'users') : `${shown} of ${total} users`,
    showMore: 'Show more',
    loading: 'Loading users...',
    fetchFailed: 'Failed to fetch users.',
    create: 'Create New User',
    createSubmit: 'Create User',
    createFailed: 'Failed to create user.',
    created: (username: string) => `User "${username}" has been created.`,
    editTitle: 'Edit User',
    save: 'Save',
    saving: 'Saving...',
    saveFailed: 'Failed to save user details.',
    saved: (username: string) => `User "${username}" has been saved.`,
    deleteTitle: 'Confirm Deletion',
    deleteQuestion: (username: string) =>
      `Are you sure you want to delete user "${username}"? All related submissions will also be deleted.`,
    deleting: 'Deleting...',
    deleteFailed: 'Failed to delete user.',
    deleted: (username: string) => `User "${username}" has been deleted.`,
    new: 'new',
    selectUser: (username: string) => `Select ${username}`,
    selectShown: 'Select all users in sight',
    selectNone: 'Clear selection',
    selected: (count: number) => (count === 1 ? '1 user selected' : `${count} users selected`),
    deleteMany: (count: number) => (count === 1 ? 'Delete 1 user' : `Delete ${count} users`),
    deleteManyQuestion: (count: number) =>
      count === 1
        ? 'Are you sure you want to delete this user? All related submissions will also be deleted.'
        : `Are you sure you want to delete these ${count} users? All related submissions will also be deleted.`,
    deleteManyNames: 'Users to delete',
    deleteManyFailed: (count: number) =>
      count === 1 ? 'This user could not be deleted.' : `These ${count} users could not be deleted.`,
    deletedMany: (count: number) => `${count} users have been deleted.`,
    batchTitle: 'Batch User Creation',
    batchLine: 'Numbered accounts with generated passwords, for a class or a contest room.',
    prefix: 'Prefix',
    count: 'Count',
    batchSubmit: 'Create Users',
    batchBusy: 'Creating...',
    batchFailed: 'Failed to create users.',
    batchDone: (count: number) =>
      count === 1 ? '1 user has been created.' : `${count} users have been created.`,
    batchOnce: 'The passwords are shown only here. Download them before you close this tab.',
    batchRange: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    batchTable: (first: string, last: string) => `Created users ${first} to ${last}`,
    ofBatch: (first: string, last: string) => ` of ${first} to ${last}`,
    downloadCsv: 'Download CSV',
    csvName: (prefix: string) => `users-${prefix}.csv`,
    batchClear: 'Clear list',
    printSlips: 'Print slips',
  },

  settings: {
    title: 'Registration Settings',
    toggle: 'Enable User Registration',
    toggleHint: 'When this is on, anyone who can open this site may create an account.',
    loading: 'Loading settings...',
    enabled: 'Registration has been enabled.',
    disabled: 'Registration has been disabled.',
    fetchFailed: 'Failed to fetch settings.',
    updateFailed: 'Failed to update settings.',
    leaveOutStaff: 'Leave Out Staff and Administrators',
    leaveOutStaffHint:
      'When this is on, only contestants stand and are ranked on the global scoreboard. Scoreboards of contests stay as they are.',
    staffLeftOut: 'Staff and administrators are left out of the scoreboard.',
    staffIncluded: 'Staff and administrators are on the scoreboard.',
    languages: 'Languages',
    languagesHint:
      'What people may submit in. A judge machine that lacks a language that is on takes no work until it is installed there.',
    languagesGuide: 'What contestants read about them, and what their editor begins with',
    noMachine: 'No judge machine is there to say whether it has it.',
    notLooked: 'has not looked yet',
    switchOnTitle: (name: string) => `Switch on ${name}?`,
    switchOn: 'Switch on',
    nobodyHas: 'No judge machine has it. Nothing at all will be judged until one does.',
    someLack: (lacking: number, all: number) =>
      `${lacking} of ${all} judge machines ${lacking === 1 ? 'lacks' : 'lack'} it and will take no work until it is installed there.`,
    packageHint: (language: string) =>
      `Programs in ${language} may import it. A judge machine that lacks it takes no work while this is on.`,
  },

  problems: problemTexts,

  problem: problemTextsOfOne,

  editor: editorTexts,

  problemManagement: problemManagementTexts,

  problemPackages: problemPackageTexts,

  languageLimits: languageLimitTexts,

  languageGuide,

  submissions: submissionTexts,

  groups: groupTexts,

  scoreboard: scoreboardTexts,

  contests: contestTexts,

  contestFormat: contestFormatTexts,

  contestAfter: contestAfterTexts,
  contestEntry: contestEntryTexts,
  contestClock: contestClockTexts,

  contestManagement: contestManagementTexts,

  contestDay: contestDayTexts,
  contestTiming: contestTimingTexts,

  participants: participantTexts,
};

export type Messages = typeof en;
