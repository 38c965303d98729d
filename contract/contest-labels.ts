/** What a contest calls its problems: what staff have written, otherwise the letter of their place. */

const letters = 26;

/** A, B, … Z, AA, AB. */
function placeLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % letters));
  return index < letters ? last : `${placeLetter(Math.floor(index / letters) - 1)}${last}`;
}

/** Labels that differ only in case are the same to people who call them across a room. */
export const foldLabel = (label: string) => label.toLowerCase();

/**
 * In the order of the problems; null where staff have written nothing. A letter that staff gave to another problem is
 * left out, and the letters behind the last place follow instead: no two are called the same.
 */
export function labelProblems(written: readonly (string | null)[]): string[] {
  const taken = new Set(written.flatMap((label) => (label === null ? [] : [foldLabel(label)])));
  let next = written.length;
  return written.map((label, index) => {
    if (label !== null) return label;
    let letter = placeLetter(index);
    while (taken.has(foldLabel(letter))) letter = placeLetter(next++);
    taken.add(foldLabel(letter));
    return letter;
  });
}
