/** What a compiler that runs in the virtual machine printed → what the contestant sees. */

import type { Printed } from '#contract/judge-words.ts';
import { hidePaths } from '../machine-paths.ts';
import { cleanPrinted } from '../printed.ts';

/** `folders`: of this machine, that must not be shown, besides the system's own. */
export function cleanDiagnostics(printed: Uint8Array, folders: readonly string[]): Printed {
  return cleanPrinted(withoutCrashReport(printed), {
    isNoise: isAboutCompiler,
    clean: (line) => hidePaths(line, folders),
  });
}

/** Where in itself it failed, and what the virtual machine thinks of its own memory. */
function isAboutCompiler(line: string): boolean {
  return /^\tat [^\s(]+\(.*\)$|^\t\.\.\. \d+ more$|^(?:OpenJDK|Java HotSpot)\S* [\w -]*VM warning: /.test(
    line,
  );
}

/** A virtual machine that breaks down prints, to the end, all that it knows of itself and of the machine. */
function withoutCrashReport(printed: Uint8Array): Uint8Array {
  const begins =
    /^#\n# (?:A fatal error has been detected by|There is insufficient memory for) the Java Runtime Environment/m;
  const at = Buffer.from(printed).toString('latin1').search(begins);
  return at < 0 ? printed : printed.subarray(0, at);
}
