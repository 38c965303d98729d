/** The names in a text that somebody pasted: one a line, or with commas, semicolons or spaces between them; each once. */
export function readUsernames(text: string): string[] {
  const names = new Map<string, string>();
  for (const name of text.split(/[\s,;]+/)) {
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}
