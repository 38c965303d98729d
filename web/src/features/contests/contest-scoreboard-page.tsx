import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { generatePath, Link } from 'react-router';
import { callUrl } from '#contract/call.ts';
import { defaultContestFormat } from '#contract/contest-formats.ts';
import type { Contest } from '#contract/contests.ts';
import { standingsCsv } from '#contract/page-calls.ts';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FetchFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RequestFailed } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { useStandingRefusal } from '../../lib/standing-refusal.ts';
import { withOwnRow, withOwnTime } from './board-facts.ts';
import { BoardReplay } from './board-replay.tsx';
import { ClosedNote } from './closed-note.tsx';
import { ContestEditorial, editorialPlace, useEditorial } from './contest-editorial.tsx';
import { useContestEntry, useContestId } from './contest-list.ts';
import styles from './contest-scoreboard-page.module.css';
import { formatClock } from './contest-times.ts';
import { useFollowBoard } from './follow-board.ts';
import { FrozenBar } from './frozen-bar.tsx';
import { type BoardView, contestScoreboardQuery, ownContestRowQuery, useRefetchOnChange } from './queries.ts';
import { ScoreboardTable } from './scoreboard-table.tsx';

export function ContestScoreboardPage() {
  const { moments, contests: texts } = useMessages();
  const { user } = useSession();
  const id = useContestId();
  const { contest, isSettled } = useContestEntry(id);
  const isForStaff = isStaff(user);
  const [wanted, setWanted] = useState<BoardView>('own-eyes');
  const [isReplaying, setReplaying] = useState(false);
  const isFrozen = contest?.is_frozen === true;
  const view = isForStaff && isFrozen ? wanted : 'own-eyes';
  const board = useQuery({ ...contestScoreboardQuery(id, contest?.status, view), enabled: isSettled });
  useRefetchOnChange(contest && `${contest.status} ${contest.is_frozen}`, board.refetch);
  const hasOwnRow = isFrozen && contest?.is_participant && view === 'own-eyes';
  const own = useQuery({ ...ownContestRowQuery(id), enabled: hasOwnRow === true && !isForStaff });
  const refusal = useStandingRefusal(board, id);
  useFollowBoard(contest, view === 'own-eyes' ? board.data?.board.version : undefined);

  // What is on the screen stays there; who looks for the cause finds it.
  const backgroundError = board.data ? board.error : null;
  useEffect(() => {
    if (backgroundError)
      console.warn('The contest scoreboard could not be refreshed:', backgroundError.message);
  }, [backgroundError]);

  if (!board.data) {
    const error = refusal ?? board.error;
    return (
      <>
        <PageHeading>{texts.scoreboardTitle}</PageHeading>
        {error ? (
          <ScoreboardTrouble error={error} contest={contest} onRetry={() => board.refetch()} />
        ) : (
          <ListSkeleton text={texts.scoreboardLoading} />
        )}
      </>
    );
  }
  const ownId = user?.id ?? null;
  // Nothing of one's own is kept from oneself.
  const withResults = hasOwnRow ? withOwnRow(board.data.board, ownId, own.data) : board.data.board;
  const shown = contest ? withOwnTime(withResults, ownId, contest) : withResults;
  const isFinal = contest?.status === 'finished';
  // Told by two answers: somebody may have joined and submitted between them.
  const joinedOnly = (contest?.participant_count ?? 0) - board.data.board.scoreboard.length;
  const isEmpty = board.data.board.scoreboard.length === 0;
  const reportOf = isForStaff ? (userId: number) => reportAddress(id, userId) : undefined;
  const updated = texts.lastUpdated(formatClock(board.data.fetchedAtMs, moments));
  return (
    <>
      {contest && <p className={styles.contest}>{contest.title}</p>}
      <PageHeading
        actions={
          <BoardTools contest={contest ?? null} view={view} isEmpty={isEmpty}>
            {!isFinal && <p className={styles.updated}>{updated}</p>}
            {isFinal && !isEmpty && <ReplayButton isReplaying={isReplaying} onToggle={setReplaying} />}
          </BoardTools>
        }
      >
        {texts.scoreboardTitle}
      </PageHeading>
      {contest && isFrozen && (
        <FrozenBar contest={contest} isStaff={isForStaff} view={view} onView={setWanted} />
      )}
      {isEmpty && <EmptyNote title={texts.scoreboardEmpty}>{texts.scoreboardEmptyNext}</EmptyNote>}
      {!isEmpty && isFinal && isReplaying && (
        <BoardReplay contest={contest} ownId={ownId} reportOf={reportOf} />
      )}
      {!isEmpty && !(isFinal && isReplaying) && (
        <ScoreboardTable
          board={shown}
          format={contest?.format ?? defaultContestFormat}
          ownId={ownId}
          standsAt={contest?.paused_at ?? null}
          reportOf={reportOf}
        />
      )}
      {joinedOnly > 0 && <p className={styles.joined}>{texts.joinedOnly(joinedOnly)}</p>}
      {isFinal && (
        <div className={styles.editorial}>
          <ContestEditorial contestId={id} />
        </div>
      )}
    </>
  );
}

