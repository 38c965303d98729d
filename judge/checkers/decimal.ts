const digit0 = 0x30;
const numeral = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/**
 * The number that a decimal numeral stands for, NaN for anything else (`nan`, `inf` and hexadecimal included).
 *
 * Short plain numerals, which are nearly all there are, are read digit by digit: up to 15 digits and a power of
 * ten up to 22 are both exact in binary, so one division rounds correctly. The rest goes through a string.
 */
export function parseDecimal(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const sign = bytes[at];
  if (sign === 0x2d || sign === 0x2b) at++;
  let digits = 0;
  let value = 0;
  let fraction = -1;
  for (; at < to; at++) {
    const byte = bytes[at] as number;
    const digit = byte - digit0;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits++;
      if (fraction >= 0) fraction++;
    } else if (byte === 0x2e && fraction < 0) {
      fraction = 0;
    } else {
      return parseSlowly(bytes, from, to);
    }
  }
  if (digits === 0 || digits > 15) return parseSlowly(bytes, from, to);
  if (fraction > 0) value /= 10 ** fraction;
  return sign === 0x2d ? -value : value;
}

function parseSlowly(bytes: Uint8Array, from: number, to: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  return numeral.test(text) ? Number(text) : Number.NaN;
}
