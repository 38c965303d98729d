/**
 * What the compiler printed → what the contestant sees: their own file and line, no path of this machine, no
 * control characters, and not more than a screen or two.
 */

import type { Printed } from '#contract/judge-words.ts';

const shownBytes = 8 * 1024;
const shownLineLength = 400;

/** `folders`: paths of this machine that may appear and must not be shown, besides the system's own. */
export function cleanDiagnostics(printed: Uint8Array, folders: readonly string[]): Printed {
  const text = new TextDecoder().decode(printed);
  const lines = withoutControls(text)
    .split('\n')
    .filter((line) => !isTrail(line) && !isAboutCompiler(line))
    .map((line) => shorten(hidePaths(line, folders)));
  return truncate(lines.join('\n').trim());
}

/** Where a standard header was included from is of no use, and the lines name folders of this machine. */
function isTrail(line: string): boolean {
  return /^ +from \S+:\d+[:,]/.test(line) || /^In file included from (?!main\.cpp)/.test(line);
}

/** The compiler's apologies after it was stopped: our own words say why, and nobody shall report a bug. */
function isAboutCompiler(line: string): boolean {
  return /^g\+\+: (internal compiler error|fatal error): .* signal terminated program|^Please submit a full bug report|^See <file:/.test(
    line,
  );
}

function hidePaths(line: string, folders: readonly string[]): string {
  let shown = line;
  for (const folder of folders) shown = shown.replaceAll(`${folder}/`, '');
  return shown
    .replaceAll(/\/usr\/include\/(?:[\w-]+\/)?(?:c\+\+\/\d+\/)?(?=[\w])/g, '')
    .replaceAll(/(?:\/usr)?\/(?:bin|lib|lib32|lib64|libexec|include|share)\/(?:[^\s:'"`()]*\/)?(?=[\w])/g, '')
    .replaceAll(/(?:(?:\.|\/[\w/.-]+)\/|\b)cc[A-Za-z0-9]{6}\.(?:ltrans\d+\.)?o\b/g, 'main.o')
    .replaceAll('{standard input}', 'main.s');
}

function withoutControls(text: string): string {
  return text.replaceAll('\r', '').replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');
}

function shorten(line: string): string {
  return line.length > shownLineLength ? `${line.slice(0, shownLineLength)} …` : line;
}

function truncate(text: string): Printed {
  if (text.length <= shownBytes) return { text, isCut: false };
  const cut = text.slice(0, shownBytes);
  return { text: cut.slice(0, Math.max(cut.lastIndexOf('\n'), 1)), isCut: true };
}
