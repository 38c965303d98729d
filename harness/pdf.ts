import { PDFDocument, StandardFonts } from 'pdf-lib';

const a4 = [595, 842] as const;

/** Pages of lines of text, the first of each page its title. */
export async function writePdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const [title = '', ...lines] of pages) {
    const page = document.addPage([...a4]);
    page.drawText(title, { x: 72, y: 750, size: 24, font });
    page.drawText(lines.join('\n'), { x: 72, y: 710, size: 13, lineHeight: 20, font });
  }
  return Buffer.from(await document.save());
}
