/** What Go's compiler and linker printed → what the contestant sees. */

import type { Printed } from '#contract/judge-words.ts';
import { hidePaths, replacePaths } from '../machine-paths.ts';
import { cleanPrinted } from '../printed.ts';

/** `library`: where the compiled library is, a folder of this machine. */
export function cleanDiagnostics(printed: Uint8Array, library: string): Printed {
  return cleanPrinted(printed, {
    isNoise: () => false,
    clean: (line) => replacePaths(hidePaths(line, [library]), nameTool),
  });
}

/** Wherever Go lies. */
function nameTool(path: string): string {
  return path.replace(/^\/.*\/pkg\/tool\/\w+\//, '');
}
