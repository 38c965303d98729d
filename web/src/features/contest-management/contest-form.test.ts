import { describe, expect, it } from 'vitest';
import { type Contest, findContestFormErrors } from '#contract/contests.ts';
import { sayInEnglish as say } from '#contract/messages/catalogues.ts';
import { contestManagementTexts as texts } from '#contract/messages/en-contests.ts';
import { words } from '#contract/words.ts';
import {
  copiedThaw,
  copiedValues,
  fixedTimes,
  initialValues,
  listChanges,
  seenEnd,
  splitDuration,
  toFieldErrors,
  toPayload,
  withSaved,
  withThaw,
} from './contest-form.ts';
import { fixedFormat } from './format-values.ts';
import { initialSettings, type SettingValues, toSettings } from './setting-values.ts';

const contest: Contest = {
  id: 3,
  title: 'Spring Round',
  description: 'Bring a pen.',
  start_time: '2026-11-15T03:00:17.250Z',
  end_time: '2026-11-15T08:00:59.000Z',
  status: 'scheduled',
  participant_count: 0,
  problem_count: 0,
  is_participant: false,
  allowed_languages: null,
  feedback: 'full',
  entry: 'open',
  format: 'scores',
  penalty_minutes: 20,
  freeze_minutes: null,
  freeze_at: null,
  thaw_time: null,
  is_frozen: false,
  gold_medals: 0,
  silver_medals: 0,
  bronze_medals: 0,
  window_minutes: null,
  paused_at: null,
  length_ms: 3_600_000,
  own_start: null,
  own_end: null,
  own_extra_minutes: 0,
};

