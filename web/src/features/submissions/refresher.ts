interface Rest {
  readonly shortestMs: number;
  readonly longestMs: number;
}

/**
 * Refreshes at once when asked to. Whatever is asked for meanwhile, or in the rest after the answer, makes one more
 * refresh together: there is never a second one beside the first, and a slow server is asked less often. The rest
 * doubles as long as news keep coming: a quick program is followed step by step, a long one costs little more than
 * the polls. `refresh` does not fail.
 */
export function createRefresher(refresh: () => Promise<void>, { shortestMs, longestMs }: Rest): () => void {
  let isBusy = false;
  let isAsked = false;

  async function work(): Promise<void> {
    isBusy = true;
    for (let restMs = shortestMs; isAsked; restMs = Math.min(2 * restMs, longestMs)) {
      isAsked = false;
      await refresh();
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    isBusy = false;
  }

  return () => {
    isAsked = true;
    if (!isBusy) void work();
  };
}
