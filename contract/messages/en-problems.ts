import { limits } from '../limits.ts';
import type { ImportKind } from '../problems.ts';
import { counted, grouped } from './en-quantities.ts';

const megabytes = (bytes: number) => bytes / (1024 * 1024);

/** The problems list and the page of one problem. */
export const problemTexts = {
  title: 'All Problems',
  loading: 'Loading problems...',
  fetchFailed: 'Failed to fetch problems. Please log in.',
  empty: 'No problems yet.',
  emptyNext: 'Problems appear here as soon as staff make them visible.',
  noSubmission: 'Not tried yet',
  tries: (count: number) => counted(count, 'try', 'tries'),
  score: 'Score',
  /** Where the problem keeps it back. */
  scoreUnknown: '–',
  new: 'New',
  edit: 'Edit',
  opens: (title: string) => `: ${title}`,
  solvedOf: (solved: number, all: number) => `${solved} of ${all} solved`,
  search: 'Search problems',
  searchHint: 'Title or id',
  show: 'Show problems',
  all: 'All',
  states: { open: 'Open', tried: 'Tried', solved: 'Solved' },
  sort: 'Sort by',
  orders: { list: 'List order', title: 'Title', tried: 'Last tried', score: 'Score', tries: 'Tries' },
  shownOf: (shown: number, all: number) => `${shown} of ${counted(all, 'problem', 'problems')} shown`,
  noMatch: 'No problem matches.',
  noMatchNext: 'Try other words, or look at all of them.',
  showAll: 'Show all problems',
  /** For staff. */
  hidden: 'Hidden',
};

