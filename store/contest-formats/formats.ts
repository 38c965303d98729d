import type { ContestFormatName } from '#contract/contest-formats.ts';
import type { ContestFormat } from './format.ts';
import { icpc } from './icpc.ts';
import { ioi } from './ioi.ts';
import { scores } from './scores.ts';

export const formats: Readonly<Record<ContestFormatName, ContestFormat>> = { scores, ioi, icpc };

/** Whether wrong tries cost something. */
export function hasPenalty({ format }: { readonly format: ContestFormatName }): boolean {
  return formats[format].order.criteria.includes('penalty');
}
