/**
 * A statement as running text, for narrow screens: the pieces of text that a PDF places on a page become lines, lines
 * become paragraphs. A PDF knows nothing of either, so all of it is guessed from places and sizes; what is raised or
 * lowered is written as ^ and _, because 10⁹ must not become 109.
 */

/** The part of pdf.js's text items and styles that is needed. */
export interface PlacedText {
  str: string;
  /** The last two are the place; y grows upwards. */
  transform: readonly number[];
  width: number;
  height: number;
  fontName: string;
}

export interface PageText {
  height: number;
  items: readonly PlacedText[];
  styles: Readonly<Record<string, { fontFamily: string }>>;
}

export interface TextBlock {
  kind: 'heading' | 'text' | 'item' | 'code';
  text: string;
}

interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  isCode: boolean;
}

interface Line {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
  isCode: boolean;
  page: number;
}

const bullet = /^(?:[•●▪◦‣∙*–—-]|\(?\d{1,2}[.)])\s/u;
const thai = /[\u0E00-\u0E7F]/;
/** Shares of a page's height in which a page number or a running title stands. */
const marginShare = 0.08;

export function reflowText(pages: readonly PageText[]): TextBlock[] {
  const lines = withoutMargins(pages, pages.flatMap(readLines));
  const bodySize = mostCommon(lines.map(({ size }) => Math.round(size)));
  const right = Math.max(...lines.map((line) => line.right));
  const spacing = mostCommon(
    lines.flatMap((line, index) => {
      const before = lines[index - 1];
      return before && before.page === line.page ? [Math.round(before.y - line.y)] : [];
    }),
  );
  const blocks: TextBlock[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    const kind = kindOf(line, bodySize);
    const last = blocks.at(-1);
    if (last && before && goesOn(before, line, { kind, lastKind: last.kind, right, spacing })) {
      last.text = joinLines(last.text, line.text, kind);
    } else {
      blocks.push({ kind, text: line.text });
    }
    before = line;
  }
  return blocks;
}

export function hasText(items: readonly object[]): boolean {
  return items.some((item) => 'str' in item && typeof item.str === 'string' && item.str.trim() !== '');
}

function kindOf(line: Line, bodySize: number): TextBlock['kind'] {
  if (line.size >= bodySize * 1.15) return 'heading';
  if (line.isCode) return 'code';
  return bullet.test(line.text) ? 'item' : 'text';
}

interface Surroundings {
  kind: TextBlock['kind'];
  lastKind: TextBlock['kind'];
  right: number;
  spacing: number;
}

/** Whether a line belongs to the block that the line before it is in. */
function goesOn(before: Line, line: Line, { kind, lastKind, right, spacing }: Surroundings): boolean {
  if (kind === 'item') return false;
  const isClose = before.page === line.page && before.y - line.y <= spacing * 1.3 && before.y > line.y;
  if (kind === 'heading') return isClose && lastKind === kind && Math.abs(before.size - line.size) < 0.5;
  if (kind === 'code') return lastKind === kind && (isClose || before.page !== line.page);
  if (lastKind !== 'text' && lastKind !== 'item') return false;
  // A paragraph's lines are full, but for its last.
  const wasFull = before.right > right - 8 * line.size;
  return wasFull && (isClose || before.page !== line.page);
}

function joinLines(text: string, next: string, kind: TextBlock['kind']): string {
  if (kind === 'code') return `${text}\n${next}`;
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  // Thai has no spaces between words.
  if (thai.test(text.at(-1) ?? '') && thai.test(next[0] ?? '')) return text + next;
  return `${text} ${next}`;
}

function readLines(page: PageText, pageIndex: number): Line[] {
  const rows: Piece[][] = [];
  for (const { str, transform, width, height, fontName } of page.items) {
    if (str.trim() === '') continue;
    const piece: Piece = {
      text: str,
      x: transform[4] ?? 0,
      y: transform[5] ?? 0,
      width,
      size: height || Math.abs(transform[3] ?? 0),
      isCode: page.styles[fontName]?.fontFamily === 'monospace',
    };
    const row = rows.at(-1);
    if (row && isSameLine(row, piece)) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => readLine(row, pageIndex));
}

function isSameLine(row: readonly Piece[], piece: Piece): boolean {
  const base = largest(row);
  return Math.abs(base.y - piece.y) < 0.6 * Math.max(base.size, piece.size);
}

function readLine(row: readonly Piece[], page: number): Line {
  const base = largest(row);
  const pieces = row.toSorted((a, b) => a.x - b.x);
  let text = '';
  let right = pieces[0]?.x ?? 0;
  for (const piece of pieces) {
    const gap = piece.x - right;
    if (text !== '' && gap > 3 * base.size) text += '    ';
    else if (text !== '' && gap > 0.15 * base.size && !text.endsWith(' ')) text += ' ';
    text += withShift(piece, base);
    right = piece.x + piece.width;
  }
  const isCode = pieces.every((piece) => piece.isCode);
  return {
    text: isCode ? text.trimEnd() : text.trim(),
    x: pieces[0]?.x ?? 0,
    right,
    y: base.y,
    size: base.size,
    isCode,
    page,
  };
}

/** What is smaller than its line and stands above or below it. */
function withShift(piece: Piece, base: Piece): string {
  const shift = (piece.y - base.y) / base.size;
  if (piece.size > 0.85 * base.size || Math.abs(shift) < 0.1) return piece.text;
  const text = piece.text.trim();
  return `${shift > 0 ? '^' : '_'}${/^(?:\w|\d+)$/.test(text) ? text : `(${text})`}`;
}

/** Page numbers, and titles that stand on more than one page, are no part of the text. */
function withoutMargins(pages: readonly PageText[], lines: readonly Line[]): Line[] {
  const inMargin = ({ y, page }: Line) => {
    const height = pages[page]?.height ?? 0;
    return y < height * marginShare || y > height * (1 - marginShare);
  };
  const nameOf = ({ text }: Line) => text.replace(/\d+/g, '#');
  return lines.filter((line) => {
    if (!inMargin(line)) return true;
    if (/^\W*\d+\W*$/.test(line.text)) return false;
    return !lines.some(
      (other) => other.page !== line.page && inMargin(other) && nameOf(other) === nameOf(line),
    );
  });
}

function largest(row: readonly Piece[]): Piece {
  return row.reduce((most, piece) => (piece.size > most.size ? piece : most));
}

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
