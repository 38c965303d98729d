/** The tests of a Kattis package: a tree of folders, each with a file of settings if it wants one. */

import type { PlannedTest } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { groupsMax } from '../package-groups.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { PackagePlan } from './format.ts';

export interface TestFiles {
  /** From `data/`, e.g. `secret/01-small`. */
  readonly name: string;
  readonly input: ArchiveEntry;
  readonly answer: ArchiveEntry;
  /** Settings of its own. */
  readonly settings: ArchiveEntry | null;
}

export interface TestFolder {
  /** From `data/`; `data/` itself is ''. */
  readonly path: string;
  readonly settings: ArchiveEntry | null;
  /** Of either kind, in the order in which they are judged. A folder without tests, however deep, is not there. */
  readonly items: readonly (TestFiles | TestFolder)[];
}

/** What both families make of the tree. */
export interface KattisGroups extends Pick<PackagePlan, 'groups'> {
  readonly tests: readonly (Omit<PlannedTest<ArchiveEntry>, 'checkerArgs'> & {
    readonly flags: readonly string[];
  })[];
  /** What the package calls full marks. */
  readonly total: number;
}

export const isFolder = (item: TestFiles | TestFolder): item is TestFolder => 'items' in item;

export const listTests = (folder: TestFolder): TestFiles[] =>
  folder.items.flatMap((item) => (isFolder(item) ? listTests(item) : [item]));

export const listFolders = (folder: TestFolder): TestFolder[] => [
  folder,
  ...folder.items.filter(isFolder).flatMap(listFolders),
];

/** Every file of settings that is read. */
export const listSettings = (folder: TestFolder): ArchiveEntry[] =>
  [...listFolders(folder), ...listTests(folder)].flatMap(({ settings }) => settings ?? []);

const depthMax = 16;

interface Draft {
  settings: ArchiveEntry | null;
  /** By their names without the ending. */
  readonly halves: Map<string, { input?: ArchiveEntry; answer?: ArchiveEntry; settings?: ArchiveEntry }>;
  readonly folders: Map<string, Draft>;
}

/** What the file of a folder is called. */
export type SettingsName = 'testdata.yaml' | 'test_group.yaml';

/** `hasTestSettings`: in this version a test may have settings of its own. */
export function readTestTree(
  files: readonly ArchiveEntry[],
  { settingsName, hasTestSettings }: { settingsName: SettingsName; hasTestSettings: boolean },
): TestFolder {
  const endings = hasTestSettings ? testFile : testFileOnly;
  const root = newDraft();
  let folders = 0;
  for (const file of files) {
    const path = file.name.split('/').slice(1);
    const plainName = path.pop() ?? '';
    if (path.some((part) => part.endsWith('.files'))) {
      const feature = words('feature_file_names');
      throw refusedPackage(file.name, null, words('package_feature', { feature }));
    }
    if (path.length > depthMax)
      throw refusedPackage(file.name, null, words('package_too_deep', { most: depthMax }));
    let draft = root;
    for (const part of path) {
      const inner = draft.folders.get(part) ?? newDraft();
      if (!draft.folders.has(part) && ++folders > groupsMax)
        throw refusedPackage('data', null, words('package_too_many_groups', { most: groupsMax }));
      draft.folders.set(part, inner);
      draft = inner;
    }
    if (plainName === settingsName) draft.settings = file;
    else placeFile(draft, file, endings.exec(plainName) ?? []);
  }
  const tree = finish(root, '');
  const stray = tree.items.find((item) => !isFolder(item) || !['sample', 'secret'].includes(item.path));
  if (stray) {
    const [test] = isFolder(stray) ? listTests(stray) : [stray];
    throw refusedPackage(test?.input.name ?? 'data', null, words('kattis_stray_test'));
  }
  if (!tree.items.some((item) => isFolder(item) && item.path === 'secret'))
    throw refusedPackage('data/secret', null, words('kattis_no_secret_tests'));
  return tree;
}

const newDraft = (): Draft => ({ settings: null, halves: new Map(), folders: new Map() });

const testFile = /^(.+)\.(in|ans|yaml)$/i;
const testFileOnly = /^(.+)\.(in|ans)$/i;

function placeFile(draft: Draft, file: ArchiveEntry, [, name, ending]: readonly string[]): void {
  if (name === undefined || ending === undefined) return;
  const half = draft.halves.get(name) ?? {};
  draft.halves.set(name, half);
  const role = ({ in: 'input', ans: 'answer', yaml: 'settings' } as const)[
    ending.toLowerCase() as 'in' | 'ans' | 'yaml'
  ];
  const other = half[role];
  if (other) throw refusedPackage(file.name, null, words('kattis_same_test', { file: cutName(other.name) }));
  half[role] = file;
}

function finish({ settings, halves, folders }: Draft, path: string): TestFolder {
  const under = (name: string) => (path === '' ? name : `${path}/${name}`);
  const tests = [...halves].flatMap(([name, { input, answer, settings = null }]): TestFiles[] => {
    if (input && answer) return [{ name: under(name), input, answer, settings }];
    if (input) throw refusedPackage(input.name, null, words('package_answer_missing', { input: input.name }));
    if (answer)
      throw refusedPackage(answer.name, null, words('kattis_input_missing', { answer: answer.name }));
    if (settings)
      throw refusedPackage(settings.name, null, words('kattis_input_missing', { answer: settings.name }));
    return [];
  });
  const inner = [...folders]
    .map(([name, draft]) => finish(draft, under(name)))
    .filter(({ items }) => items.length > 0);
  const nameOf = (item: TestFiles | TestFolder) => (isFolder(item) ? item.path : item.name);
  const items = [...tests, ...inner].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return { path, settings, items };
}

/** Of a folder: without `secret/`, since people think of what is in there as the groups. */
export function nameGroup(path: string): string {
  const name = path.startsWith('secret/') ? path.slice('secret/'.length) : path;
  return ['sample', 'secret', 'data'].includes(name) ? path || 'data' : name || 'data';
}
