type Field = string | number | null;

/** RFC 4180: quoted where needed, lines ended by CRLF. */
export function writeCsv(rows: readonly (readonly Field[])[]): string {
  return rows.map((row) => `${row.map(quoteField).join(',')}\r\n`).join('');
}

function quoteField(field: Field): string {
  const text = String(field ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A sheet computes what begins like a formula, whoever wrote it. With an apostrophe before it, it stays a text. */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
