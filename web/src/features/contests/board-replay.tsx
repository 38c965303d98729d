import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContestHistory } from '#contract/contest-history.ts';
import type { Contest } from '#contract/contests.ts';
import { createReplay } from '#contract/replay.ts';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './board-replay.module.css';
import { contestHistoryQuery } from './queries.ts';
import { fromSlider, toSlider, useReplayClock } from './replay-clock.ts';
import { ScoreboardTable } from './scoreboard-table.tsx';

const speeds = [1, 10, 60, 300, 1800];

interface BoardReplayProps {
  contest: Contest;
  ownId: number | null;
  reportOf: ((userId: number) => string) | undefined;
}

/** The board of a finished contest as it was at any second of it. */
export function BoardReplay(props: BoardReplayProps) {
  const { contestAfter: texts } = useMessages();
  const history = useQuery(contestHistoryQuery(props.contest.id));
  if (history.data?.rows.some(({ steps }) => steps.length > 0))
    return <Replayed {...props} history={history.data} />;
  if (history.data)
    return <EmptyNote title={history.data.is_known ? texts.replayEmpty : texts.replayUnknown} />;
  if (history.error) return <QueryFailure query={history}>{texts.replayFailed}</QueryFailure>;
  return <ListSkeleton text={texts.replayLoading} />;
}

function Replayed({ history, contest, ownId, reportOf }: BoardReplayProps & { history: ContestHistory }) {
  const { contestAfter: texts } = useMessages();
  const replay = useMemo(() => createReplay(history), [history]);
  const { lasts_ms: lastsMs } = history;
  const clock = useReplayClock(lastsMs);
  const { atMs } = clock;
  const board = replay.at(atMs);
  const [before, next] = [replay.changeBefore(atMs), replay.changeAfter(atMs)];
  return (
    <>
      <fieldset className={styles.bar} aria-label={texts.replayName}>
        <div className={styles.buttons}>
          <DisabledReason side="start" reason={before === null ? texts.noTryBefore : undefined}>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={texts.previousTry}
              title={texts.previousTry}
              onClick={() => clock.goTo(before ?? 0)}
            >
              <Icon name="back" />
            </ActionIcon>
          </DisabledReason>
          <Button
            className={styles.play ?? ''}
            leftSection={<Icon name={clock.isPlaying ? 'pause' : 'play'} />}
            onClick={clock.toggle}
          >
            {clock.isPlaying ? texts.pause : texts.play}
          </Button>
          <DisabledReason side="start" reason={next === null ? texts.noNextTry : undefined}>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={texts.nextTry}
              title={texts.nextTry}
              onClick={() => clock.goTo(next ?? lastsMs)}
            >
              <Icon name="forward" />
            </ActionIcon>
          </DisabledReason>
        </div>
        <input
          className={styles.slider}
          type="range"
          aria-label={texts.moment}
          aria-valuetext={texts.momentText(atMs)}
          min={0}
          max={toSlider(lastsMs, lastsMs)}
          step={1}
          value={toSlider(atMs, lastsMs)}
          onChange={({ currentTarget }) => clock.goTo(fromSlider(Number(currentTarget.value), lastsMs))}
        />
        <p className={styles.time}>
          <strong>{texts.momentText(atMs)}</strong>
          {texts.momentOf(texts.momentText(lastsMs))}
        </p>
        <NativeSelect
          className={styles.speed ?? ''}
          size="xs"
          aria-label={texts.speed}
          value={String(clock.speed)}
          data={speeds.map((factor) => ({ value: String(factor), label: texts.speedName(factor) }))}
          onChange={({ currentTarget }) => clock.setSpeed(Number(currentTarget.value))}
        />
      </fieldset>
      {board.scoreboard.length === 0 ? (
        <p className={styles.nothing}>{texts.nothingYet}</p>
      ) : (
        <ScoreboardTable board={board} format={contest.format} ownId={ownId} reportOf={reportOf} />
      )}
    </>
  );
}
