/**
 * Which lines of a compiler's output speak of a line of the source: `main.cpp:3:9: error: …`. The judge calls the source
 * main in every language, Main in Java and Kotlin; other files, such as the assembler's, are left alone.
 */

const ofSource = [
  // Rust points at it, Go says that it is here.
  /^(?:In file included from |\s*--> |\.\/)?[Mm]ain\.(?![so]:)\w+:(\d+)(?:[:,]|$)/,
  // Free Pascal.
  /^main\.\w+\((\d+)(?:,\d+)?\) /,
  // Python.
  /^\s*File "main\.\w+", line (\d+)/,
];

export interface CompilerLine {
  readonly text: string;
  /** From 1; null where it speaks of none. */
  readonly sourceLine: number | null;
}

/** `lineCount`: of the source. A program may give its lines other numbers, which lead nowhere. */
export function readCompilerLines(output: string, lineCount: number): CompilerLine[] {
  return output.split('\n').map((text) => {
    const line = lineSpokenOf(text);
    return { text, sourceLine: line !== null && line <= lineCount ? line : null };
  });
}

/** The line of the first error, else of the first message of any kind. */
export function firstErrorLine(output: string): number | null {
  const placed = output.split('\n').filter((text) => lineSpokenOf(text) !== null);
  const first = placed.find((text) => / error: /i.test(text)) ?? placed[0];
  return first === undefined ? null : lineSpokenOf(first);
}

function lineSpokenOf(text: string): number | null {
  const line = Number(ofSource.map((pattern) => pattern.exec(text)?.[1]).find(Boolean) ?? 0);
  return line > 0 && Number.isSafeInteger(line) ? line : null;
}