function ReplayButton({
  isReplaying,
  onToggle,
}: {
  isReplaying: boolean;
  onToggle: (isReplaying: boolean) => void;
}) {
  const { contestAfter: texts } = useMessages();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name={isReplaying ? 'back' : 'play'} />}
      onClick={() => onToggle(!isReplaying)}
    >
      {isReplaying ? texts.replayClose : texts.replay}
    </Button>
  );
}

function reportAddress(contestId: number, userId: number): string {
  return generatePath(pagePaths.participantReport, {
    contestId: String(contestId),
    userId: String(userId),
  });
}

interface BoardToolsProps {
  contest: Contest | null;
  view: BoardView;
  isEmpty: boolean;
  children: ReactNode;
}

/** What is shown, to take away: as a file for whom the server gives it, and on paper. */
function BoardTools({ contest, view, isEmpty, children }: BoardToolsProps) {
  const { contestAfter, contestDay, contestFormat, contests: texts } = useMessages();
  const { user } = useSession();
  const isFinal = contest?.status === 'finished';
  const hasThawed = contest !== null && contest.freeze_at !== null && !contest.is_frozen;
  const hasCeremony = hasThawed && (isFinal || contest.status === 'finishing') && isStaff(user);
  const isFileOpen = isFinal || isStaff(user);
  const editorial = useEditorial(contest?.id ?? 0, isFinal);
  return (
    <div className={styles.tools}>
      {children}
      {contest && isStaff(user) && (
        <Button
          variant="default"
          size="xs"
          component={Link}
          to={generatePath(pagePaths.contestDay, { contestId: String(contest.id) })}
        >
          {contestDay.title}
        </Button>
      )}
      {hasCeremony && (
        <Button
          variant="default"
          size="xs"
          component={Link}
          to={generatePath(pagePaths.contestReveal, { contestId: String(contest.id) })}
        >
          {contestFormat.openReveal}
        </Button>
      )}
      {editorial && (
        <Button variant="default" size="xs" component="a" href={`#${editorialPlace}`}>
          {texts.editorial}
        </Button>
      )}
      {isFinal && (
        <Button
          variant="default"
          size="xs"
          component={Link}
          to={generatePath(pagePaths.contestVirtual, { contestId: String(contest.id) })}
        >
          {contestAfter.virtual}
        </Button>
      )}
      {!isEmpty && contest && isFileOpen && (
        <Button
          variant="default"
          size="xs"
          component={Link}
          to={generatePath(pagePaths.contestStatistics, { contestId: String(contest.id) })}
          leftSection={<Icon name="chart" />}
        >
          {contestAfter.statistics}
        </Button>
      )}
      {!isEmpty && contest && isFileOpen && (
        <Button
          variant="default"
          size="xs"
          component="a"
          href={callUrl(standingsCsv.path, { id: contest.id }, view === 'frozen' ? { view } : {})}
          download
          aria-label={texts.downloadCsvName}
          leftSection={<Icon name="download" />}
        >
          {texts.downloadCsv}
        </Button>
      )}
      {!isEmpty && (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.printScoreboard}
          leftSection={<Icon name="printer" />}
          onClick={() => window.print()}
        >
          {texts.print}
        </Button>
      )}
    </div>
  );
}

interface ScoreboardTroubleProps {
  error: Error;
  contest: Contest | null | undefined;
  onRetry: () => void;
}

function ScoreboardTrouble({ error, contest, onRetry }: ScoreboardTroubleProps) {
  const { contests: texts } = useMessages();
  const status = error instanceof RequestFailed ? error.status : 0;
  if (status === 401 || status === 403) {
    return <ClosedNote contest={contest}>{texts.scoreboardClosed}</ClosedNote>;
  }
  if (status !== 404) return <FetchFailure onRetry={onRetry}>{texts.scoreboardFailed}</FetchFailure>;
  return (
    <EmptyNote title={texts.notFound}>
      <Link to={pagePaths.contests}>{texts.backToContests}</Link>
    </EmptyNote>
  );
}
