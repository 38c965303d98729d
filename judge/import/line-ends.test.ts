import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseLineEnds } from './line-ends.ts';

async function normalise(chunks: readonly string[]): Promise<Buffer[]> {
  async function* give() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  return Array.fromAsync(normaliseLineEnds(give()));
}

test.each([
  { title: 'nothing', chunks: [], text: '' },
  { title: 'no CR', chunks: ['1\n2\n'], text: '1\n2\n' },
  { title: 'CRLF', chunks: ['1\r\n2\r\n'], text: '1\n2\n' },
  { title: 'CRLF over two chunks', chunks: ['1\r', '\n2'], text: '1\n2' },
  { title: 'CRLF over an empty chunk', chunks: ['1\r', '', '\n2'], text: '1\n2' },
  { title: 'a lone CR', chunks: ['1\r2'], text: '1\r2' },
  { title: 'a lone CR at the end of a chunk', chunks: ['1\r', '2'], text: '1\r2' },
  { title: 'a lone CR at the very end', chunks: ['1\r'], text: '1\r' },
  { title: 'CR CR LF', chunks: ['1\r', '\r', '\n'], text: '1\r\n' },
])('line ends of $title', async ({ chunks, text }) => {
  expect(Buffer.concat(await normalise(chunks)).toString()).toBe(text);
});

test('however a text is cut into chunks, the outcome is that of the whole text', async () => {
  const piece = fc
    .array(fc.constantFrom('\r', '\n', 'a', '\r\n'), { maxLength: 12 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (chunks) => {
      const normalised = await normalise(chunks);
      expect(Buffer.concat(normalised).toString()).toBe(chunks.join('').replaceAll('\r\n', '\n'));
      expect(normalised.every((chunk) => chunk.length > 0)).toBe(true);
    }),
  );
});
