/** The browser reads the content some time after the press, and nothing tells when it has. */
const readWithinMs = 60_000;

/** Hands a file made in the page to the browser's downloads. */
export function saveFile(name: string, type: string, content: string) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs);
}
