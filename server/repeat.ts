/** Does something again and again, one at a time, until it is stopped. */
export interface Repeated {
  /** Ends after what it is at; who does much in one go looks at the signal. */
  stop(): Promise<void>;
}

export function repeat(
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Repeated {
  const stopping = new AbortController();
  let working: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    working ??= work(stopping.signal)
      .catch(onError)
      .finally(() => {
        working = null;
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };
}
