/** Reads a manifest and tells each mistake with its line. */

import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { type Manifest, manifestSchema } from './manifest-schema.ts';
import { refusals } from './messages.ts';
import { ArchiveRefused } from './refusal.ts';

export const manifestMaxBytes = 64 * 1024;

export type Place = readonly PropertyKey[];

export interface Mistake {
  /** The keys and positions that lead to the value. */
  readonly place: Place;
  readonly text: string;
}

export interface ManifestFile {
  readonly manifest: Manifest;
  /** Throws when there are mistakes that only a look at the archive could show. */
  readonly refuse: (mistakes: readonly Mistake[]) => void;
}

const mistakesShown = 10;

export function readManifest(name: string, bytes: Buffer): ManifestFile {
  const lines = new LineCounter();
  const document = parseYaml(name, decodeText(name, bytes), lines);
  const refuse = (mistakes: readonly Mistake[]) => {
    if (mistakes.length === 0) return;
    throw refused(
      name,
      mistakes.map(({ place, text }) => `${showPlace(document, lines, place)}: ${text}`),
    );
  };
  const parsed = manifestSchema.safeParse(toPlainValue(name, document), { reportInput: true });
  if (!parsed.success) refuse(parsed.error.issues.flatMap(readIssue));
  return { manifest: parsed.data as Manifest, refuse };
}

function refused(name: string, mistakes: readonly string[]): ArchiveRefused {
  const sentences = mistakes.slice(0, mistakesShown).map((mistake) => `${mistake}.`);
  const more = mistakes.length - mistakesShown;
  return new ArchiveRefused(
    refusals.manifest(name, more > 0 ? [...sentences, `And ${more} more.`] : sentences),
  );
}

function decodeText(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(name, ['this is not a text in UTF-8']);
  }
}

function parseYaml(name: string, text: string, lineCounter: LineCounter): Document {
  const document = orRefuse(name, () =>
    parseDocument(text, { schema: 'failsafe', lineCounter, prettyErrors: false, logLevel: 'error' }),
  );
  const troubles = [...document.errors, ...document.warnings];
  if (troubles.length > 0) {
    throw refused(
      name,
      troubles.map(
        ({ pos, message }) => `line ${lineCounter.linePos(pos[0]).line}: ${message.split('\n')[0]}`,
      ),
    );
  }
  return document;
}

/** An empty manifest says nothing, and that is allowed. */
function toPlainValue(name: string, document: Document): unknown {
  return orRefuse(name, () => document.toJS({ maxAliasCount: 100 }) || {});
}

/** The parser throws where brackets nest without end or aliases multiply: no manifest that anyone would write. */
function orRefuse<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw refused(name, ['this cannot be read as YAML']);
  }
}

function readIssue(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code !== 'unrecognized_keys') {
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
    return [{ place: issue.path, text: isMissing ? `is missing; it ${issue.message}` : issue.message }];
  }
  return issue.keys.map((key) => ({ place: [...issue.path, key], text: 'is not a known key' }));
}

function showPlace(document: Document, lines: LineCounter, place: Place): string {
  const offset = findOffset(document, place);
  const line = offset === null ? 1 : lines.linePos(offset).line;
  const path = dropInsideOfText(document, place)
    .map((step, index) =>
      typeof step === 'number' ? `[${step + 1}]` : `${index > 0 ? '.' : ''}${String(step)}`,
    )
    .join('');
  return path === '' ? `line ${line}` : `line ${line}, ${path}`;
}

/** `checker: floats` is read as `checker: {name: floats}`, but there is no `name` that staff could find. */
function dropInsideOfText(document: Document, place: Place): Place {
  const depth = place.findIndex((_, index) => isScalar(document.getIn(place.slice(0, index), true)));
  return depth === -1 ? place : place.slice(0, depth);
}

/** Where a value stands: at its key, or where the nearest thing around it begins when it is missing. */
function findOffset(document: Document, place: Place): number | null {
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
