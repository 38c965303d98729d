/** Reads a YAML file of an archive by a schema, and tells each mistake with its line. */

import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import type { ManifestMistakes, PlacedMistake } from '#contract/import-words.ts';
import { readRule, type Words, words } from '#contract/words.ts';
import type { Archive } from './archive.ts';
import type { ArchiveEntry } from './entry-content.ts';
import { ArchiveRefused } from './refusal.ts';

/** A thousand tests named one by one fit in. */
const yamlMaxBytes = 256 * 1024;

export type KeyPath = readonly PropertyKey[];

export interface Mistake {
  /** The keys and positions that lead to the value. */
  readonly place: KeyPath;
  readonly mistake: Words<keyof ManifestMistakes>;
}

export interface YamlFile<Value> {
  readonly value: Value;
  /** Throws when there are mistakes that only a look at the archive could show. */
  readonly refuse: (mistakes: readonly Mistake[]) => void;
  /** Where a value stands, or the nearest thing around it. */
  readonly lineOf: (place: KeyPath) => number;
}

const mistakesShown = 10;

/** An entry that is not there says nothing. */
export async function readYamlEntry<Schema extends z.ZodType>(
  archive: Archive,
  entry: ArchiveEntry | null,
  schema: Schema,
  missingName: string,
  maxBytes = yamlMaxBytes,
): Promise<YamlFile<z.output<Schema>>> {
  if (entry === null) return readYaml(missingName, Buffer.of(), schema);
  if (entry.bytes > maxBytes) {
    throw refusedWhole(entry.name, words('manifest_too_large', { kilobytes: maxBytes / 1024 }));
  }
  return readYaml(entry.name, Buffer.concat(await Array.fromAsync(archive.read(entry))), schema);
}

export function readYaml<Schema extends z.ZodType>(
  name: string,
  bytes: Buffer,
  schema: Schema,
): YamlFile<z.output<Schema>> {
  const lines = new LineCounter();
  const document = parseYaml(name, decodeText(name, bytes), lines);
  const refuse = (mistakes: readonly Mistake[]) => {
    if (mistakes.length === 0) return;
    const shown = mistakes.slice(0, mistakesShown);
    throw refused(
      name,
      shown.map(({ place, mistake }) => ({ ...findPlace(document, lines, place), mistake })),
      mistakes.length - shown.length,
    );
  };
  const parsed = schema.safeParse(toPlainValue(name, document), { reportInput: true });
  if (!parsed.success) refuse(parsed.error.issues.flatMap(readIssue));
  const lineOf = (place: KeyPath) => findLine(document, lines, place);
  return { value: parsed.data as z.output<Schema>, refuse, lineOf };
}

function refused(file: string, mistakes: readonly PlacedMistake[], more = 0): ArchiveRefused {
  return new ArchiveRefused(words('archive_manifest', { file, mistakes, more }));
}

/** For what is wrong with all of it. */
function refusedWhole(file: string, mistake: Words<keyof ManifestMistakes>): ArchiveRefused {
  return refused(file, [{ line: null, path: '', mistake }]);
}

function decodeText(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusedWhole(name, words('manifest_not_utf8'));
  }
}

function parseYaml(name: string, text: string, lineCounter: LineCounter): Document {
  const options = { schema: 'failsafe', lineCounter, prettyErrors: false, logLevel: 'error' } as const;
  const { document, repeated } = orRefuse(name, () => {
    // The parser would compare each key with all others of its map: some seconds for a hostile one.
    const parsed = parseDocument(text, { ...options, uniqueKeys: false });
    return { document: parsed, repeated: findRepeatedKeys(parsed) };
  });
  const foreign = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    at: pos[0],
    mistake: words('verbatim', { text: message.split('\n')[0] ?? '' }),
  }));
  const troubles: Trouble[] = [...foreign, ...repeated];
  if (troubles.length > 0) {
    const shown = troubles.slice(0, mistakesShown);
    throw refused(
      name,
      shown.map(({ at, mistake }) => ({ line: lineCounter.linePos(at).line, path: '', mistake })),
      troubles.length - shown.length,
    );
  }
  return document;
}

