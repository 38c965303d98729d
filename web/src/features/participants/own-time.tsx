import type { ContestParticipant } from '#contract/contest-participants.ts';
import type { Contest } from '#contract/contests.ts';
import table from '../../components/data-table.module.css';
import { useMessages } from '../../lib/messages.ts';
import { formatContestTime } from '../contests/contest-times.ts';

interface OwnTimeProps {
  contest: Contest;
  participant: ContestParticipant;
}

/** One person's clock. Where all have the same, only its end is worth telling. */
export function OwnTime({ contest, participant }: OwnTimeProps) {
  const { moments, contestTiming: texts } = useMessages();
  const { own_start: start, own_end: end, extra_minutes: extra } = participant;
  const time = (iso: string) => formatContestTime(iso, moments);
  const told =
    start === null || end === null
      ? texts.notBegun
      : contest.window_minutes === null
        ? texts.until(time(end))
        : texts.fromUntil(time(start), time(end));
  return (
    <>
      <span>{told}</span>
      {extra > 0 && <span className={table.tag}>{texts.plus(extra)}</span>}
    </>
  );
}
