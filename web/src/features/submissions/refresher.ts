/**
 * Refreshes at once when asked to. Whatever is asked for meanwhile, or in the moment of rest after the answer, makes
 * one more refresh together: there is never a second one beside the first, and a slow server is asked less often.
 * `refresh` does not fail.
 */
export function createRefresher(refresh: () => Promise<void>, restMs: number): () => void {
  let isBusy = false;
  let isAsked = false;

  async function work(): Promise<void> {
    isBusy = true;
    while (isAsked) {
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
