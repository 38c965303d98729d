import { type ContestFormatName, contestFormats, defaultContestFormat } from '#contract/contest-formats.ts';
import { defaultPenaltyMinutes } from '#contract/contest-settings.ts';
import { isContestOver } from '#contract/contest-status.ts';
import type { Contest, ContestInput } from '#contract/contests.ts';
import { formatLooks } from '../contests/formats/format-looks.ts';
import { toNumber } from './field-numbers.ts';
import { fromFieldTime, toFieldTime } from './field-times.ts';

/** As the fields hold it. */
export interface FormatValues {
  format: ContestFormatName;
  penaltyMinutes: string;
  /** Empty: no freeze. */
  freezeMinutes: string;
  /** As `2026-11-15T10:00` in the visitor's zone; empty: by staff. */
  thaw: string;
  goldMedals: string;
  silverMedals: string;
  bronzeMedals: string;
}

export function initialFormatValues(contest: Contest | null): FormatValues {
  return {
    format: contest?.format ?? defaultContestFormat,
    penaltyMinutes: String(contest?.penalty_minutes ?? defaultPenaltyMinutes),
    freezeMinutes: String(contest?.freeze_minutes ?? ''),
    thaw: contest?.thaw_time ? toFieldTime(new Date(contest.thaw_time)) : '',
    goldMedals: String(contest?.gold_medals ?? 0),
    silverMedals: String(contest?.silver_medals ?? 0),
    bronzeMedals: String(contest?.bronze_medals ?? 0),
  };
}

type FormatInput = Pick<
  ContestInput,
  | 'format'
  | 'penalty_minutes'
  | 'freeze_minutes'
  | 'thaw_time'
  | 'gold_medals'
  | 'silver_medals'
  | 'bronze_medals'
>;

/** What is sent. What is no number is sent as none, and refused by the rules of the contract. */
export function toFormatInput(values: FormatValues): FormatInput {
  const hasFreeze = values.freezeMinutes.trim() !== '';
  return {
    format: values.format,
    // Other formats have no field for it.
    ...(formatLooks[values.format].hasPenalty && { penalty_minutes: toNumber(values.penaltyMinutes) }),
    freeze_minutes: hasFreeze ? toNumber(values.freezeMinutes) : null,
    thaw_time: !hasFreeze || values.thaw === '' ? null : fromFieldTime(values.thaw),
    gold_medals: toNumber(values.goldMedals),
    silver_medals: toNumber(values.silverMedals),
    bronze_medals: toNumber(values.bronzeMedals),
  };
}

export function isFormat(name: string): name is ContestFormatName {
  return (contestFormats as readonly string[]).includes(name);
}

/** What can no longer be changed. `contest`: as it is now. */
export function fixedFormat(contest: Contest | null, now: Date) {
  const hasEnded = isContestOver(contest?.status);
  // In a pause the clock stands, before the freeze or after it.
  const at = contest?.paused_at ? Date.parse(contest.paused_at) : now.getTime();
  const hasFrozen = contest?.freeze_at != null && Date.parse(contest.freeze_at) <= at;
  return {
    format: contest !== null && contest.status !== 'scheduled',
    freeze: hasFrozen ? ('frozen' as const) : hasEnded ? ('ended' as const) : null,
    thaw: hasFrozen && !contest.is_frozen,
  };
}
