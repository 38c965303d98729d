/** Ctrl, or the command key where that is what people press. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey;
}
