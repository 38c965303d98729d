import { limits } from '../limits.ts';
import { contestManagementTexts, contestTexts } from './en-contests.ts';
import { editorTexts, problemManagementTexts, problemTexts, problemTextsOfOne } from './en-problems.ts';
import { counted, durationTexts } from './en-quantities.ts';
import { sentences } from './en-sentences.ts';
import { scoreboardTexts, submissionTexts } from './en-submissions.ts';

/**
 * Every text people see, in English. A text with parts that vary is a function, so that another language is
 * one more file of the same type (`Messages`) and may order and inflect as it needs.
 */
export const en = {
  sentences,

  app: {
    name: 'Minos',
    /** For times and numbers that the browser puts into words. */
    locale: 'en',
    justNow: 'just now',
    pageTitle: (page: string) => `${page} · Minos`,
    skipToContent: 'Skip to content',
    loadingPage: 'Loading page…',
    retry: 'Retry',
    retrying: 'Trying again...',
    notRefreshed: 'This could not be refreshed and may be out of date.',
    cancel: 'Cancel',
    close: 'Close',
    dialogKept: 'This stays open so that nothing you typed is lost. Use Close to discard it.',
    backToHome: 'Back to Home',
  },

  navigation: {
    main: 'Main',
    contest: 'Contest',
    admin: 'Administration',
    openMenu: 'Menu',
    problems: 'Problems',
    submissions: 'Submissions',
    scoreboard: 'Scoreboard',
    contests: 'Contests',
    users: 'Users',
    settings: 'Settings',
    adminPanel: 'Admin Panel',
    staffPanel: 'Staff Panel',
    login: 'Login',
    register: 'Register',
    logout: 'Logout',
    exit: 'Exit',
    exitContest: 'Exit contest',
    exitAdmin: 'Exit to the site',
    toDarkTheme: 'Switch to dark theme',
    toLightTheme: 'Switch to light theme',
  },

  charts: {
    loading: 'Loading chart...',
    notLoaded: 'The chart could not be loaded.',
    notLoadedNext: 'The connection may have dropped. Opening the page again loads it.',
    drawing: (title: string) => `${title} (chart; a table with the same figures follows)`,
    asTable: 'Show as a table',
    time: 'Time',
    /** Where a line has not begun. */
    nothingYet: '–',
  },

  durations: durationTexts,

  account: {
    menu: (username: string) => `Account: ${username}`,
    signedInAs: 'Signed in as',
    changePassword: 'Change password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    passwordChanged: 'Your password has been changed. Other devices have been signed out.',
    changeFailed: 'Failed to change the password.',
  },

  roles: {
    user: 'User',
    staff: 'Staff',
    admin: 'Admin',
  },

  home: {
    title: 'Home',
    welcome: 'Welcome to Minos. Every solution gets a fair hearing.',
    quoteHint: 'Click the text for a word of encouragement',
    problemsLine: 'Read a statement, write C++, see how far it gets.',
    contestsLine: 'Same problems, same clock, one scoreboard.',
    scoreboardLine: 'Who has solved what, and how much is left to solve.',
    quotes: [
      'A wrong answer is a question you have not asked yet.',
      'Write the slow solution first. It knows the truth.',
      'The bug is always in the line you were sure about.',
      'Read the statement once more; it has been waiting to help you.',
      'Small inputs tell big secrets.',
      'You do not have to be fast. You have to be next to correct, and then correct.',
      'Every accepted solution was once an empty file.',
      'Draw it. The paper compiles everything.',
      'If you can explain it to a friend, you can explain it to a machine.',
      'Time limit exceeded only means that your idea has room to grow.',
      'The hard problem of today is the warm-up of next year.',
      'A thread through the maze begins with one knot: solve one case by hand.',
      'Rest is part of the algorithm.',
      'Partial points are proof that you were on the way.',
      'Be kind to the person who will read this code. It is usually you.',
      'Nobody sees the twenty attempts behind the one that passed. Make yours.',
    ],
  },

  login: {
    title: 'Login',
    lead: 'Sign in to submit solutions and follow your results.',
    username: 'Username',
    password: 'Password',
    submit: 'Login',
    busy: 'Logging in...',
    failed: 'Login failed.',
    noAccount: 'No account yet?',
    toRegister: 'Register here',
    needed: 'Please log in.',
  },

  register: {
    title: 'Register',
    lead: 'A username and a password are all it takes.',
    usernameHint: `${limits.usernameMin} to ${limits.usernameMax} letters, digits, _, - or .`,
    passwordHint: `At least ${limits.passwordMin} characters`,
    submit: 'Register',
    busy: 'Registering...',
    failed: 'Registration failed. Username or email might already be in use.',
    done: 'Registration successful! Please log in.',
    haveAccount: 'Already have an account?',
    toLogin: 'Login here',
    disabledTitle: 'Registration Disabled',
    disabledLine: 'New accounts cannot be registered at the moment. Ask an organiser if you need one.',
    loading: 'Loading...',
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
  },

  problems: problemTexts,
  problem: problemTextsOfOne,
  editor: editorTexts,
  problemManagement: problemManagementTexts,
  submissions: submissionTexts,
  scoreboard: scoreboardTexts,
  contests: contestTexts,
  contestManagement: contestManagementTexts,

  trouble: {
    notFoundTitle: 'Page not found',
    notFoundLine: 'Nothing lives at this address. It may have moved, or the link may have a typing error.',
    forbiddenTitle: 'Not allowed',
    forbiddenLine: 'You do not have permission to view this page.',
    sessionTitle: 'Your session could not be checked',
    sessionLine:
      'The server could not tell who is signed in; it may be restarting. Nobody has been signed out.',
    loadTitle: 'This page did not load',
    loadLine: 'The connection may have dropped, or a new version has just been installed.',
    crashTitle: 'Something went wrong',
    crashLine: 'The page ran into an unexpected error. Loading it again usually helps.',
  },
};

export type Messages = typeof en;
