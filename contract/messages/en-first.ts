import { limits } from '../limits.ts';
import { durationTexts } from './en-quantities.ts';

/**
 * The texts of the frame and of what a visitor sees first: home, login, register, and what may go wrong there. The rest
 * of the catalogue (en.ts) follows with the first page that needs it.
 */
export const firstTexts = {
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
    offline: 'You are offline. This goes on by itself when the connection is back.',
    offlineBar: 'You are offline. What you see may be out of date.',
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
    openPalette: 'Go to or do',
    problems: 'Problems',
    submissions: 'Submissions',
    scoreboard: 'Scoreboard',
    contests: 'Contests',
    users: 'Users',
    settings: 'Settings',
    questions: 'Questions',
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

  durations: durationTexts,

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

  home: {
    title: 'Home',
    welcome: 'Welcome to Minos. Every solution gets a fair hearing.',
    quoteHint: 'Click the text for a word of encouragement',
    problemsLine: 'Read a statement, write C++, see how far it gets.',
    contestsLine: 'Same problems, same clock, one scoreboard.',
    scoreboardLine: 'Who has solved what, and how much is left to solve.',
    loading: 'Loading your overview...',
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

  trouble: {
    notFoundTitle: 'Page not found',
    notFoundLine: 'Nothing lives at this address. It may have moved, or the link may have a typing error.',
    loadTitle: 'This page did not load',
    loadLine: 'The connection may have dropped, or a new version has just been installed.',
    crashTitle: 'Something went wrong',
    crashLine: 'The page ran into an unexpected error. Loading it again usually helps.',
  },
};
