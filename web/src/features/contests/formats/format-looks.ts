import type { ContestFormatName } from '#contract/contest-formats.ts';
import type { FormatLook } from './format-look.ts';
import { icpc } from './icpc.ts';
import { ioi } from './ioi.ts';
import { scores } from './scores.ts';

export const formatLooks: Readonly<Record<ContestFormatName, FormatLook>> = { scores, ioi, icpc };
