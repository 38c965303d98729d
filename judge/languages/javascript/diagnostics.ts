/** What Node printed about a source → what the contestant sees: their own file and line. */

import type { Printed } from '#contract/judge-words.ts';
import { cleanDiagnostics as clean } from '../gnu/diagnostics.ts';

export function cleanDiagnostics(printed: Uint8Array): Printed {
  const lines = Buffer.from(printed)
    .toString('utf8')
    .split('\n')
    .filter((line) => !isOfNode(line))
    .map((line) => line.replace(/^(?:file:\/\/)?\/[\w-]+\/(?=main\.js:)/, ''));
  return clean(Buffer.from(lines.join('\n')), []);
}

/** Where in Node's own loader it was noticed, and which Node that is. */
function isOfNode(line: string): boolean {
  return /^ {4}at |^Node\.js v\d/.test(line);
}
