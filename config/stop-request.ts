/** Long enough for what is under way; without a supervisor nobody else ends a process that waits for a slow client. */
const orphanDeadlineMs = 5_000;

/**
 * Settles when this process is asked to end: by a signal, or because the process that started it is gone (its
 * message channel closed), so that nothing outlives a killed supervisor. Asking twice is asking once.
 */
export function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    if (!process.connected) return;
    process.once('disconnect', () => {
      setTimeout(() => process.exit(1), orphanDeadlineMs).unref();
      resolve('parent gone');
    });
  });
}
