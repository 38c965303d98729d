/** What rustc and its linker printed → what the contestant sees. */

import type { Printed } from '#contract/judge-words.ts';
import { hidePaths } from '../gnu/diagnostics.ts';
import { readPrinted, showPrinted } from '../printed.ts';

/** `folders`: of this machine, that must not be shown, besides the system's own. */
export function cleanDiagnostics(printed: Uint8Array, folders: readonly string[]): Printed {
  const lines = readPrinted(printed).filter((line) => !isLinkCommand(line) && !isAboutCompiler(line));
  return showPrinted(lines.map((line) => hidePaths(hideSources(line), [...folders, '/minos-work'])));
}

/** How the linker was called: a screen of paths. */
function isLinkCommand(line: string): boolean {
  return /^ +(?:(?:= note:|\|) *)?(?:[A-Z_]+="[^"]*" )*"[^"]*" "|use `--verbose` to show all linker arguments/.test(
    line,
  );
}

/** Where in itself it failed; nobody shall report a bug, nor look for a page that it would open on one's own machine. */
function isAboutCompiler(line: string): boolean {
  return /^stack backtrace:|^ +\d+: +0x[0-9a-f]+ - |^ +at \S+:\d+|^[^\s(]+\.so[^\s(]*\([^[]*\[0x[0-9a-f]+\]$|^note: (?:we would appreciate a bug report|rustc \d|compiler flags: )|^For more information about|^error: aborting due to/.test(
    line,
  );
}

/** The library's own files have a name of the machine on which it was built. */
function hideSources(line: string): string {
  return line.replaceAll(/(?:\/rustc\/[0-9a-f]+|\/[\w./-]*\/rustc[\w.-]*)\/library\//g, '');
}
