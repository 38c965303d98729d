/** What the compiler printed → what the contestant sees: their own file and line, and no path of this machine. */

import type { Printed } from '#contract/judge-words.ts';
import { readPrinted, showPrinted } from '../printed.ts';

/** `folders`: paths of this machine that may appear and must not be shown, besides the system's own. */
export function cleanDiagnostics(printed: Uint8Array, folders: readonly string[]): Printed {
  const lines = readPrinted(printed).filter((line) => !isTrail(line) && !isAboutCompiler(line));
  return showPrinted(lines.map((line) => hidePaths(line, folders)));
}

/** Where a standard header was included from is of no use, and the lines name folders of this machine. */
function isTrail(line: string): boolean {
  return /^ +from \S+:\d+[:,]/.test(line) || /^In file included from (?!main\.c)/.test(line);
}

/** The compiler's apologies after it was stopped: our own words say why, and nobody shall report a bug. */
function isAboutCompiler(line: string): boolean {
  return /^(?:g\+\+|gcc): (internal compiler error|fatal error): .* signal terminated program|^Please submit a full bug report|^See <file:/.test(
    line,
  );
}

/** `folders`: beside the system's own. */
export function hidePaths(line: string, folders: readonly string[]): string {
  let shown = line;
  for (const folder of folders) shown = shown.replaceAll(`${folder}/`, '');
  return shown
    .replaceAll(/\/usr\/include\/(?:[\w-]+\/)?(?:c\+\+\/\d+\/)?(?=[\w])/g, '')
    .replaceAll(/(?:\/usr)?\/(?:bin|lib|lib32|lib64|libexec|include|share)\/(?:[^\s:'"`()]*\/)?(?=[\w])/g, '')
    .replaceAll(/(?:(?:\.|\/[\w/.-]+)\/|\b)cc[A-Za-z0-9]{6}\.(?:ltrans\d+\.)?o\b/g, 'main.o')
    .replaceAll('{standard input}', 'main.s');
}
