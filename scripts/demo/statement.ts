/**
 * Statements of problems as printed pages: A4, a title with its limits, sections, a table of the groups, the samples side
 * by side. Text is set in the fonts that every reader of PDF files has, so the files stay small.
 *
 * Markup inside a paragraph: *n* is italic (what a letter stands for), `text` is typewriter, 10^5 is a power.
 */
import { PDFDocument, type PDFFont, type PDFPage, type RGB, rgb, StandardFonts } from 'pdf-lib';
import type { DemoProblem } from './problem.ts';

const page = { width: 595, height: 842, left: 68, right: 68, top: 74, bottom: 70 } as const;
const columnWidth = page.width - page.left - page.right;
const size = { title: 21, heading: 12.5, text: 10.8, code: 9.6, small: 8.8 } as const;
const leading = 15.6;
const ink = rgb(0.13, 0.14, 0.17);
const muted = rgb(0.4, 0.41, 0.45);
const accent = rgb(0.24, 0.24, 0.56);
const line = rgb(0.8, 0.79, 0.76);
const shade = rgb(0.965, 0.96, 0.945);

interface Fonts {
  readonly text: PDFFont;
  readonly italic: PDFFont;
  readonly bold: PDFFont;
  readonly code: PDFFont;
  readonly sign: PDFFont;
}

interface Run {
  readonly text: string;
  readonly font: PDFFont;
  readonly size: number;
  readonly rise: number;
}

/** A pen that goes down the page, and on to the next. */
interface Pen {
  readonly document: PDFDocument;
  readonly fonts: Fonts;
  page: PDFPage;
  y: number;
}

export async function writeStatement(problem: DemoProblem): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { statement, groups, samples } = problem;
  const title = statement.title ?? problem.title;
  document.setTitle(title);
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const fonts = {
    text: await document.embedFont(StandardFonts.TimesRoman),
    italic: await document.embedFont(StandardFonts.TimesRomanItalic),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
    code: await document.embedFont(StandardFonts.Courier),
    sign: await document.embedFont(StandardFonts.Symbol),
  };
  const pen: Pen = { document, fonts, page: addPage(document), y: page.height - page.top };
  drawTitle(pen, title, problem);
  drawParagraphs(pen, statement.story);
  drawSection(pen, 'Input', statement.input);
  drawSection(pen, 'Output', statement.output);
  drawGroups(pen, groups);
  drawSamples(pen, samples);
  if (statement.note) drawSection(pen, 'About the samples', statement.note);
  numberPages(document, fonts, problem.id);
  return Buffer.from(await document.save());
}

function addPage(document: PDFDocument): PDFPage {
  return document.addPage([page.width, page.height]);
}

/** Goes to a new page when this much would not fit any more. */
function reserve(pen: Pen, height: number): void {
  if (pen.y - height >= page.bottom) return;
  pen.page = addPage(pen.document);
  pen.y = page.height - page.top;
}

function drawTitle(pen: Pen, title: string, { timeLimitMs, memoryLimitMb }: DemoProblem): void {
  pen.page.drawText(title, { x: page.left, y: pen.y, size: size.title, font: pen.fonts.bold, color: ink });
  pen.y -= 19;
  const limits = `Time limit ${timeLimitMs} ms   ·   Memory limit ${memoryLimitMb} MB   ·   Standard input and output`;
  pen.page.drawText(limits, {
    x: page.left,
    y: pen.y,
    size: size.small,
    font: pen.fonts.bold,
    color: muted,
  });
  pen.y -= 12;
  drawRule(pen, 1.2, accent);
  pen.y -= 22;
}

function drawRule(pen: Pen, thickness: number, color: RGB): void {
  const start = { x: page.left, y: pen.y };
  pen.page.drawLine({ start, end: { x: page.width - page.right, y: pen.y }, thickness, color });
}

function drawHeading(pen: Pen, text: string, follows: number): void {
  reserve(pen, 34 + follows);
  pen.y -= 8;
  pen.page.drawText(text, {
    x: page.left,
    y: pen.y,
    size: size.heading,
    font: pen.fonts.bold,
    color: accent,
  });
  pen.y -= 18;
}

function drawSection(pen: Pen, heading: string, paragraphs: readonly string[]): void {
  drawHeading(pen, heading, 2 * leading);
  drawParagraphs(pen, paragraphs);
}

function drawParagraphs(pen: Pen, paragraphs: readonly string[]): void {
  for (const paragraph of paragraphs) {
    for (const row of breakLines(readMarkup(pen.fonts, paragraph), columnWidth)) {
      reserve(pen, leading);
      drawRow(pen, row, page.left);
      pen.y -= leading;
    }
    pen.y -= 5;
  }
}

function drawRow(pen: Pen, row: readonly Run[], from: number): void {
  let x = from;
  for (const run of row) {
    pen.page.drawText(run.text, { x, y: pen.y + run.rise, size: run.size, font: run.font, color: ink });
    x += widthOf(run);
  }
}

