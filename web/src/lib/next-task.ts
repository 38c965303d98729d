/** What follows is a task of its own: in between a browser answers its user, and draws. */
export function nextTask(): Promise<void> {
  return globalThis.scheduler?.yield?.() ?? nextMessage();
}

/** For browsers that have no such call. A timer would do too, but waits some milliseconds after a few, and a second in a hidden tab. */
function nextMessage(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
