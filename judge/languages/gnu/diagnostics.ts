/** What the compiler printed → what the contestant sees: their own file and line, and no path of this machine. */

import type { Printed } from '#contract/judge-words.ts';
import { hidePaths } from '../machine-paths.ts';
import { cleanPrinted } from '../printed.ts';

/** `folders`: paths of this machine that may appear and must not be shown, besides the system's own. */
export function cleanDiagnostics(printed: Uint8Array, folders: readonly string[]): Printed {
  let isToldOfReach = false;
  return cleanPrinted(printed, {
    isNoise: (line) => isTrail(line) || isAboutCompiler(line) || (isToldOfReach && isOutOfReach(line)),
    clean(line) {
      if (!isOutOfReach(line)) return hidePaths(line, folders).replaceAll('{standard input}', 'main.s');
      isToldOfReach = true;
      return 'error: the arrays and variables outside functions are too large together';
    },
  });
}

/**
 * Of code that cannot reach what lies behind an array of gigabytes. The linker says so of every place, most of them in the C
 * library, and nothing of the array.
 */
function isOutOfReach(line: string): boolean {
  return /: relocation (?:truncated to fit:|\S+ against \S+ out of range:) /.test(line);
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