export const problemTextsOfOne = {
  loading: 'Loading problem...',
  notFound: (id: string) => `Problem ${id} not found.`,
  notFoundNext: 'The id may have a typing error, or the problem has been removed.',
  fetchFailed: (id: string) => `Failed to fetch problem ${id}.`,
  hiddenTitle: 'Problem is hidden by Admin',
  hiddenNote: 'Only staff see this problem here.',
  backToProblems: 'Back to Problems',
  id: 'Id',
  author: 'Author',
  timeLimit: 'Time limit',
  milliseconds: (value: number) => `${value} ms`,
  memoryLimit: 'Memory limit',
  megabytes: (value: number) => `${value} MB`,
  viewPdf: 'View Problem PDF',
  opensInNewTab: '(opens in a new tab)',
  tabs: 'Parts of the problem',
  statement: 'Statement',
  submit: 'Submit',
  mySubmissions: 'My Submissions',
  bestScore: 'Best score',
  scoreOf: (score: number | null) => `Score: ${score ?? '–'} / 100`,
  notTried: 'No submissions yet',
  fullMarks: 'Full marks!',

  noPdf: 'No PDF available for preview',
  loadingPdf: 'Loading the statement...',
  pdfFailed: 'The statement could not be shown here.',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitWidth: 'Fit width',
  smallest: 'It gets no smaller.',
  largest: 'It gets no larger.',
  fitsWidth: 'It fits the width already.',
  forPagesOnly: 'Only for the statement as pages.',
  percent: (share: number) => `${Math.round(share * 100)}%`,
  page: (number: number, total: number) => `Page ${number} of ${total}`,
  pages: (total: number) => counted(total, 'page', 'pages'),
  dimPage: 'Dim the page',
  statementViews: 'How to show the statement',
  viewPage: 'Page',
  viewText: 'Text',
  textNote:
    'Taken from the PDF: formulas and tables may be broken, and pictures are missing. The page is what counts.',
  textFailed: 'The text could not be taken from the PDF.',
  statementWidth: 'Width of the statement',
  details: 'Details',

  goOnInMainList: 'Go on with this problem in the main list',
  inContest: 'In the contest',
  opensInMainList: 'The problem opens in the main list as soon as the last submissions have been judged.',
  loginToSubmit: 'Please log in to submit a solution.',
  sessionEnded:
    'Your session has ended. What you wrote is kept on this device: log in again to go on with it.',
  loginToSeeOwn: 'Please log in to see your submissions.',
  code: 'Source code',
  editorHint: (sendKeys: string) => `${sendKeys} submits. Esc, then Tab leaves the editor.`,
  sendKeys: { mac: '⌘ Enter', other: 'Ctrl+Enter' },
  emptyEditor: 'Write your program here.',
  insertStarter: 'Insert a starting program',
  smallerText: 'Smaller text',
  smallestText: 'The text is as small as it gets.',
  largerText: 'Larger text',
  largestText: 'The text is as large as it gets.',
  find: 'Find in the code',
  kept: (time: string) => `Kept on this device, ${time}`,
  notKept: 'Not kept on this device',
  notKeptReason: 'This browser stores nothing. Copy your text before you leave the page.',
  unsentRestored: (time: string) => `What you wrote and did not submit (${time}) has been restored.`,
  language: 'Language',
  aboutLanguage: (name: string) => `About ${name}`,
  looksLike: (name: string) => `This looks like ${name}.`,
  switchTo: (name: string) => `Switch to ${name}`,
  keepLanguage: (name: string) => `Keep ${name}`,
  takenFor: (name: string) => `This looks like ${name}: the language has been switched.`,
  backTo: (name: string) => `Back to ${name}`,
  sizeLimit: `at most ${limits.sourceMaxBytes / 1024} KB`,
  sizeNow: (bytes: number) => `${formatKilobytes(bytes)} of ${limits.sourceMaxBytes / 1024} KB`,
  chooseFile: 'Choose file',
  orDrop: 'or drop one onto the editor',
  dropHere: 'Drop the file to put it into the editor',
  fileLoaded: (name: string) => `${name} is in the editor.`,
  fileTooLarge: (name: string, bytes: number) =>
    `${name} has ${formatKilobytes(bytes)} KB; a source may have at most ${limits.sourceMaxBytes / 1024} KB.`,
  fileUnreadable: (name: string) => `${name} could not be read.`,
  draftRestored: 'Your last submitted code has been restored.',
  tooLong: 'Too long to submit',
  closed: 'Nothing can be submitted now',
  submitButton: 'Submit',
  submitting: 'Submitting...',
  submitFailed: 'An unexpected error occurred.',
};

/** The search of the editor; the keys are CodeMirror's own words. */
export const editorTexts = {
  phrases: {
    Find: 'Find',
    Replace: 'Replace with',
    next: 'Next',
    previous: 'Previous',
    all: 'Select all',
    'match case': 'Match case',
    regexp: 'Regular expression',
    'by word': 'Whole words',
    replace: 'Replace',
    'replace all': 'Replace all',
    close: 'Close',
    'current match': 'Current match',
    'on line': 'on line',
    'replaced match on line $': 'Replaced the match on line $',
    'replaced $ matches': 'Replaced $ matches',
    'Go to line': 'Go to line',
    go: 'Go',
    'Control character': 'Control character',
    'Selection deleted': 'Selection deleted',
  },
};

