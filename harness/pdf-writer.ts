/** A PDF by hand: pages of lines of text, in a font that every reader brings along. */
export function writePdf(pages: readonly (readonly string[])[]): Buffer {
  const firstPage = 4;
  const pageIds = pages.map((_, index) => firstPage + 2 * index);
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, index) => {
      const [title = '', ...rest] = lines.map((line) => line.replace(/[\\()]/g, '\\$&'));
      const text = rest.map((line) => `(${line}) Tj T*`).join(' ');
      const content = `BT /F1 24 Tf 72 750 Td (${title}) Tj /F1 13 Tf 20 TL T* T* ${text} ET`;
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${firstPage + 2 * index + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`;
      return [page, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`];
    }),
  ]);
}

export function assemblePdf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
