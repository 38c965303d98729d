/** What Free Pascal and its linker printed → what the contestant sees. */

import type { Printed } from '#contract/judge-words.ts';
import { hidePaths } from '../machine-paths.ts';
import { cleanPrinted } from '../printed.ts';

export function cleanDiagnostics(printed: Uint8Array): Printed {
  return cleanPrinted(printed, { isNoise: isAboutCompiler, clean: (line) => hidePaths(line, []) });
}

/** That it stops is plain to see. */
function isAboutCompiler(line: string): boolean {
  return /^Fatal: Compilation aborted|^Error: \S+ returned an error exitcode/.test(line);
}
