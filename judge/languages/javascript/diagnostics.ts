/** What Node printed about a source → what the contestant sees: their own file and line. */

import type { Printed } from '#contract/judge-words.ts';
import { hidePaths } from '../machine-paths.ts';
import { cleanPrinted } from '../printed.ts';

export function cleanDiagnostics(printed: Uint8Array): Printed {
  return cleanPrinted(printed, {
    isNoise: isOfNode,
    clean: (line) => hidePaths(line, []),
  });
}

/** Where in Node's own loader it was noticed, and which Node that is. */
function isOfNode(line: string): boolean {
  return /^ {4}at |^Node\.js v\d/.test(line);
}
