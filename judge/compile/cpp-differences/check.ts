/** Many programs, as many at once as the sandbox has cores. */

import { type Comparison, compare, type Workshop } from './compare.ts';
import { type Choice, programsOf } from './programs.ts';

export async function checkPrograms(
  workshop: Workshop,
  choice: Choice,
  tell: (comparison: Comparison) => void = () => {},
): Promise<string[]> {
  const programs = programsOf(choice);
  const differences: string[] = [];
  async function checkNext(): Promise<void> {
    for (let next = programs.next(); !next.done; next = programs.next()) {
      const { name, code } = next.value;
      const { difference, inlinedOtherwise } = await compare(workshop, code);
      const told = difference && `${name}: ${difference}`;
      if (told !== null) differences.push(told);
      tell({ difference: told, inlinedOtherwise });
    }
  }
  await Promise.all(workshop.sandbox.facts.cores.map(checkNext));
  return differences;
}
