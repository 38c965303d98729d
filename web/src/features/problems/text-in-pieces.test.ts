import { expect, test } from 'vitest';
import type { PdfDocument } from '../../lib/pdf.ts';
import { handOutTextInPieces } from './text-in-pieces.ts';

const words = Array.from({ length: 10 }, (_, index) => ({ str: `word ${index}` }));

/** As pdf.js has them: one page object for each number, and a stream for each reader. */
function makeDocument() {
  const page = {
    streamTextContent: () =>
      new ReadableStream({
        start: (sent) => {
          sent.enqueue({ items: words.slice(0, 7), styles: { serif: {} }, lang: 'en' });
          sent.enqueue({ items: words.slice(7), styles: {}, lang: 'en' });
          sent.close();
        },
      }),
  };
  const document = { getPage: async () => page };
  return document as unknown as PdfDocument;
}

const readAll = (text: ReadableStream) => Array.fromAsync(text as AsyncIterable<{ items: object[] }>);

test('the text of a page comes whole and in order, a few words at a time', async () => {
  const document = makeDocument();
  handOutTextInPieces(document);
  await document.getPage(1);
  const page = await document.getPage(1);
  const pieces = await readAll(page.streamTextContent({ includeMarkedContent: true }));
  expect(pieces.flatMap(({ items }) => items)).toEqual(words);
  expect(pieces.map(({ items }) => items.length)).toEqual([4, 3, 3]);
  expect(pieces[0]).toMatchObject({ styles: { serif: {} }, lang: 'en' });
});

test('whoever only reads the text has it as it comes', async () => {
  const document = makeDocument();
  handOutTextInPieces(document);
  const pieces = await readAll((await document.getPage(1)).streamTextContent());
  expect(pieces.map(({ items }) => items.length)).toEqual([7, 3]);
});

test('who reads no further is not handed the rest', async () => {
  const document = makeDocument();
  handOutTextInPieces(document);
  const reader = (await document.getPage(1)).streamTextContent({ includeMarkedContent: true }).getReader();
  await reader.read();
  await reader.cancel();
  expect(await reader.read()).toMatchObject({ done: true });
});
