import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { limits } from '#contract/limits.ts';
import { pagePaths } from '#contract/pages.ts';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoginNeeded, QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { useFirstAnswer } from '../../lib/in-pieces.ts';
import { useMessages } from '../../lib/messages.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { useStandingRefusal } from '../../lib/standing-refusal.ts';
import { ContestRefusal } from '../contests/contest-refusal.tsx';
import { CodeViewer } from './code-viewer.tsx';
import { FilterBar } from './filter-bar.tsx';
import { readFilters, readNumber, withoutFilters } from './list-address.ts';
import { type Direction, useNeighbours } from './neighbours.ts';
import { type ListFilters, useSubmissions } from './queries.ts';
import styles from './submission-list.module.css';
import { SubmissionTable } from './submission-table.tsx';

interface SubmissionListProps {
  /** Of a list of one problem. The others have it in the address. */
  filter?: 'mine';
  /** A list of one problem: without its column, and without filters. */
  problemId?: string | undefined;
  /** A list of one contest. */
  contestId?: number | undefined;
}

/** The newest, older ones page by page, and the code of one: all of it in the address (list-address.ts). */
export function SubmissionList({ filter, problemId, contestId }: SubmissionListProps) {
  const { submissions: texts, contests } = useMessages();
  const fetchFailed = contestId === undefined ? texts.fetchFailed : contests.submissionsFailed;
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const viewer = useViewer();
  const byPerson = isStaff(session.user);
  const filters: ListFilters =
    problemId === undefined ? readFilters(search, byPerson) : { filter, problemId };
  const before = readNumber(search.get('before'));
  const list = useSubmissions({ ...filters, contestId, before }, session.mayRead);
  const submissions = useFirstAnswer(list.data);
  const refusal = useStandingRefusal(list, contestId);
  const neighbours = useNeighbours(viewer.viewed, list.data, {
    ...filters,
    filter: byPerson ? filters.filter : 'mine',
    contestId,
  });
  const turn = async (to: Direction) => {
    // From the address as it is: what was turned to a moment before may not have been drawn yet.
    const viewed = readViewed();
    const id = viewed && (await neighbours.find(viewed, to));
    // Meanwhile the viewer may have been closed.
    if (id && readViewed() === viewed) viewer.turnTo(id);
  };

  const goTo = (page: number | null) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (page === null) next.delete('before');
        else next.set('before', String(page));
        return next;
      },
      { preventScrollReset: true },
    );

  if (!session.user && !session.isPending) return <LoginNeeded>{fetchFailed}</LoginNeeded>;
  if (contestId !== undefined && refusal?.status === 403) {
    return (
      <ContestRefusal error={refusal} contestId={contestId}>
        {fetchFailed}
      </ContestRefusal>
    );
  }
  const last = submissions?.at(-1);
  const hasOlder = last !== undefined && submissions?.length === limits.submissionPageMax;
  return (
    <>
      {problemId === undefined && (
        <FilterBar
          contestId={contestId}
          byPerson={byPerson}
          isMine={filters.filter === 'mine'}
          shown={submissions}
        />
      )}
      {!submissions && !list.isError && <ListSkeleton text={texts.loading} />}
      <QueryFailure query={list}>{fetchFailed}</QueryFailure>
      <div className={styles.section}>
        {submissions?.length === 0 && <NoSubmissions problemId={problemId} contestId={contestId} />}
        {submissions && submissions.length > 0 && (
          <div className={styles.rows} data-stale={list.isPlaceholderData || undefined}>
            <SubmissionTable
              submissions={submissions}
              withProblem={problemId === undefined}
              contestId={contestId}
              onView={viewer.open}
            />
          </div>
        )}
        {(before !== undefined || hasOlder) && (
          <nav className={styles.pager} aria-label={texts.pages}>
            <DisabledReason side="start" reason={before === undefined ? texts.areNewest : undefined}>
              <Button variant="default" onClick={() => goTo(null)}>
                {texts.newest}
              </Button>
            </DisabledReason>
            <DisabledReason reason={hasOlder ? undefined : texts.areOldest}>
              <Button
                variant="default"
                onClick={() => {
                  if (last) goTo(last.id);
                  window.scrollTo({ top: 0 });
                }}
              >
                {texts.older}
              </Button>
            </DisabledReason>
          </nav>
        )}
        {viewer.viewed !== undefined && (
          <CodeViewer
            id={viewer.viewed}
            contestId={contestId}
            listed={list.data?.find(({ id }) => id === viewer.viewed)}
            ends={neighbours.ends}
            onTurn={turn}
            onClose={viewer.close}
          />
        )}
      </div>
    </>
  );
}

function readViewed(): number | undefined {
  return readNumber(new URLSearchParams(window.location.search).get('view'));
}

/**
 * Which submission is open. It was opened by a step that the browser's back button undoes; turning to the next one is no
 * further step, so that one step back is always the list. A page that began with it open has no such step to undo.
 */
function useViewer() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const isStep = (state as { isViewerStep?: boolean } | null)?.isViewerStep === true;
  const show = useCallback(
    (id: number | null, replace: boolean) =>
      setSearch(
        (present) => {
          const next = new URLSearchParams(present);
          if (id === null) next.delete('view');
          else next.set('view', String(id));
          return next;
        },
        {
          replace,
          preventScrollReset: true,
          state: id === null ? null : { isViewerStep: isStep || !replace },
        },
      ),
    [setSearch, isStep],
  );
  return {
    viewed: readNumber(search.get('view')),
    open: useCallback((id: number) => show(id, false), [show]),
    turnTo: useCallback((id: number) => show(id, true), [show]),
    close: () => (isStep ? navigate(-1) : show(null, true)),
  };
}

function NoSubmissions({ problemId, contestId }: Omit<SubmissionListProps, 'filter'>) {
  const { submissions: texts, contests } = useMessages();
  const [search, setSearch] = useSearchParams();
  if (problemId !== undefined) return <EmptyNote title={texts.emptyForProblem} />;
  const unfiltered = withoutFilters(search);
  if (unfiltered.size < search.size) {
    return (
      <EmptyNote title={texts.empty}>
        {texts.noneMatch}{' '}
        <Button variant="default" onClick={() => setSearch(unfiltered, { preventScrollReset: true })}>
          {texts.clearFilters}
        </Button>
      </EmptyNote>
    );
  }
  if (contestId !== undefined) {
    return <EmptyNote title={contests.submissionsEmpty}>{contests.submissionsEmptyNext}</EmptyNote>;
  }
  return (
    <EmptyNote title={texts.empty}>
      {texts.emptyNext} <Link to={pagePaths.problems}>{texts.toProblems}</Link>
    </EmptyNote>
  );
}
