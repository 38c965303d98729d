import { bridges } from './problems/bridges.ts';
import { caravan } from './problems/caravan.ts';
import { jars } from './problems/jars.ts';
import { lamps } from './problems/lamps.ts';
import { meander } from './problems/meander.ts';
import { mosaic } from './problems/mosaic.ts';
import { palindrome } from './problems/palindrome.ts';
import { scroll } from './problems/scroll.ts';
import { shifts } from './problems/shifts.ts';
import { stairs } from './problems/stairs.ts';
import { thread } from './problems/thread.ts';
import { votes } from './problems/votes.ts';

export const demoProblems = [
  jars,
  palindrome,
  lamps,
  meander,
  votes,
  bridges,
  mosaic,
  caravan,
  stairs,
  thread,
  scroll,
  shifts,
] as const;