describe('the contest form', () => {
  it('offers tomorrow from 10:00 to 16:00', () => {
    const { start, end } = initialValues(null, new Date(2026, 11, 31, 23, 59));
    expect([start, end]).toEqual(['2027-01-01T10:00', '2027-01-01T16:00']);
  });

  it('sends the times of a contest as they were when they were not touched, seconds included', () => {
    const values = {
      ...initialValues(contest, new Date()),
      title: '  Autumn Round ',
      description: ' No pens. ',
    };
    expect(toPayload(values, contest)).toEqual({
      title: 'Autumn Round',
      description: 'No pens.',
      startTime: contest.start_time,
      endTime: contest.end_time,
    });
  });

  it('sends what was entered as the instant it is in the visitor’s zone', () => {
    const values = { ...initialValues(contest, new Date()), end: '2026-11-15T23:45' };
    const { startTime, endTime } = toPayload(values, contest);
    expect(startTime).toBe(contest.start_time);
    expect(endTime).toBe(new Date(2026, 10, 15, 23, 45).toISOString());
  });

  it('sends the contest’s own time where it has become fixed while the form was open', () => {
    const values = {
      ...initialValues(contest, new Date()),
      start: '2026-11-16T10:00',
      end: '2026-11-16T23:00',
    };
    expect(toPayload(values, contest, { ...contest, status: 'running' })).toMatchObject({
      startTime: contest.start_time,
      endTime: new Date(2026, 10, 16, 23, 0).toISOString(),
    });
    expect(toPayload(values, contest, { ...contest, status: 'finished' })).toMatchObject({
      startTime: contest.start_time,
      endTime: contest.end_time,
    });
  });

  it('takes a year that is none for no time', () => {
    const values = { ...initialValues(null, new Date()), start: '20261-01-01T10:00' };
    expect(toPayload(values, null).startTime).toBe('');
  });

  const now = new Date(2026, 10, 15, 12, 0);
  const complaints = (values: Partial<ReturnType<typeof initialValues>>) => {
    const payload = toPayload({ ...initialValues(null, now), title: 'A title', ...values }, null);
    const found = Object.entries(findContestFormErrors(payload, now));
    return found.map(([field, words]) => [field, say(words)]);
  };

  it('complains in the order of the checks, each thing at its field', () => {
    const first = (values: Parameters<typeof complaints>[0]) => complaints(values)[0]?.[1] ?? null;
    expect(first({ title: '   ', start: '', end: '' })).toBe('Contest title is required');
    expect(first({ start: '', end: '2026-11-10T10:00' })).toBe('Start time and end time are required');
    expect(first({ end: '' })).toBe('Start time and end time are required');
    expect(first({ start: '2026-11-14T10:00', end: '2026-11-14T10:00' })).toBe(
      'End time must be after start time',
    );
    expect(first({ start: '2026-11-15T11:59' })).toBe('Start time must be in the future');
    expect(first({})).toBeNull();
  });

  it('complains about everything at once', () => {
    expect(complaints({ title: '', start: '2026-11-14T10:00', end: '2026-11-14T10:00' })).toEqual([
      ['title', 'Contest title is required'],
      ['endTime', 'End time must be after start time'],
      ['startTime', 'Start time must be in the future'],
    ]);
    expect(complaints({ title: '', start: '', end: '' })).toEqual([
      ['title', 'Contest title is required'],
      ['startTime', 'Start time and end time are required'],
    ]);
    expect(complaints({ title: '', start: '2026-11-14T10:00', end: '' })).toEqual([
      ['title', 'Contest title is required'],
      ['endTime', 'Start time and end time are required'],
    ]);
  });

  it('does not take back the time that all were given while it was open', () => {
    const values = initialValues(contest, new Date());
    const present: Contest = { ...contest, status: 'running', end_time: '2026-11-15T08:15:59.000Z' };
    expect(toPayload(values, contest, present).endTime).toBe(present.end_time);
    const chosen = { ...values, end: '2026-11-15T23:00' };
    expect(toPayload(chosen, contest, present).endTime).toBe(new Date(2026, 10, 15, 23).toISOString());
  });

  it('sends of the settings only what was changed: what others change while it is open stays', () => {
    const set: Contest = {
      ...contest,
      freeze_minutes: 60,
      thaw_time: '2026-11-15T09:00:30.000Z',
      entry: 'password',
      gold_medals: 1,
    };
    const untouched = initialSettings(set);
    const sent = (touched: Partial<SettingValues>) => toSettings({ ...untouched, ...touched }, set);
    expect(sent({})).toEqual({});
    expect(sent({ feedback: 'nothing', goldMedals: '2' })).toEqual({ feedback: 'nothing', gold_medals: 2 });
    expect(sent({ thaw: '2026-11-15T23:00' })).toEqual({
      thaw_time: new Date(2026, 10, 15, 23).toISOString(),
    });
    expect(sent({ thaw: '' })).toEqual({ thaw_time: null });
    expect(sent({ freezeMinutes: '' })).toEqual({ freeze_minutes: null, thaw_time: null });
    // Another password is for a contest that is entered by one.
    expect(sent({ entryPassword: 'open sesame' })).toEqual({
      entry: 'password',
      entry_password: 'open sesame',
    });
    expect(sent({ entry: 'list' })).toEqual({ entry: 'list' });
  });

  it('says at the thaw that the end was moved behind it', () => {
    const set: Contest = { ...contest, freeze_minutes: 60, thaw_time: '2026-11-15T09:00:00.000Z' };
    const complaintsAt = (present: Contest, changed: Partial<SettingValues> = {}) => {
      const moved = { ...initialValues(set, now), end: '2026-11-16T23:00' };
      const payload = {
        ...toPayload(moved, set),
        ...toSettings({ ...initialSettings(set), ...changed }, set),
      };
      return Object.keys(findContestFormErrors(withThaw(payload, present, now), null));
    };
    expect(complaintsAt(set)).toEqual(['thaw_time']);
    expect(complaintsAt(set, { thaw: '' })).toEqual([]);
    expect(complaintsAt(set, { thaw: '2026-11-16T23:30' })).toEqual([]);
    expect(complaintsAt(set, { freezeMinutes: '' })).toEqual([]);
    // It was set by somebody else meanwhile.
    expect(complaintsAt({ ...set, thaw_time: '2026-11-17T23:00:00.000Z' })).toEqual([]);
    const thawed: Contest = {
      ...set,
      status: 'running',
      freeze_at: '2026-11-14T07:00:00.000Z',
      is_frozen: false,
    };
    expect(complaintsAt(thawed)).toEqual([]);
  });

  it('leaves out the penalty of a format that has none, whatever its field was left with', () => {
    const icpc: Contest = { ...contest, format: 'icpc' };
    const left: SettingValues = { ...initialSettings(icpc), penaltyMinutes: '' };
    expect(toSettings({ ...left, format: 'ioi' }, icpc)).toEqual({ format: 'ioi' });
    expect(toSettings(left, icpc)).toEqual({ penalty_minutes: Number.NaN });
  });

  it('takes back what a save without an answer has done', () => {
    const before = initialValues(contest, now);
    const settings = initialSettings(contest);
    const sent = {
      ...toPayload({ ...before, title: 'Autumn Round', end: '2026-11-16T23:00' }, contest),
      ...toSettings({ ...settings, freezeMinutes: '30', feedback: 'nothing' }, contest),
    };
    // The feedback was changed by somebody else since.
    const present: Contest = {
      ...contest,
      title: 'Autumn Round',
      end_time: sent.endTime,
      freeze_minutes: 30,
      feedback: 'samples',
    };
    const known = withSaved(contest, present, listChanges(sent, contest));
    expect(toPayload(before, known, present)).toMatchObject({ title: contest.title });
    expect(toSettings(settings, known)).toEqual({ freeze_minutes: null });
    const later = { ...before, end: '2026-11-16T23:30' };
    expect(seenEnd(known, present, later)).toEqual({ seen_end_time: sent.endTime });
  });

  it('sends all settings of a new contest', () => {
    expect(toSettings(initialSettings(null), null)).toMatchObject({
      format: 'scores',
      freeze_minutes: null,
      thaw_time: null,
      window_minutes: null,
      entry: 'open',
      feedback: 'full',
    });
  });

  it('does not take back the texts that others wrote while it was open', () => {
    const present = { ...contest, title: 'Summer Round', description: 'Bring two pens.' };
    const values = initialValues(contest, new Date());
    expect(toPayload({ ...values, title: 'Autumn Round' }, contest, present)).toMatchObject({
      title: 'Autumn Round',
      description: 'Bring two pens.',
    });
  });

  it('offers a second room the times of the first, its thaw included', () => {
    const source = { ...contest, thaw_time: '2026-11-15T09:30:59.000Z' };
    const { start, end } = copiedValues(source, 'Room 2', new Date('2026-11-14T00:00:00.000Z'));
    expect({ start, end }).toEqual({
      start: initialValues(source, new Date()).start,
      end: initialValues(source, new Date()).end,
    });
    expect(copiedThaw(source, end)).toBe('2026-11-15T09:30:00.000Z');
    expect(copiedThaw(contest, end)).toBeNull();
  });

  it('offers a copy of what is over the same length without its pauses, and a thaw as long after the end', () => {
    const source: Contest = {
      ...contest,
      status: 'finished',
      start_time: '2026-11-15T03:00:00.000Z',
      end_time: '2026-11-15T08:40:00.000Z',
      thaw_time: '2026-11-15T09:40:00.000Z',
      length_ms: 5 * 3_600_000,
    };
    const now = new Date(2026, 10, 20, 12);
    const { start, end } = copiedValues(source, 'Again', now);
    expect([start, end]).toEqual(['2026-11-21T10:00', '2026-11-21T15:00']);
    expect(copiedThaw(source, end)).toBe(new Date(2026, 10, 21, 16).toISOString());
    // One that thawed early may have been given more time since.
    expect(copiedThaw({ ...source, thaw_time: source.start_time }, end)).toBe(
      new Date(2026, 10, 21, 15).toISOString(),
    );
    // Where each has a window of their own, that is the length; from the first start to the end is another.
    const windowed = copiedValues({ ...source, window_minutes: 300 }, 'Again', now);
    expect([windowed.start, windowed.end]).toEqual(['2026-11-21T10:00', '2026-11-21T15:40']);
  });

  it('leaves freeze and thaw to be changed in a pause from before the freeze, however long it lasts', () => {
    const paused: Contest = {
      ...contest,
      status: 'running',
      freeze_minutes: 60,
      freeze_at: '2026-11-15T07:00:59.000Z',
      paused_at: '2026-11-15T06:00:00.000Z',
    };
    const later = new Date('2026-11-15T07:30:00.000Z');
    expect(fixedFormat(paused, later)).toMatchObject({ freeze: null, thaw: false });
    expect(fixedFormat({ ...paused, paused_at: null }, later)).toMatchObject({ freeze: 'frozen' });
  });

  it('tells what the server refuses by the clock at its field, and the rest below the form', () => {
    expect(toFieldErrors('contest_end_past')).toEqual({ endTime: words('contest_end_past') });
    expect(toFieldErrors('contest_thawed')).toEqual({ thaw_time: words('contest_thawed') });
    for (const code of ['internal_error', 'toString', null]) expect(toFieldErrors(code)).toEqual({});
  });

  it('tells the duration, without hours below one', () => {
    const duration = (start: string, end: string) => {
      const parts = splitDuration(toPayload({ title: '', description: '', start, end }, null));
      return parts && texts.duration(parts.hours, parts.minutes);
    };
    expect(duration('2026-11-15T10:00', '2026-11-15T16:30')).toBe('Duration: 6 hours 30 minutes');
    expect(duration('2026-11-15T10:00', '2026-11-15T11:01')).toBe('Duration: 1 hour 1 minute');
    expect(duration('2026-11-15T10:00', '2026-11-17T16:00')).toBe(
      'Duration: 54 hours 0 minutes (2 days 6 hours)',
    );
    expect(duration('2026-11-15T10:00', '2026-11-15T10:45')).toBe('Duration: 45 minutes');
    expect(duration('2026-11-15T10:00', '2026-11-15T10:00')).toBeNull();
    expect(duration('', '2026-11-15T10:00')).toBeNull();
  });

  it('leaves seconds out of the duration, as the fields do', () => {
    expect(
      splitDuration({ title: '', description: '', startTime: contest.start_time, endTime: contest.end_time }),
    ).toEqual({ hours: 5, minutes: 0 });
  });

  it('fixes the start once running and both times after the end', () => {
    expect(fixedTimes('scheduled')).toEqual({ start: false, end: false });
    expect(fixedTimes('running')).toEqual({ start: true, end: false });
    expect(fixedTimes('finishing')).toEqual({ start: true, end: true });
    expect(fixedTimes('finished')).toEqual({ start: true, end: true });
  });
});
