/**
 * Orders paths as people count: 2 before 10, folder by folder. Other than names that people choose (contract/natural-order.ts),
 * no two are the same to it: those that count the same are told apart by text.
 */
export function comparePaths(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareParts(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || compareText(a, b);
}

function compareParts(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareRuns(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Numbers by their digits without leading zeros: they may be longer than any number type holds. */
function compareRuns(a: string, b: string): number {
  const areNumbers = /^\d/.test(a) && /^\d/.test(b);
  if (!areNumbers) return compareText(a, b);
  const left = a.replace(/^0+/, '');
  const right = b.replace(/^0+/, '');
  return left.length - right.length || compareText(left, right);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
