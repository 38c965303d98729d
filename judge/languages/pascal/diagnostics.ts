/** What Free Pascal and its linker printed → what the contestant sees. */

import type { Printed } from '#contract/judge-words.ts';
import { hidePaths } from '../gnu/diagnostics.ts';
import { readPrinted, showPrinted } from '../printed.ts';

export function cleanDiagnostics(printed: Uint8Array): Printed {
  const lines = readPrinted(printed).filter((line) => !isAboutCompiler(line));
  return showPrinted(lines.map((line) => hidePaths(line, ['/minos-work'])));
}

/** That it stops is plain to see. */
function isAboutCompiler(line: string): boolean {
  return /^Fatal: Compilation aborted|^Error: \S+ returned an error exitcode/.test(line);
}
