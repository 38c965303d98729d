/**
 * What staff read when an archive is refused, all in one place: each says what is wrong in the words of someone
 * who makes ZIP files, and where it helps, what to do about it.
 */

import { listNames, quoteName } from './refusal.ts';

export const pointsMistakes = {
  withoutScale: (checker: string, line: number) =>
    `${quoteName(checker)} seems to give points (line ${line}), so their scale must be declared: points: share, points: percent or points: absolute`,
  withoutGroups:
    'absolute is out of the points of a test’s group, but there are no groups; declare share or percent',
  groupsDiffer: (test: string) =>
    `absolute is out of the points of a test’s group, but the test ${quoteName(test)} is in groups that are worth different points; declare share or percent`,
} as const;

const megabytes = (bytes: number) => `${Math.floor(bytes / (1024 * 1024)).toLocaleString('en')} MB`;

export const refusals = {
  empty: 'The file is empty.',
  notAZip: 'This is not a ZIP file.',
  incomplete:
    'The ZIP file is damaged or incomplete: its table of contents cannot be found. Please make or upload it again.',
  damaged: 'The ZIP file is damaged: its table of contents makes no sense. Please make it again.',
  bytesBefore:
    'The ZIP file has other bytes before its first file, as a self-extracting program has. Please make a plain ZIP file.',
  archiveTooLarge: (limit: number) => `The ZIP file is larger than ${megabytes(limit)}.`,
  tooManyEntries: (count: number, limit: number) =>
    `The ZIP file holds ${count.toLocaleString('en')} files and folders; at most ${limit.toLocaleString('en')} are allowed.`,
  tableTooLarge: 'The table of contents of the ZIP file is too large.',
  fileTooLarge: (name: string, limit: number) =>
    `${quoteName(name)} would be larger than ${megabytes(limit)} when unpacked.`,
  unpackedTooLarge: (limit: number) => `The ZIP file would be larger than ${megabytes(limit)} when unpacked.`,
  ratio: (name: string) =>
    `${quoteName(name)} claims to unpack to more than any real file of its packed size could.`,
  overlap: (name: string) =>
    `${quoteName(name)} shares its packed bytes with another file, as in a ZIP file made to harm.`,
  encrypted: (name: string) =>
    `${quoteName(name)} is protected by a password. Please make the ZIP file without one.`,
  allEncrypted: 'The ZIP file is protected by a password. Please make it without one.',
  compression: (name: string, method: string) =>
    `${quoteName(name)} is packed by ${method}, which is not supported. Please make the ZIP file with the usual method, Deflate.`,
  link: (name: string) =>
    `${quoteName(name)} is a link or a device, not a file. Please put the file itself into the ZIP file.`,
  outside: (name: string) =>
    `${quoteName(name)} points outside the ZIP file’s folder. Names must not start with “/” or a drive letter, or contain “..”.`,
  backslash: (name: string) =>
    `${quoteName(name)} has a backslash in its name. Please make the ZIP file with a program that separates folders by “/”.`,
  strangeName: (name: string) => `${quoteName(name)} has a name with characters that cannot be seen.`,
  longName: (name: string, limit: number) => `${quoteName(name)} has a name longer than ${limit} bytes.`,
  duplicate: (name: string) => `${quoteName(name)} is in the ZIP file twice.`,
  damagedEntry: (name: string) =>
    `${quoteName(name)} is damaged: what is packed is not what the ZIP file says. Please make or upload it again.`,
  noTests:
    'The ZIP file holds no tests. A test is a pair of files such as 1.in and 1.out; the documentation lists all accepted names.',
  orphans: (orphans: readonly string[]) =>
    `${orphans.length === 1 ? 'One file belongs' : `${orphans.length} files belong`} to no test: ${listNames(orphans)}.`,
  twoAnswers: (input: string, answers: readonly string[]) =>
    `${quoteName(input)} has more than one answer: ${listNames(answers)}.`,
  twoInputs: (answer: string, inputs: readonly string[]) =>
    `${quoteName(answer)} answers more than one input: ${listNames(inputs)}.`,
  sameTest: (test: string, first: string, second: string) =>
    `The test ${quoteName(test)} is there twice: as ${quoteName(first)} and as ${quoteName(second)}.`,
  misplacedManifest: (name: string) =>
    `${quoteName(name)} must lie at the top of the ZIP file, or in its only top folder.`,
  twoManifests: (names: readonly string[]) =>
    `There must be one manifest only, but there are ${listNames(names)}.`,
  manifest: (name: string, mistakes: readonly string[]) => `${name}: ${mistakes.join(' ')}`,
} as const;
