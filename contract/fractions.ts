/** Exact fractions from zero up: sums of parts of points must not drift as they do in binary. */
import { fullScore } from './scores.ts';

export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const zero: Fraction = { numerator: 0n, denominator: 1n };
export const one: Fraction = { numerator: 1n, denominator: 1n };

/** In lowest terms, so that equal fractions look the same. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  let [divisor, rest] = [numerator, denominator];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** The decimal that the number is written as: 33.3 is 333/10, not its neighbour in binary. */
export function toFraction(decimal: number): Fraction {
  const [digits = '', exponent = '0'] = String(decimal).split('e');
  const [whole = '', part = ''] = digits.split('.');
  const tens = Number(exponent) - part.length;
  const value = BigInt(whole + part);
  return tens < 0 ? fraction(value, 10n ** BigInt(-tens)) : fraction(value * 10n ** BigInt(tens), 1n);
}

export function add(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

export function divide(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

export function isZero({ numerator }: Fraction): boolean {
  return numerator === 0n;
}

export function isOne({ numerator, denominator }: Fraction): boolean {
  return numerator === denominator;
}

/** As it is stored, e.g. `1/3`. */
export function writeFraction({ numerator, denominator }: Fraction): string {
  return `${numerator}/${denominator}`;
}

export function readFraction(written: string): Fraction {
  const [numerator = '0', denominator = '1'] = written.split('/');
  return fraction(BigInt(numerator), BigInt(denominator));
}

/** What parts earn together, each by its points. Where none has any, nothing is earned. */
export function addUp(parts: readonly { readonly share: Fraction; readonly points: number }[]): Fraction {
  const total = parts.map(({ points }) => toFraction(points)).reduce(add, zero);
  if (isZero(total)) return zero;
  return divide(
    parts.map(({ share, points }) => multiply(toFraction(points), share)).reduce(add, zero),
    total,
  );
}

/**
 * The score of what is not solved, rounded down to so many decimals. A group worth no points may be all that failed: 100
 * means solved, so anything else stays one unit below.
 */
export function scoreOfShare(share: Fraction, decimals: number): number {
  const unit = 10 ** decimals;
  const units = (share.numerator * BigInt(fullScore * unit)) / share.denominator;
  return Math.min(Number(units), fullScore * unit - 1) / unit;
}
