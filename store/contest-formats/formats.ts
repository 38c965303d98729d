import type { ContestFormatName } from '#contract/contests.ts';
import type { ContestFormat } from './format.ts';
import { scores } from './scores.ts';

export const formats: Readonly<Record<ContestFormatName, ContestFormat>> = { scores };
