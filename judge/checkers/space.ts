/** 1 for the bytes that separate tokens: space, tab, newline, vertical tab, form feed, carriage return. */
export const isSpace: Uint8Array = (() => {
  const table = new Uint8Array(256);
  for (const byte of [0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d]) table[byte] = 1;
  return table;
})();

export const newline = 0x0a;
