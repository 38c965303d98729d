/**
 * Compares what the compiler made of a source in two ways: the same functions and data with the same instructions and
 * bytes, in whatever order. Numbers that the compiler gives to labels and constants as it meets them mean nothing.
 */

import type { Difference } from '#contract/judge-words.ts';

/** Functions and data by name, each as comparable text; and their order, since programs may look beyond an array. */
export type Parts = ReadonlyMap<string, string>;

/** No symbol has a blank. */
const orderOfData = 'order of data';

const alignment = /^\.(p2)?align\b/;
const labelLine = /^([^\s:]+):$/;
/** Says something of a name, wherever it stands. */
const namingLine = /^\.(?:globa?l|weak|hidden|internal|local|comm|type|size|set)\s+([^\s,]+)/;

/** Reads what `g++ -S` wrote. */
export function readParts(assembly: string): Parts {
  const lines = readLines(assembly);
  const constants = takeConstants(lines);
  const parts = new Map<string, string[]>();
  let current = '';
  let aligning: string[] = [];
  const add = (name: string, text: string) => {
    const part = parts.get(name) ?? [];
    parts.set(name, part);
    part.push(text);
  };
  for (const { section, text } of lines) {
    if (alignment.test(text)) {
      aligning.push(text);
      continue;
    }
    const label = labelLine.exec(text)?.[1];
    if (label && !label.startsWith('.L')) {
      current = ownerOf(label);
      // A section of its own belongs to what is shared with other files, and the linker sets its place.
      if (/^\.(data|bss|rodata)(,|$)/.test(section)) add(orderOfData, `${section} ${label}`);
    }
    const named = namingLine.exec(text)?.[1];
    const owner = named && !named.startsWith('.L') ? ownerOf(named) : current;
    for (const each of [...aligning, text]) add(owner, named ? each : `${section} ${each}`);
    aligning = [];
  }
  return new Map([...parts].map(([name, texts]) => [name, renumber(texts, constants)]));
}

/** What differs; nothing when the two are the same. */
export function differencesOf(ours: Parts, plain: Parts): Difference[] {
  const names = new Set([...ours.keys(), ...plain.keys()]);
  const differences: Difference[] = [];
  for (const name of names) {
    const part = name === orderOfData ? null : name;
    if (!ours.has(name)) differences.push({ part, kind: 'missing' });
    else if (!plain.has(name)) differences.push({ part, kind: 'needless' });
    else if (ours.get(name) !== plain.get(name)) differences.push({ part, kind: 'another' });
  }
  return differences;
}

interface Line {
  section: string;
  text: string;
}

/** Without what says nothing about the program: the file's name, the compiler's, hot and cold borders. */
function readLines(assembly: string): Line[] {
  const lines: Line[] = [];
  const flags = new Map<string, string>();
  let section = '.text';
  for (const raw of assembly.split('\n')) {
    const text = raw.trim();
    const [, name, said] =
      /^\.section\s+([^,]+)(.*)$/.exec(text) ?? /^(\.(?:text|data|bss))()$/.exec(text) ?? [];
    if (name !== undefined) {
      // They are said where the section first comes, and may be left out afterwards.
      if (said) flags.set(name, said);
      // Which of the tables for exceptions is one of its own depends on who comes first.
      section = name.startsWith('.gcc_except_table')
        ? '.gcc_except_table'
        : `${name}${flags.get(name) ?? ''}`;
    } else if (text && !/^(\.(file|ident)\b|\.L(COLD|HOT)[BE]\d+:)/.test(text)) lines.push({ section, text });
  }
  return lines;
}

/** Constants have numbers for names, and stand wherever the first function that uses one does. */
function takeConstants(lines: Line[]): Map<string, string> {
  const constants = new Map<string, string>();
  const kept: Line[] = [];
  let aligning: Line[] = [];
  let current: { name: string; section: string } | null = null;
  for (const line of lines) {
    const { section, text } = line;
    if (alignment.test(text)) {
      aligning.push(line);
      continue;
    }
    const label = labelLine.exec(text)?.[1];
    if (label && /^\.LC\d+$/.test(label)) {
      // The section's name is that of the function, what counts are its properties.
      const said = [section.replace(/^[^,]*/, ''), ...aligning.map((each) => each.text)];
      current = { name: label, section };
      constants.set(label, said.join(' '));
    } else if (current && !label && !namingLine.test(text) && section === current.section) {
      constants.set(current.name, `${constants.get(current.name)} ${text}`);
    } else {
      current = null;
      kept.push(...aligning, line);
    }
    aligning = [];
  }
  lines.splice(0, lines.length, ...kept);
  return constants;
}

/** The part of a function that is seldom run belongs to it. */
function ownerOf(name: string): string {
  return name.replace(/\.cold$/, '').replace(/^_GLOBAL__sub_([ID])(\.\d+)?_.*$/, '_GLOBAL__sub_$1$2');
}

function renumber(texts: readonly string[], constants: ReadonlyMap<string, string>): string {
  const numbers = new Map<string, number>();
  return texts
    .join('\n')
    .replaceAll(/\.LC\d+/g, (name) => `{${constants.get(name) ?? name}}`)
    .replaceAll(/_GLOBAL__sub_([ID])(\.\d+)?_[\w.$]+/g, '_GLOBAL__sub_$1$2')
    .replaceAll(/(\.L[A-Za-z_]*)(\d+)/g, (label, kind: string) => {
      const number = numbers.get(label) ?? numbers.size;
      numbers.set(label, number);
      return `${kind}${number}`;
    });
}