function drawGroups(pen: Pen, groups: DemoProblem['groups']): void {
  drawHeading(pen, 'Groups of tests', (groups.length + 1) * 20);
  const columns = [page.left + 8, page.left + 70, page.left + 140];
  const row = (cells: readonly string[], isHead: boolean) => {
    if (isHead) {
      const box = { x: page.left, y: pen.y - 6, width: columnWidth, height: 19, color: shade };
      pen.page.drawRectangle(box);
    }
    for (const [index, cell] of cells.entries()) {
      const x = columns[index] ?? page.left;
      const style = { x, y: pen.y, size: size.small, font: pen.fonts.bold, color: muted };
      if (isHead) pen.page.drawText(cell, style);
      else drawRow(pen, readMarkup(pen.fonts, cell), x);
    }
    pen.y -= 6;
    drawRule(pen, 0.6, line);
    pen.y -= 14;
  };
  row(['Group', 'Points', 'What holds'], true);
  for (const [index, { points, holds }] of groups.entries())
    row([String(index + 1), String(points), holds], false);
  pen.y -= 4;
}

function drawSamples(pen: Pen, samples: DemoProblem['samples']): void {
  const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');
  const half = columnWidth / 2;
  for (const [index, [input, answer]] of samples.entries()) {
    const [given, wanted] = [linesOf(input), linesOf(answer)];
    const height = Math.max(given.length, wanted.length) * 12.4 + 14;
    if (index === 0) drawHeading(pen, samples.length === 1 ? 'Sample' : 'Samples', height + 30);
    reserve(pen, height + 26);
    const head = { y: pen.y, size: size.small, font: pen.fonts.bold, color: muted };
    pen.page.drawText(`Input ${index + 1}`, { ...head, x: page.left + 8 });
    pen.page.drawText(`Output ${index + 1}`, { ...head, x: page.left + half + 8 });
    pen.y -= 7;
    for (const [side, lines] of [given, wanted].entries()) {
      const x = page.left + side * half;
      const box = { x, y: pen.y - height, width: half, height, color: shade };
      pen.page.drawRectangle({ ...box, borderColor: line, borderWidth: 0.7 });
      for (const [row, text] of lines.entries()) {
        const style = { x: x + 8, y: pen.y - 15 - row * 12.4, size: size.code, font: pen.fonts.code };
        pen.page.drawText(text, { ...style, color: ink });
      }
    }
    pen.y -= height + 18;
  }
}

function numberPages(document: PDFDocument, fonts: Fonts, id: string): void {
  const pages = document.getPages();
  for (const [index, each] of pages.entries()) {
    const style = { y: 38, size: size.small, font: fonts.bold, color: muted };
    const number = `${index + 1} / ${pages.length}`;
    each.drawText(id, { ...style, x: page.left });
    const x = page.width - page.right - fonts.bold.widthOfTextAtSize(number, size.small);
    each.drawText(number, { ...style, x });
  }
}

/** The powers are risen, the signs of comparison come from a font of their own. */
function readMarkup(fonts: Fonts, text: string): Run[] {
  const plain = { font: fonts.text, size: size.text, rise: 0 };
  return [...text.matchAll(/\*([^*]+)\*|`([^`]+)`|\^(\w+)|([≤≥≠])|([^*`^≤≥≠]+)/gu)].map(
    ([, italic, code, power, sign, rest = '']) => {
      if (italic) return { ...plain, text: italic, font: fonts.italic };
      if (code) return { ...plain, text: code, font: fonts.code, size: size.code };
      if (power) return { ...plain, text: power, size: size.small * 0.85, rise: 4 };
      if (sign) return { ...plain, text: sign, font: fonts.sign };
      return { ...plain, text: rest };
    },
  );
}

/** Breaks at spaces; what stands between two of them stays together, whatever it is set in. */
function breakLines(runs: readonly Run[], width: number): Run[][] {
  const rows: Run[][] = [[]];
  let used = 0;
  for (const word of splitWords(runs)) {
    const needed = word.reduce((sum, run) => sum + widthOf(run), 0);
    const isSpace = word.every(({ text }) => text === ' ');
    if (used + needed > width && !isSpace) {
      rows.push([]);
      used = 0;
    }
    if (isSpace && used === 0) continue;
    rows.at(-1)?.push(...word);
    used += needed;
  }
  return rows;
}

function splitWords(runs: readonly Run[]): Run[][] {
  const words: Run[][] = [];
  let isOpen = false;
  for (const run of runs) {
    for (const text of run.text.split(/( )/)) {
      if (text === '') continue;
      const part = { ...run, text };
      if (text !== ' ' && isOpen) words.at(-1)?.push(part);
      else words.push([part]);
      isOpen = text !== ' ';
    }
  }
  return words;
}

function widthOf({ text, font, size: at }: Run): number {
  return font.widthOfTextAtSize(text, at);
}
