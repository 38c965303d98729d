/** Many programs, as many at once as the sandbox has cores. */

import { differenceOf, type Workshop } from './compare.ts';
import { type Choice, programsOf } from './programs.ts';

export async function checkPrograms(
  workshop: Workshop,
  choice: Choice,
  tell: (difference: string | null) => void = () => {},
): Promise<string[]> {
  const programs = programsOf(choice);
  const differences: string[] = [];
  async function checkNext(): Promise<void> {
    for (let next = programs.next(); !next.done; next = programs.next()) {
      const { name, code } = next.value;
      const difference = await differenceOf(workshop, code);
      const told = difference && `${name}: ${difference}`;
      if (told !== null) differences.push(told);
      tell(told);
    }
  }
  await Promise.all(workshop.sandbox.facts.cores.map(checkNext));
  return differences;
}
