/** What rustc and its linker printed → what the contestant sees. */

import type { Printed } from '#contract/judge-words.ts';
import { hidePaths, replacePaths } from '../machine-paths.ts';
import { cleanPrinted } from '../printed.ts';

/** `folders`: of this machine, that must not be shown, besides the system's own. */
export function cleanDiagnostics(printed: Uint8Array, folders: readonly string[]): Printed {
  return cleanPrinted(printed, {
    isNoise: (line) => isLinkCommand(line) || isAboutCompiler(line),
    clean: (line) => hidePaths(replacePaths(line, nameSource), folders),
  });
}

/** How the linker was called: a screen of paths. */
function isLinkCommand(line: string): boolean {
  return /^ +(?:(?:= note:|\|) *)?(?:[A-Z_]+="[^"]*" )*"[^"]*" "|use `--verbose` to show all linker arguments/.test(
    line,
  );
}

/** Where in itself it failed; nobody shall report a bug, nor look for a page that it would open on one's own machine. */
function isAboutCompiler(line: string): boolean {
  return /^stack backtrace:|^ +\d+: +0x[0-9a-f]+ - |^ +at \S+:\d+|^(?=[^\s(]+\.so)[^\s(]+\([^[]*\[0x[0-9a-f]+\]$|^note: (?:we would appreciate a bug report|rustc \d|compiler flags: )|^For more information about|^error: aborting due to/.test(
    line,
  );
}

/** The library's own files have a name of the machine on which it was built. */
function nameSource(path: string): string {
  return path.replace(/^(?:\/rustc\/[0-9a-f]+|\/.*\/rustc[\w.-]*)\/library\//, '');
}
