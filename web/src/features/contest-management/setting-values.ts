/** What the sections of "More settings" hold, put together: one file a section says what its fields are. */
import { defaultContestFormat } from '#contract/contest-formats.ts';
import type { ContestStatus } from '#contract/contest-status.ts';
import type { Contest } from '#contract/contests.ts';
import type { ContestFeedback } from '#contract/feedback.ts';
import type { useMessages } from '../../lib/messages.ts';
import { type EntryValues, initialEntryValues, toEntryInput } from './entry-values.ts';
import { type FormatValues, initialFormatValues, toFormatInput } from './format-values.ts';
import { initialWindowValues, toWindowInput, type WindowValues } from './window-values.ts';

export interface SettingValues extends FormatValues, WindowValues, EntryValues {
  feedback: ContestFeedback;
}

export function initialSettings(contest: Contest | null): SettingValues {
  return {
    ...initialFormatValues(contest),
    ...initialWindowValues(contest),
    ...initialEntryValues(contest),
    feedback: contest?.feedback ?? 'full',
  };
}

type SettingsInput = Partial<ReturnType<typeof toInput>>;

/** What is sent. Of a contest that is there only what was changed, so that what others change meanwhile stays. */
export function toSettings(
  values: SettingValues,
  contest: Contest | null,
  /** As it is by now: it may have started while the form was open. */
  status: ContestStatus | undefined = contest?.status,
): SettingsInput {
  const input = toInput(values, status);
  if (!contest) return input;
  const before = new Map(Object.entries(toInput(initialSettings(contest), status)));
  const changed: SettingsInput = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => before.get(name) !== value),
  );
  // A password is for a contest that is entered by one, whatever others have made of it.
  return changed.entry_password === undefined ? changed : { ...changed, entry: values.entry };
}

function toInput(values: SettingValues, status: ContestStatus | undefined) {
  return {
    ...toFormatInput(values),
    ...toWindowInput(values, status),
    ...toEntryInput(values),
    feedback: values.feedback,
  };
}

type Texts = ReturnType<typeof useMessages>;

/** What is not as it comes, in a few words. */
export function summarise(
  { format, freezeMinutes, windowMinutes, feedback, entry }: SettingValues,
  {
    contestFormat: texts,
    contestManagement: { feedbackSummary, feedbacks },
    contestEntry,
    contestTiming,
  }: Pick<Texts, 'contestFormat' | 'contestManagement' | 'contestEntry' | 'contestTiming'>,
): string {
  const minutes = Number.parseInt(freezeMinutes, 10);
  const ranked = texts.summary(
    format === defaultContestFormat ? null : texts.names[format],
    Number.isNaN(minutes) ? null : minutes,
  );
  const others = feedbackSummary(ranked, feedback === 'full' ? null : feedbacks[feedback]);
  const windowed = Number.parseInt(windowMinutes, 10);
  const timed = Number.isNaN(windowed) ? null : contestTiming.windowSummary(windowed);
  return contestEntry.summary(contestEntry.summary(others, timed), contestEntry.summaries[entry]);
}
