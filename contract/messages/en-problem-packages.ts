import type { GroupRule } from '../test-set-plan.ts';
import { languageNames } from './en-languages.ts';
import { counted, grouped } from './en-quantities.ts';

/** More ids would make a long sentence. */
const waitingNamed = 5;

const times = (ratio: number) => `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)} times`;

/** Problems that come as packages and go out as such, and what the jury's solutions say of them. */
export const problemPackageTexts = {
  import: 'Import problems',
  package: 'Package (ZIP)',
  packageHint: 'One problem, or many in folders. Nothing is saved before you have seen what is in it.',
  dropAnywhere: 'Drop the ZIP to see what problems are in it',
  sending: 'Sending the package...',
  sendFailed: 'The package could not be sent.',
  stopSending: 'Stop sending',
  chooseAnother: 'Choose another file',

  export: (count: number) => `Export ${counted(count, 'problem', 'problems')}`,
  exportHint: 'One ZIP file with a package for each of these problems',
  tooManyToExport: 'So many can be exported only all together: choose fewer, or none and look at all.',
  download: 'Download',
  downloadHint: 'Download package',
  choose: (id: string) => `Choose ${id}`,
  chooseAll: 'Choose all problems in the list',
  chooseNone: 'Choose none',

  /** The preview. */
  found: (name: string) => `What is in ${name}`,
  summary: (ready: number, refused: number) =>
    [
      ready > 0 && `${counted(ready, 'problem', 'problems')} can be imported`,
      refused > 0 &&
        (ready > 0 ? `${refused} cannot` : `${counted(refused, 'problem', 'problems')} cannot be imported`),
    ]
      .filter((part) => part !== false)
      .join(', '),
  wanted: (created: number, changed: number) =>
    [created > 0 && `${created} will be created`, changed > 0 && `${changed} will be changed`]
      .filter((part) => part !== false)
      .join(', ') || 'Nothing is chosen',
  takeIt: (title: string) => `Import ${title}`,
  takeAll: 'Import all',
  id: 'ID',
  untitled: 'Untitled',
  willBeCreated: 'will be created',
  willBeChanged: 'exists and will be changed',
  leftOut: 'left out',
  refused: 'cannot be imported',
  inFolder: (folder: string) => `in folder ${folder}`,
  changedWarning:
    'What exists gets the title, limits, statement and tests of its package. Submissions stay, with the verdicts they have.',
  contents: 'What is in it',
  save: (count: number) => `Import ${counted(count, 'problem', 'problems')}`,
  saveNone: 'Choose at least one problem.',
  saveWrongIds: 'An id in the list cannot be used.',
  starting: 'Starting...',
  saveFailed: 'The import could not be started.',

  format: 'Format',
  timeLimit: 'Time limit',
  memoryLimit: 'Memory limit',
  milliseconds: (ms: number) => `${grouped(ms)} ms`,
  megabytes: (megabytes: number) => `${grouped(megabytes)} MB`,
  limitDerived: (factor: number) => `derived: ${factor} × the slowest right solution`,
  limitKept: 'not given: stays as it is',
  limitDefault: (limit: string) => `not given: ${limit}`,
  statement: 'Statement',
  noStatement: 'none',
  statementKept: 'none: the present one stays',
  texts: 'Statement as text',
  noTexts: 'none',
  inShort: (tests: number, groups: number, solutions: number) =>
    [
      counted(tests, 'test', 'tests') + (groups > 0 ? ` in ${counted(groups, 'group', 'groups')}` : ''),
      counted(solutions, 'solution', 'solutions'),
    ].join(', '),
  testsOnly: 'Its title, limits and statement are not taken from the archive: those of this form count.',

  groupsTitle: 'Groups',
  group: 'Group',
  points: 'Points',
  rule: 'What counts',
  rules: {
    min: 'weakest test',
    max: 'best test',
    all: 'all or nothing',
    product: 'product of its tests',
    sum: 'sum of its tests',
    ignore: 'nothing: shown only',
  } satisfies Record<GroupRule, string>,
  dependsOn: 'Needs',
  noDependencies: '–',
  tests: 'Tests',
  within: (group: string) => `part of ${group}`,
  noGroups: 'No groups: what the tests earn is added up.',

  solutionsTitle: 'Solutions of the jury',
  noSolutions: 'No solutions of the jury: nothing speaks for or against the tests and limits.',
  solution: 'Solution',
  expected: 'Expected',
  language: 'Language',
  notJudged: 'not run: no language that is judged here',
  notOn: (language: string) => `not run: ${language} is not switched on`,
  languages: languageNames as Readonly<Record<string, string>>,

  expectedRight: 'right',
  expectedAnything: 'anything',
  expectedOf: {
    Accepted: 'right',
    'Wrong Answer': 'wrong answer',
    'Time Limit Exceeded': 'too slow',
    'Runtime Error': 'crash',
    'Memory Limit Exceeded': 'too much memory',
    Skipped: 'skipped',
  } as Readonly<Record<string, string>>,
  or: (names: readonly string[]) => names.join(' or '),
  onlyThese: (names: readonly string[]) => `on every test ${names.join(' or ')}`,
  besidesThese: (names: readonly string[]) => `otherwise only ${names.join(' or ')}`,
  expectedScore: (least: number, most: number) =>
    least === most ? `score ${least}` : `score ${least} to ${most}`,
  expectedMessage: (message: string) => `a checker’s message with “${message}”`,
  ofGroup: (group: string, what: string) => `group ${group}: ${what}`,
  ofTests: (tests: readonly string[], more: number, what: string) =>
    `${tests.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${what}`,

  /** The preview in the form of a problem. */
  preview: 'What the archive will be',
  previewReading: 'Looking into the archive...',
  previewSending: 'Sending the archive to look into it...',
  previewUnknown:
    'The archive could not be looked into beforehand. Save sends it all the same, and checks it then.',
  previewReady: 'This is what it will be. Nothing is saved yet.',
  refusedFile: (reason: string) =>
    `${reason} Nothing has been saved: choose another file or remove this one.`,

  /** What became of each. */
  importing: 'Problems are being imported.',
  outcomeTitle: 'What became of each problem',
  importEnded: 'The import of problems has ended.',
  showImport: 'Show',
  outcomes: { ready: 'can be imported', created: 'created', updated: 'changed', refused: 'refused' },
  newOnesHidden: 'New problems are hidden: only staff see them until you show them.',
  goesOn: 'You may close this window: the import goes on by itself.',
  importLost: 'What becomes of the import could not be asked.',
  edit: 'Edit',
  ofProblem: (id: string) => ` ${id}`,
  importMore: 'Import more',

  /** A version that the jury's solutions speak against, and what they say of the one in force. */
  expectedAgainstSeen: 'Expected against seen',
  refusedNew:
    'The problem does not exist yet: it comes to be when this version is put in force. Undecided, it is kept for a day.',
  refusedChange: 'What was in force before still is.',
  trialTitle: 'What the jury’s solutions say',
  trialAgrees: (count: number) => `${counted(count, 'solution ends', 'solutions end')} as expected`,
  trialDisagrees: (against: number, all: number) => `${against} of ${all} did not end as expected`,
  trialFailed: 'Failed to fetch what the jury’s solutions say.',
  forcedBy: (username: string | null) =>
    username === null
      ? 'Put in force against its solutions'
      : `Put in force against its solutions by ${username}`,
  triedWith: (compiler: string) => `Judged with ${compiler}`,
  seen: 'Seen',
  results: 'Tests',
  slowest: 'Slowest',
  asExpected: 'as expected',
  notAsExpected: 'not as expected',
  notToTheEnd: 'stopped: seen often enough',
  score: (score: number) => `score ${score}`,
  against: (test: string, status: string) => `test ${test}: ${status}`,
  nothingRequired: (names: readonly string[]) => `no test ended with ${names.join(' or ')}`,
  scoreOutside: 'another score than expected',
  partUnmet: (part: string) => `not so: ${part}`,
  earned: (name: string, earned: number, points: number) => `${name}: ${earned} of ${points}`,
  earnedTitle: 'Groups',
  compilerSaid: 'What the compiler said',
  given: (limit: string) => `${limit}, given`,
  derived: (limit: string, factor: number, slowestMs: number, name: string) =>
    `${limit}, derived: ${factor} × ${slowestMs} ms of ${name}`,
  slowestRight: 'Slowest right solution',
  fastestSlow: 'Fastest one that must be too slow',
  slowestRightOf: (name: string, ms: number, ratio: number) =>
    ms === 0 ? `${name}: under 1 ms` : `${name}: ${ms} ms; the limit is ${times(ratio)} that`,
  fastestSlowStopped: (name: string, ms: number) => `${name}: longer than ${ms} ms, where it was stopped`,
  fastestSlowOver: (name: string, ms: number, ratio: number) =>
    `${name}: ${ms} ms, ${times(ratio)} the limit`,
  fastestSlowWithin: (name: string, ms: number) => `${name}: ${ms} ms, within the limit`,
  noneOfThem: 'there is none',
  suggested: 'Suggested time limit',
  suggestion: (ms: number) => `${grouped(ms)} ms`,
  suggestionTwice: 'twice the slowest right solution',
  suggestionBetween: 'between the slowest right solution and the fastest that must be too slow',
  noSuggestion: 'none keeps the right ones and the slow ones apart',

  force: 'Put in force all the same',
  forceTitle: 'Put it in force against its solutions?',
  forceQuestion: (id: string) =>
    `From then on submissions to “${id}” are judged by a version on which solutions of its own jury did not end as expected: tests, checker or limits may be wrong. It is recorded that you did it.`,
  forceSure: 'Put it in force',
  forcing: 'Putting it in force...',
  forceFailed: 'Failed to put it in force.',
  discard: 'Discard it',
  discarding: 'Discarding...',
  discardFailed: 'Failed to discard it.',
  waiting: (ids: readonly string[], by: string | null) =>
    `Not in force, since the jury’s solutions did not end as expected: ${ids.slice(0, waitingNamed).join(', ')}${ids.length > waitingNamed ? ` and ${ids.length - waitingNamed} more` : ''}${by === null ? '' : `, imported by ${by}`}.`,
  decide: 'Look and decide',

  limitsTried: 'The new limits are tried; they come into force when the jury’s solutions agree.',
};
