/**
 * Settles when this process is asked to end: by a signal, or because the process that started it is gone (its
 * message channel closed), so that nothing outlives a killed supervisor. Asking twice is asking once.
 */
export function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    if (process.connected) process.once('disconnect', () => resolve('parent gone'));
  });
}
