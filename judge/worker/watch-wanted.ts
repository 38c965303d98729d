/** How often to look. */
const lookAgainMs = 2000;

/** A program may run for long without any progress to store, and nobody may want to know of it any more meanwhile. */
export function watchWanted(isWanted: () => Promise<boolean>) {
  const unwanted = new AbortController();
  const look = async () => {
    if (!(await isWanted())) unwanted.abort(new Error('Nobody waits for it any more'));
  };
  // A database that does not answer has said nothing.
  const timer = setInterval(() => void look().catch(() => {}), lookAgainMs);
  return { unwanted: unwanted.signal, stopWatching: () => clearInterval(timer) };
}
