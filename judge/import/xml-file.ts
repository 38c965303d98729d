/** Reads an XML file of an archive into a small tree. Documents that define anything are refused, unread. */

import { SaxesParser } from 'saxes';
import type { PackageMistakes } from '#contract/import-words.ts';
import { type Words, words } from '#contract/words.ts';
import type { Archive } from './archive.ts';
import type { ArchiveEntry } from './entry-content.ts';
import { ArchiveRefused, cutName } from './refusal.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Of its own, without that of its children. */
  readonly text: string;
  readonly line: number;
}

const xmlMaxBytes = 4 * 1024 * 1024;
const depthMax = 16;

export async function readXmlEntry(archive: Archive, entry: ArchiveEntry): Promise<XmlElement> {
  const file = cutName(entry.name);
  if (entry.bytes > xmlMaxBytes) {
    const mistake = words('manifest_too_large', { kilobytes: xmlMaxBytes / 1024 });
    throw new ArchiveRefused(words('archive_package', { file, line: null, mistake }));
  }
  return readXml(file, Buffer.concat(await Array.fromAsync(archive.read(entry))));
}

interface OpenElement extends XmlElement {
  children: OpenElement[];
  text: string;
}

function readXml(file: string, bytes: Buffer): XmlElement {
  const parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true });
  const refuse = (code: Words<keyof PackageMistakes>, line: number | null = parser.line): never => {
    throw new ArchiveRefused(words('archive_package', { file, line, mistake: code }));
  };
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '', line: 1 };
  const open = [root];
  const innermost = () => open.at(-1) ?? root;

  parser.on('error', () => refuse(words('xml_broken')));
  parser.on('doctype', () => refuse(words('xml_entities')));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > depthMax) refuse(words('package_too_deep', { most: depthMax }));
    const element = { name, attributes, children: [], text: '', line: parser.line };
    innermost().children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (text) => {
    innermost().text += text;
  });
  parser.on('cdata', (text) => {
    innermost().text += text;
  });

  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(words('manifest_not_utf8'), null);
  }
  parser.write(text).close();
  return root.children[0] ?? refuse(words('xml_broken'), null);
}

/** The elements at the end of a path of names. */
export function findAll(element: XmlElement | null, ...path: readonly string[]): readonly XmlElement[] {
  if (element === null) return [];
  return path.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

export function findOne(element: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  return findAll(element, ...path)[0] ?? null;
}
