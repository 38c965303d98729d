/** What follows is a task of its own: in between a browser answers its user, and draws. Not every browser has it by name. */
export function nextTask(): Promise<void> {
  return globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
