/**
 * The text over a statement's pages, which can be selected and read aloud. pdf.js measures it word for word in the page, and
 * does so with as many words at once as its worker happens to send: a slow phone answers nobody meanwhile.
 */
import { nextTask } from '../../lib/next-task.ts';
import type { PdfDocument } from '../../lib/pdf.ts';

type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;
type TextContent = Awaited<ReturnType<PdfPage['getTextContent']>>;

/** A few milliseconds on a phone. */
const itemsAtOnce = 4;

/**
 * From now on this document's pages hand out the text that is laid over them so; pdf.js has no setting for it. That text alone
 * comes with its marks. Who only reads a page has it at once.
 */
export function handOutTextInPieces(document: PdfDocument): void {
  const known = new WeakSet<PdfPage>();
  const getPage = document.getPage.bind(document);
  document.getPage = async (number) => {
    const page = await getPage(number);
    if (known.has(page)) return page;
    known.add(page);
    const streamText = page.streamTextContent.bind(page);
    page.streamTextContent = (parameters) => {
      const text = streamText(parameters);
      return parameters?.includeMarkedContent
        ? text.pipeThrough(new TransformStream({ transform: cutUp }))
        : text;
    };
    return page;
  };
}

async function cutUp(
  { items, ...others }: TextContent,
  pieces: TransformStreamDefaultController<TextContent>,
): Promise<void> {
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    await nextTask();
    pieces.enqueue({ ...others, items: items.slice(from, from + itemsAtOnce) });
  }
}
