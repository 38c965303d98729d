import type { Allowance } from '../language-limits.ts';
import { languageNames } from './en-languages.ts';
import { listed } from './en-quantities.ts';

/** What programs of a language get over the limits of problems, and which languages a problem or a contest takes. */
export const languageLimitTexts = {
  names: languageNames,
  /** `C++ and Python 3`. */
  listed,

  allowed: 'Languages',
  allowedAll: 'All that are judged here',
  allowedSome: 'Only these',
  allowedChoice: 'Languages that are allowed',
  allowedOff: (name: string) => `${name} (not judged here now)`,

  limits: 'Limits of languages',
  limitsHint:
    'The time limit is multiplied by the factor, and time and memory are added. What is left empty is as in the settings.',
  limitsSet: (names: readonly string[]) => `own: ${listed(names)}`,
  language: 'Language',
  timeFactor: 'Factor',
  timeAllowance: 'ms on top',
  memoryAllowance: 'MB on top',
  result: 'Limits',
  ofLanguage: (part: string, language: string) => `${part} for ${language}`,

  /** `Time limits × 2 + 20 ms, memory + 8 MB`. */
  inForce: ({ time_factor, time_allowance_ms, memory_allowance_mb }: Allowance) => {
    const time = [
      ...(time_factor === 1 ? [] : [`× ${time_factor}`]),
      ...(time_allowance_ms === 0 ? [] : [`+ ${time_allowance_ms} ms`]),
    ].join(' ');
    const parts = [
      ...(time === '' ? [] : [`time limit ${time}`]),
      ...(memory_allowance_mb === 0 ? [] : [`memory limit + ${memory_allowance_mb} MB`]),
    ];
    return parts.length === 0 ? 'Limits as each problem has them' : `Limits: ${parts.join(', ')}`;
  },
  change: 'Change',
  changeOf: (language: string) => ` the limits of ${language}`,
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved. What is judged from now on has these limits.',
  effect:
    'They hold for what is judged from then on; what is judged already keeps its verdict until a rejudge.',

  /** The page of a problem. */
  timeLimitIn: (language: string) => `Time limit in ${language}`,
  memoryLimitIn: (language: string) => `Memory limit in ${language}`,
  allLimits: 'Limits in all languages',
  notTaken: (fileName: string, language: string, taken: readonly string[]) =>
    `${fileName} is written in ${language}. This problem takes only ${listed(taken)}.`,
  noLongerTaken: (language: string, instead: string) =>
    `This program was written as ${language}, which is not taken here now. It would be submitted as ${instead}.`,
};
