/** What the sections of "More settings" hold, put together: one file a section says what its fields are. */
import type { Contest } from '#contract/contests.ts';
import type { useMessages } from '../../lib/messages.ts';
import { type FormatValues, initialFormatValues, toFormatInput } from './format-values.ts';

export type SettingValues = FormatValues;

export function initialSettings(contest: Contest | null): SettingValues {
  return { ...initialFormatValues(contest) };
}

export function toSettings(values: SettingValues, contest: Contest | null) {
  return { ...toFormatInput(values, contest) };
}

/** What is not as it comes, in a few words. */
export function summarise(
  { format, freezeMinutes }: SettingValues,
  texts: ReturnType<typeof useMessages>['contestFormat'],
): string {
  const minutes = Number.parseInt(freezeMinutes, 10);
  return texts.summary(
    format === 'scores' ? null : texts.names[format],
    Number.isNaN(minutes) ? null : minutes,
  );
}
