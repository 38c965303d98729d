import { randomBytes } from 'node:crypto';
import type { Client } from '#harness/client.ts';
import { writePdf } from '#harness/pdf.ts';
import { createProblem as createWithFiles } from '#harness/sample-problem.ts';
import { namePairs, writeZip } from '#harness/zip.ts';
import { assemblePdf } from './hand-made-pdf.ts';

/** One line of text a page. */
export function makePdf(lines: readonly string[]): Promise<Buffer> {
  return writePdf(lines.map((line) => [line]));
}

/** One page with a black square, packed as scanners pack black and white. */
export function makeScannedPdf(): Buffer {
  const content = 'q 300 0 0 300 100 400 cm /Scan Do Q';
  // Group 4: one bit says that a line is like the one before, here eight times.
  const scan = '\xff';
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /Scan 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >> /Length ${scan.length} >>\nstream\n${scan}\nendstream`,
  ]);
}

/** Sums of two numbers; the last test is one that only 64-bit integers survive. */
const sums = [
  [1, 2],
  [10, 20],
  [-5, 5],
  [3_000_000_000, 4_000_000_000],
] as const;

/** Four tests, and two entries that are none and must be named in the report; as heavy as wanted. */
export function makeSumArchive({ ballastBytes = 1, manifest = '' } = {}): Promise<Buffer> {
  return writeZip([
    ...(manifest ? [{ name: 'tests/minos.yaml', content: manifest }] : []),
    ...namePairs(sums.map(([a, b]) => [`${a} ${b}\n`, `${a + b}\n`])).map(({ name, content }) => ({
      name: `tests/${name}`,
      content,
    })),
    { name: '__MACOSX/tests/._1.in', content: randomBytes(ballastBytes) },
    { name: 'tests/.DS_Store', content: 'x' },
  ]);
}

/** A test without its answer: the import must fail and name it. */
export function makeOrphanArchive(): Promise<Buffer> {
  return writeZip([
    { name: '1.in', content: '1 2\n' },
    { name: '1.out', content: '3\n' },
    { name: '2.in', content: '1 2\n' },
  ]);
}

const program = (body: string, head = '') => `#include <bits/stdc++.h>
using namespace std;
${head}
int main() {
    long long a, b;
    cin >> a >> b;
    ${body}
}
`;

/** The first test is a sample of sorts, worth nothing; the last is in two groups. */
export const sumGroups = `groups:
  - {name: samples, points: 0, tests: "1"}
  - {name: "1", points: 30, tests: ["2", "3"]}
  - {name: "2", points: 70, tests: ["3", "4"]}
`;

/** One program for each verdict. */
export const programs = {
  right: program('cout << a + b << endl;'),
  wrong: program('cout << (int) a + (int) b << endl;'),
  slow: program('if (a == 10) for (volatile long long i = 0;; i = i + 1);\n    cout << a + b << endl;'),
  crashing: program('if (a == -5) abort();\n    cout << a + b << endl;'),
  hungry: program(
    'if (a == 1) { vector<vector<char>> v; for (;;) v.emplace_back(16 << 20, 1); }\n    cout << a + b << endl;',
  ),
  uncompilable: 'int main() { return undeclared_name; }\n',
} as const;

export interface NewProblem {
  readonly id: string;
  readonly title?: string;
  readonly withTests?: boolean;
  readonly withPdf?: boolean;
  readonly pdf?: Buffer;
  /** In the archive, as minos.yaml. */
  readonly manifest?: string;
}

let problemsMade = 0;

/** An id that no other journey uses. */
export function freshId(name: string): string {
  problemsMade += 1;
  return `${name}-${process.pid}-${problemsMade}`;
}

/** A visible problem by API, for journeys that are not about making one. */
export async function createProblem(
  client: Client,
  { id, title = `Title of ${id}`, withTests = true, withPdf = true, pdf, manifest = '' }: NewProblem,
): Promise<void> {
  await createWithFiles(client, {
    id,
    title,
    ...(withPdf && { pdf: pdf ?? (await makePdf(['Add two numbers', 'Second page', 'Third page'])) }),
    ...(withTests && { zip: await makeSumArchive({ manifest }) }),
  });
}

export function pdfFile(buffer: Buffer) {
  return { name: 'statement.pdf', mimeType: 'application/pdf', buffer };
}

export function zipFile(buffer: Buffer) {
  return { name: 'tests.zip', mimeType: 'application/zip', buffer };
}

export function sourceFile(text: string, name = 'solution.cpp') {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}
