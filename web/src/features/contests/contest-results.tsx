import { useQuery } from '@tanstack/react-query';
import type { ContestProgress, ContestProgressLine } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import { Chart, ChartPlace } from '../../components/chart.tsx';
import type { ChartLine } from '../../components/chart-props.ts';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { PersonName } from '../../components/person-name.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import styles from './contest-results.module.css';
import { formatLooks } from './formats/format-looks.ts';
import { contestProgressQuery } from './queries.ts';

const podiumPlaces = 3;

/** What became of a finished contest: the first three, one's own rank, and how the scores grew. */
export function ContestResults({ contest }: { contest: Contest }) {
  const messages = useMessages();
  const { contests: texts } = messages;
  const { user } = useSession();
  const formatTexts = formatLooks[contest.format].textsIn(messages);
  const progress = useQuery(contestProgressQuery(contest.id));
  if (!progress.data) {
    return progress.error ? (
      <QueryFailure query={progress}>{texts.progressFailed}</QueryFailure>
    ) : (
      <>
        <Skeleton className={styles.podiumPlace} borderRadius={8} />
        <ChartPlace />
      </>
    );
  }
  const { lines } = progress.data;
  if (lines.length === 0) return <p className={styles.nobody}>{texts.nobodyRanked}</p>;
  return (
    <>
      <div className={styles.top}>
        <Podium lines={lines.filter(({ place }) => place !== null).slice(0, podiumPlaces)} />
        {contest.is_participant && (
          <OwnRank progress={progress.data} ownId={user?.id ?? null} sayTotal={formatTexts.ownTotal} />
        )}
      </div>
      {lines.some(({ points }) => points.length > 0) && (
        <section>
          <h2 className={styles.title}>{formatTexts.progressTitle}</h2>
          <Chart
            title={formatTexts.progressChart(contest.title)}
            lines={lines.map((line) => toChartLine(line, line.user_id === user?.id, texts))}
            fromMs={0}
            // Extra minutes come after it.
            toMs={Math.max(contest.length_ms, ...lines.map(({ points }) => points.at(-1)?.[0] ?? 0))}
            time="elapsed"
            timeText={texts.elapsed}
            shape="steps"
          />
        </section>
      )}
    </>
  );
}

type Texts = ReturnType<typeof useMessages>['contests'];

function toChartLine(
  { user_id, place, username, points }: ContestProgressLine,
  isOwn: boolean,
  texts: Texts,
) {
  return {
    key: user_id,
    name: isOwn ? texts.progressOwnName(place, username) : texts.progressName(place, username),
    points: [[0, 0], ...points],
    emphasis: isOwn ? 'strong' : (place ?? podiumPlaces + 1) > podiumPlaces ? 'quiet' : undefined,
  } satisfies ChartLine;
}

function Podium({ lines }: { lines: readonly ContestProgressLine[] }) {
  const { contests: texts } = useMessages();
  return (
    <ol className={styles.podium} aria-label={texts.podium}>
      {lines.map(({ user_id, place, username, total_score }) => (
        <li key={user_id} className={styles.step} data-place={place}>
          <span className={styles.name}>
            <PersonName>{username}</PersonName>
          </span>
          <span className={styles.score}>{total_score}</span>
          <span className={styles.place}>{place}</span>
        </li>
      ))}
    </ol>
  );
}

function OwnRank({
  progress: { lines, ranked_count },
  ownId,
  sayTotal,
}: {
  progress: ContestProgress;
  ownId: number | null;
  sayTotal: (total: number) => string;
}) {
  const { contests: texts, contestEntry } = useMessages();
  const own = lines.find(({ user_id }) => user_id === ownId);
  if (!own) return <p className={styles.own}>{texts.noOwnRank}</p>;
  return (
    <dl className={styles.own}>
      <dt>{texts.ownRank}</dt>
      <dd className={styles.rank}>
        {own.place === null ? contestEntry.unofficial : texts.rankOf(own.place, ranked_count)}
      </dd>
      <dd>{sayTotal(own.total_score)}</dd>
    </dl>
  );
}