export const problemManagementTexts = {
  title: 'Problem Management',
  loading: 'Loading problems...',
  fetchFailed: 'Failed to fetch problems.',
  empty: 'No problems yet.',
  emptyNext:
    'Create the first one: a title, limits, a PDF and a ZIP of test cases. Or import problems that exist elsewhere, as packages.',
  id: 'ID',
  problemTitle: 'Title',
  visibility: 'Visibility',
  actions: 'Actions',
  visible: 'Visible',
  hidden: 'Hidden',
  clickToHide: 'Click to hide',
  clickToShow: 'Click to show',
  visibilityFailed: 'Failed to update problem visibility.',
  showAll: 'Show All',
  showAllHint: 'Show all hidden problems',
  nothingToShow: 'No problem is hidden.',
  showAllFailed: 'Failed to show all problems.',
  hideAll: 'Hide All',
  hideAllHint: 'Hide all visible problems',
  nothingToHide: 'No problem is visible.',
  hideAllFailed: 'Failed to hide all problems.',
  create: 'Create New Problem',
  edit: 'Edit',
  delete: 'Delete',
  ofProblem: (id: string) => ` ${id}`,
  detailsFailed: 'Failed to fetch problem details.',
  deleteTitle: 'Confirm Deletion',
  deleteQuestion: (id: string) =>
    `Are you sure you want to delete problem "${id}"? All related test cases and submissions will also be deleted.`,
  deleting: 'Deleting...',
  deleteFailed: 'Failed to delete problem.',
  deleted: (id: string) => `Problem "${id}" has been deleted.`,
  saved: (id: string) => `Problem "${id}" has been saved.`,
  savedHidden: (id: string) =>
    `Problem "${id}" has been saved. It is hidden: only staff see it until you show it.`,
  show: 'Show',
  shown: (id: string) => `Problem "${id}" is visible now.`,
  noTestsTag: 'No tests',
  noStatementTag: 'No statement',
  importFailedTag: 'Import failed',
  importingTag: 'Importing',
  testsColumn: 'Tests',
  limitsColumn: 'Limits',
  statementColumn: 'Statement',
  attemptsColumn: 'Attempts',
  testsOf: (tests: number, groups: number) =>
    groups > 0 ? `${tests} in ${counted(groups, 'group', 'groups')}` : `${tests}`,
  limitsOf: (timeMs: number, memoryMb: number) => `${timeMs} ms, ${memoryMb} MB`,
  statementThere: 'PDF',
  statementMissing: 'none',
  attemptsOf: (attempts: number, most: number) => (attempts < most ? `${attempts}` : `${most}+`),
  inContest: (title: string) => `In ${title}`,
  wasInContest: (title: string) => `Was in ${title}`,
  view: 'View',
  search: 'Search by id or title',
  which: 'Which problems',
  whichOnes: {
    all: 'All problems',
    visible: 'Visible',
    hidden: 'Hidden',
    incomplete: 'With something missing',
  },
  noMatch: 'No problem matches.',
  noMatchNext: 'Change the search or choose all problems.',
  showMore: 'Show more',
  counted: (shown: number, total: number) =>
    shown === total
      ? counted(total, 'problem', 'problems')
      : `${shown} of ${counted(total, 'problem', 'problems')}`,
  countedHidden: (hidden: number, total: number) => {
    if (total === 0) return '';
    if (hidden === 0) return 'all visible';
    return hidden === total ? 'all hidden' : `${hidden} hidden`;
  },

  showAllTitle: (count: number) => `Show ${counted(count, 'hidden problem', 'hidden problems')}?`,
  hideAllTitle: (count: number) => `Hide ${counted(count, 'visible problem', 'visible problems')}?`,
  showAllQuestion: 'From then on everybody sees them in the problem list and can submit to them.',
  hideAllQuestion:
    'From then on only staff see them, and their points do not count on the scoreboard until they are shown again.',
  showAllIncomplete: (count: number) =>
    count === 1
      ? '1 of them has no tests: what is submitted to it is skipped.'
      : `${count} of them have no tests: what is submitted to them is skipped.`,
  andMore: (count: number) => `and ${count} more`,
  showMany: (count: number) => `Show ${counted(count, 'problem', 'problems')}`,
  hideMany: (count: number) => `Hide ${counted(count, 'problem', 'problems')}`,
  changingMany: 'Changing...',
  shownMany: (count: number) => `${counted(count, 'problem is', 'problems are')} visible now.`,
  hiddenMany: (count: number) => `${counted(count, 'problem is', 'problems are')} hidden now.`,
  undo: 'Undo',
  undoneHidden: (count: number) => `Undone: ${counted(count, 'problem is', 'problems are')} hidden again.`,
  undoneShown: (count: number) => `Undone: ${counted(count, 'problem is', 'problems are')} visible again.`,
  undoFailed: 'Failed to undo the change.',

  notCreated: (reason: string) => `${reason} The problem has not been created; nothing is left of it.`,
  beingCreated: (id: string) =>
    `Problem "${id}" is being created: it appears here as soon as its test cases are imported.`,
  creationFailed: (id: string, reason: string) => `Problem "${id}" has not been created. ${reason}`,

  dropHint: 'Drop a file here, or choose one',
  dropReplace: 'Drop another file here, or choose one',
  dropNow: 'Drop it here',
  chosen: (name: string, size: string) => `${name}, ${size}`,
  removeFile: 'Remove',
  notThatKind: {
    pdf: (name: string) => `${name} is not a PDF file.`,
    zip: (name: string) => `${name} is not a ZIP file.`,
  },
  inForce: 'In force',
  statementInForce: (size: string) => `PDF, ${size}`,
  noStatementInForce: 'No statement yet',
  openStatement: 'Open',
  testsInForceLine: (tests: number, groups: number) =>
    groups > 0
      ? `${counted(tests, 'test', 'tests')} in ${counted(groups, 'group', 'groups')}`
      : counted(tests, 'test', 'tests'),
  testsVersion: (version: number) => `version ${version}`,
  noTestsInForce: 'No test cases yet: submissions are skipped',
  filesFailed: 'Failed to fetch what is in force.',

  rejudgeTitle: 'Rejudge',
  rejudgeOffer: (count: number, most: number) =>
    count === 1
      ? '1 submission was judged with the old tests.'
      : `${count < most ? grouped(count) : `${grouped(most)} or more`} submissions were judged with the old tests.`,
  rejudgeThem: (count: number) => (count === 1 ? 'Rejudge it' : 'Rejudge them'),
  rejudgeAsking: 'Asking...',
  rejudgeFailed: 'Failed to ask for the rejudge.',
  rejudgeFetchFailed: 'Failed to fetch the rejudge.',
  rejudgeProgress: (done: number, total: number) => `${done} of ${total} judged again`,
  rejudgeChanged: (changed: number, total: number) =>
    changed === 0
      ? `No verdict has changed (${counted(total, 'submission', 'submissions')}).`
      : `${changed} of ${counted(total, 'submission', 'submissions')} ${changed === 1 ? 'has' : 'have'} another verdict or score.`,
  rejudgeGivenUp: (count: number) =>
    `The judge could not judge ${counted(count, 'submission', 'submissions')} again; the verdict in force stays.`,
  rejudgeBy: (username: string | null) =>
    username === null ? 'Last rejudge' : `Last rejudge, by ${username}`,
  rejudgeBefore: 'Before',
  rejudgeAfter: 'After',
  rejudgeCount: 'Submissions',
  rejudgeTable: 'Submissions with another verdict or score',
  rejudgeSummaryTable: 'What became of which verdicts',
  submission: 'Submission',
  user: 'User',
  to: 'to',

  editTitle: (id: string) => `Edit Problem ${id}`,
  idHint: 'Letters, digits, _, - and dots. It is part of the address of the problem and stays.',
  author: 'Author',
  noAuthor: 'None: the account was deleted',
  timeLimit: 'Time limit (ms)',
  memoryLimit: 'Memory limit (MB)',
  withholdsRunFacts: 'Withhold times, memory and reasons during contests',
  withholdsRunFactsHint:
    'Until their contest has finished, contestants then see only the status of each test: how long a program runs and how it ends can tell what is in a secret test.',
  feedback: 'What contestants see',
  feedbacks: {
    full: 'Everything',
    groups: 'Groups and scores',
    samples: 'Samples only',
  },
  feedbackHints: {
    full: 'Status, score and groups, and the result of every test.',
    groups: 'Status, score and what each group earned; of the tests only the samples.',
    samples:
      'The results of the samples, and neither status nor score of the rest: the problem then counts on no scoreboard, apart from the final standings of a contest.',
  },
  pdf: 'Statement (PDF)',
  pdfHint: `A .pdf file of at most ${megabytes(limits.pdfMaxBytes)} MB`,
  zip: 'Test cases (ZIP)',
  zipHint: `A .zip file of at most ${megabytes(limits.archiveMaxBytes)} MB, with at most ${grouped(limits.archiveMaxEntries)} files that unpack to at most ${megabytes(limits.archiveMaxUnpackedBytes) / 1024} GB`,
  keepsFile: 'Leave empty to keep the present one.',
  namingTitle: 'How the files may be named',
  namings: [
    '1.in with 1.out, 1.ans, 1.sol or 1.a',
    'input1.txt with output1.txt, input.1 with output.1',
    'input/1.txt with output/1.txt, tests.in1 with tests.out1',
    '01 with 01.a (Polygon), data/sample and data/secret (Kattis)',
    '1-2.in is test 2 of group 1; minos.yaml may give points and a checker',
  ],
  fileTooLarge: (limit: string) => `This file is larger than ${limit}; the server will refuse it.`,
  save: 'Save',
  saving: 'Saving...',
  saveFailed: 'Failed to save problem.',
  initiating: 'Initiating save...',
  uploading: 'Uploading files to server...',
  sent: (sent: number, total: number) => {
    const unit = total < 1024 * 1024 ? 1024 : 1024 * 1024;
    return `${(sent / unit).toFixed(1)} of ${(total / unit).toFixed(1)} ${unit === 1024 ? 'KB' : 'MB'}`;
  },
  counts: (progress: number, total: number) => `${grouped(progress)} of ${grouped(total)}`,
  cancelUpload: 'Cancel upload',
  cancelOf: {
    tests: 'Cancel import',
    packages: 'Cancel import',
    preview: 'Stop reading',
    trial: 'Stop judging the solutions',
  } satisfies Record<ImportKind, string>,
  cancelImportFailed: 'Failed to cancel it.',
  uploadCancelled: 'The upload has been cancelled. The other changes are saved.',
  creationCancelled: 'The upload has been cancelled.',
  progressFailed: 'Failed to get upload progress.',
  progressUnknown: 'Could not retrieve processing status.',
  progress: 'Progress of the save',

  reportTitle: (id: string) => `Test cases of ${id}`,
  reportDone: 'The test cases have been imported and are in force.',
  lastImport: 'Last import:',
  importFailed: 'The last import of test cases failed:',
  testsInForce: 'Test cases in force',
  noTests: 'No test cases yet. Submissions are skipped until an archive is imported.',
  testsFailed: 'Failed to fetch the test cases in force.',
  tests: 'Tests',
  groups: 'Groups',
  sharedTests: 'Tests in several groups',
  samples: 'Samples',
  checker: 'Checker',
  largestFile: 'Largest file',
  noFile: 'none',
  fileSize: (bytes: number) => formatBytes(bytes),
  ignoredTitle: (count: number) => counted(count, 'entry was ignored', 'entries were ignored'),
  usedTitle: (count: number) =>
    counted(count, 'file is used beside the tests', 'files are used beside the tests'),
  usedAs: 'What it is',
  noneIgnored: 'Every entry of the archive is used.',
  entry: 'Entry',
  reason: 'Reason',
  pairedTitle: (count: number) => counted(count, 'test with its files', 'tests with their files'),
  test: 'Test',
  input: 'Input',
  answer: 'Answer',
  shownOf: (shown: number, total: number) => `The first ${shown} of ${total}.`,
};

function formatKilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}

function formatBytes(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte', 'bytes');
  if (bytes < 1024 * 1024) return `${formatKilobytes(bytes)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