interface Trouble {
  /** The character that it begins with. */
  readonly at: number;
  readonly mistake: Words<keyof ManifestMistakes>;
}

function findRepeatedKeys(document: Document): Trouble[] {
  const repeated: Trouble[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value))
          repeated.push({ at: key.range?.[0] ?? 0, mistake: words('manifest_key_repeated') });
        seen.add(key.value);
      }
    },
  });
  return repeated;
}

/** An empty manifest says nothing, and that is allowed. */
function toPlainValue(name: string, document: Document): unknown {
  return orRefuse(name, () => {
    const value = document.toJS({ maxAliasCount: 100 }) || {};
    checkDepth(value);
    return value;
  });
}

const depthMax = 32;

/** A value may be an alias of what it is in, and then it has no end. */
function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > depthMax) throw new Error('values lie too deep in one another');
  for (const inner of Object.values(value)) checkDepth(inner, depth + 1);
}

/** The parser throws where brackets nest without end or aliases multiply: no manifest that anyone would write. */
function orRefuse<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw refusedWhole(name, words('manifest_not_yaml'));
  }
}

function readIssue(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code === 'invalid_union' && readRule(issue.message) === null) {
    const meant = findMeant(issue.errors);
    return meant.flatMap((inner) => readIssue({ ...inner, path: [...issue.path, ...inner.path] }));
  }
  if (issue.code !== 'unrecognized_keys') {
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
    const rule = (readRule(issue.message) ??
      findTypeRule(issue) ??
      words('verbatim', { text: issue.message })) as Mistake['mistake'];
    return [{ place: issue.path, mistake: isMissing ? words('manifest_value_missing', { rule }) : rule }];
  }
  return issue.keys.map((key) => ({ place: [...issue.path, key], mistake: words('manifest_key_unknown') }));
}

/** What a value of another type should have been, where its schema has no words of its own. */
function findTypeRule(issue: z.core.$ZodIssue): Mistake['mistake'] | null {
  if (issue.code !== 'invalid_type') return null;
  if (issue.expected === 'object' || issue.expected === 'record') return words('manifest_needs_settings');
  if (issue.expected === 'array') return words('manifest_needs_list');
  return issue.expected === 'string' ? words('manifest_needs_text') : null;
}

/** Of several ways to write a value, the one that was meant: least is wrong with it or, else, wrong the deepest. */
function findMeant(ways: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const depthOf = (issues: readonly z.core.$ZodIssue[]) =>
    Math.max(0, ...issues.map(({ path }) => path.length));
  const [meant = []] = ways.toSorted((a, b) => a.length - b.length || depthOf(b) - depthOf(a));
  return meant;
}

function findPlace(document: Document, lines: LineCounter, place: KeyPath): Omit<PlacedMistake, 'mistake'> {
  const line = findLine(document, lines, place);
  const path = dropInsideOfText(document, place)
    .map((step, index) =>
      typeof step === 'number' ? `[${step + 1}]` : `${index > 0 ? '.' : ''}${String(step)}`,
    )
    .join('');
  return { line, path };
}

function findLine(document: Document, lines: LineCounter, place: KeyPath): number {
  const offset = findOffset(document, place);
  return offset === null ? 1 : lines.linePos(offset).line;
}

/** `checker: floats` is read as `checker: {name: floats}`, but there is no `name` that staff could find. */
function dropInsideOfText(document: Document, place: KeyPath): KeyPath {
  const depth = place.findIndex((_, index) => isScalar(document.getIn(place.slice(0, index), true)));
  return depth === -1 ? place : place.slice(0, depth);
}

/** Where a value stands: at its key, or where the nearest thing around it begins when it is missing. */
function findOffset(document: Document, place: KeyPath): number | null {
  for (let depth = place.length; depth >= 0; depth--) {
    const parent = depth === 0 ? null : document.getIn(place.slice(0, depth - 1), true);
    const key = isMap(parent)
      ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === place[depth - 1])?.key
      : null;
    const node = key ?? document.getIn(place.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return null;
}
