/** What the sections of "More settings" hold, put together: one file a section says what its fields are. */
import type { Contest } from '#contract/contests.ts';
import type { ContestFeedback } from '#contract/feedback.ts';
import type { useMessages } from '../../lib/messages.ts';
import { type EntryValues, initialEntryValues, toEntryInput } from './entry-values.ts';
import { type FormatValues, initialFormatValues, toFormatInput } from './format-values.ts';

export interface SettingValues extends FormatValues, EntryValues {
  feedback: ContestFeedback;
}

export function initialSettings(contest: Contest | null): SettingValues {
  return {
    ...initialFormatValues(contest),
    ...initialEntryValues(contest),
    feedback: contest?.feedback ?? 'full',
  };
}

export function toSettings(values: SettingValues, contest: Contest | null) {
  return { ...toFormatInput(values, contest), ...toEntryInput(values), feedback: values.feedback };
}

type Texts = ReturnType<typeof useMessages>;

/** What is not as it comes, in a few words. */
export function summarise(
  { format, freezeMinutes, feedback, entry }: SettingValues,
  {
    contestFormat: texts,
    contestManagement: { feedbackSummary, feedbacks },
    contestEntry,
  }: Pick<Texts, 'contestFormat' | 'contestManagement' | 'contestEntry'>,
): string {
  const minutes = Number.parseInt(freezeMinutes, 10);
  const ranked = texts.summary(
    format === 'scores' ? null : texts.names[format],
    Number.isNaN(minutes) ? null : minutes,
  );
  const others = feedbackSummary(ranked, feedback === 'full' ? null : feedbacks[feedback]);
  return contestEntry.summary(others, contestEntry.summaries[entry]);
}
