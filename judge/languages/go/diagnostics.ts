/** What Go's compiler and linker printed → what the contestant sees. */

import type { Printed } from '#contract/judge-words.ts';
import { readPrinted, showPrinted } from '../printed.ts';

/** `library`: where the compiled library is, a folder of this machine. */
export function cleanDiagnostics(printed: Uint8Array, library: string): Printed {
  const hidePaths = (line: string) =>
    line
      .replaceAll(`${library}/`, '')
      .replaceAll('/minos-work/', '')
      .replaceAll(/\/[\w./-]*\/pkg\/tool\/\w+\//g, '');
  return showPrinted(readPrinted(printed).map(hidePaths));
}
