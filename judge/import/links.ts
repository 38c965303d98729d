/**
 * Symbolic links of an archive, followed as a file system would follow them: a link to a file is one more file with
 * that content, a link to a folder is one more folder with all that is in it. A link never leads out of the archive;
 * and since folders that link to folders can multiply without end, what comes out is held to the archive's own bounds.
 */

import type { LinkFault } from '#contract/import-words.ts';
import { words } from '#contract/words.ts';
import type { ArchiveBounds } from './entry-checks.ts';
import { type ArchiveEntry, renameEntry } from './entry-content.ts';
import { checkName, folderOf } from './entry-name.ts';
import { ArchiveRefused, cutName } from './refusal.ts';

/** As many as Linux follows. */
const linksInARow = 40;

/** `targetOf` has what each link says; the result has every entry in its place, links replaced by what they mean. */
export function followLinks(
  entries: readonly ArchiveEntry[],
  targetOf: ReadonlyMap<ArchiveEntry, string>,
  bounds: ArchiveBounds,
): readonly ArchiveEntry[] {
  if (targetOf.size === 0) return entries;
  const tree = growTree(entries, targetOf);
  const find = createFinder(tree);
  const found: ArchiveEntry[] = [];
  let unpackedBytes = 0;

  const add = (name: string, original: ArchiveEntry | undefined) => {
    checkName(name);
    const entry = original ? renameEntry(original, name) : { name, bytes: 0, isFolder: true };
    unpackedBytes += entry.bytes;
    found.push(entry);
    if (found.length > bounds.entries)
      throw new ArchiveRefused(words('archive_links_multiply', { limit: bounds.entries }));
    if (unpackedBytes > bounds.unpackedBytes)
      throw new ArchiveRefused(words('archive_unpacked_too_large', { limitBytes: bounds.unpackedBytes }));
  };
  /** `around` are the folders that we are in, by their own names: one that is met again has no end. */
  const addFollowed = (link: string, shownAs: string, around: readonly string[]) => {
    const place = find(link);
    const entry = tree.entries.get(place);
    if (entry && !tree.children.has(place)) add(shownAs, entry);
    else addFolder(link, place, shownAs, around);
  };
  const addFolder = (link: string, folder: string, shownAs: string, around: readonly string[]) => {
    if (around.includes(folder)) throw refused(link, tree, 'circle');
    add(shownAs, tree.entries.get(folder));
    for (const child of tree.children.get(folder) ?? []) {
      const name = `${shownAs}/${child.slice(child.lastIndexOf('/') + 1)}`;
      const inside = [...around, folder];
      if (tree.links.has(child)) addFollowed(child, name, inside);
      else if (tree.children.has(child)) addFolder(link, child, name, inside);
      else add(name, tree.entries.get(child));
    }
  };

  for (const entry of entries) {
    if (targetOf.has(entry)) addFollowed(entry.name, entry.name, listFolders(entry.name));
    else add(entry.name, entry);
  }
  return refuseRepeated(found);
}

interface Tree {
  /** Files and folders that have an entry of their own. */
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  readonly links: ReadonlyMap<string, string>;
  /** What is in each folder, by full names; the archive itself is ''. */
  readonly children: ReadonlyMap<string, ReadonlySet<string>>;
}

function growTree(entries: readonly ArchiveEntry[], targetOf: ReadonlyMap<ArchiveEntry, string>): Tree {
  const plain = new Map<string, ArchiveEntry>();
  const links = new Map<string, string>();
  const children = new Map<string, Set<string>>([['', new Set()]]);
  for (const entry of entries) {
    const target = targetOf.get(entry);
    if (target === undefined) plain.set(entry.name, entry);
    else links.set(entry.name, target);
    if (entry.isFolder && !children.has(entry.name)) children.set(entry.name, new Set());
    for (let child = entry.name; child !== ''; ) {
      const folder = folderOf(child);
      const siblings = children.get(folder);
      if (siblings?.has(child)) break;
      if (siblings) siblings.add(child);
      else children.set(folder, new Set([child]));
      child = folder;
    }
  }
  const tree = { entries: plain, links, children };
  for (const link of links.keys()) if (children.has(link)) throw refused(link, tree, 'folder');
  return tree;
}

/** Where a link leads in the end. Each is looked up once. */
function createFinder(tree: Tree): (link: string) => string {
  const known = new Map<string, { place: string; steps: number }>();

  function follow(link: string, depth: number): { place: string; steps: number } {
    const before = known.get(link);
    if (before) return before;
    if (depth > linksInARow) throw refused(link, tree, 'circle');
    const target = tree.links.get(link) ?? '';
    if (/^[/\\]|^[a-z]:/i.test(target)) throw refused(link, tree, 'absolute');
    let steps = 1;
    let place = folderOf(link);
    for (const part of target.split('/')) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        if (place === '') throw refused(link, tree, 'outside');
        place = folderOf(place);
        continue;
      }
      place = place === '' ? part : `${place}/${part}`;
      if (tree.links.has(place)) {
        const next = follow(place, depth + 1);
        steps += next.steps;
        place = next.place;
        if (steps > linksInARow) throw refused(link, tree, 'circle');
      } else if (!tree.entries.has(place) && !tree.children.has(place)) {
        throw refused(link, tree, 'nowhere');
      }
    }
    if (target === '') throw refused(link, tree, 'nowhere');
    const found = { place, steps };
    known.set(link, found);
    return found;
  }

  return (link) => follow(link, 1).place;
}

function refused(link: string, tree: Tree, fault: LinkFault): ArchiveRefused {
  const target = cutName(tree.links.get(link) ?? '');
  return new ArchiveRefused(words('archive_link', { file: cutName(link), target, fault }));
}

/** A file and a folder may have had the same name, or names were made the same. */
export function refuseRepeated<Entry extends { readonly name: string }>(
  found: readonly Entry[],
): readonly Entry[] {
  const seen = new Set<string>();
  for (const { name } of found) {
    if (seen.has(name)) throw new ArchiveRefused(words('archive_duplicate', { file: cutName(name) }));
    seen.add(name);
  }
  return found;
}

/** The archive itself and every folder around. */
function listFolders(name: string): string[] {
  const folders: string[] = [];
  for (let at = name; at !== ''; at = folderOf(at)) folders.push(folderOf(at));
  return folders;
}
