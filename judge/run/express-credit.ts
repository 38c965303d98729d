/** What the express lane may still take: of every millisecond `perMs` comes back, up to `mostMs`. */
export function createExpressCredit(mostMs: number, perMs: number) {
  let leftMs = mostMs;
  let countedAt = performance.now();

  function count(): void {
    const now = performance.now();
    leftMs = Math.min(mostMs, leftMs + (now - countedAt) * perMs);
    countedAt = now;
  }

  return {
    spend(ms: number): void {
      count();
      leftMs -= ms;
    },
    /** 0: there is some left. */
    closedForMs(): number {
      count();
      return leftMs > 0 ? 0 : Math.ceil(1 - leftMs / perMs);
    },
  };
}
