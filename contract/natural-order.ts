const collator = new Intl.Collator('en', { numeric: true });

/** As people count: `p2` before `p10`. */
export const naturalOrder = (a: string, b: string) => collator.compare(a, b);
