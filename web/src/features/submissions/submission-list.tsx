import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { limits } from '#contract/limits.ts';
import { pagePaths } from '#contract/pages.ts';
import type { Submission } from '#contract/submissions.ts';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoginNeeded, QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { useStandingRefusal } from '../../lib/standing-refusal.ts';
import { ContestRefusal } from '../contests/contest-refusal.tsx';
import { CodeViewer, type Direction } from './code-viewer.tsx';
import { FilterBar } from './filter-bar.tsx';
import { readFilters, readNumber, withoutFilters } from './list-address.ts';
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
  const refusal = useStandingRefusal(list, contestId);
  const { turnTo } = viewer;
  // From the address as it is: what was turned to a moment before may not have been drawn yet.
  const turn = useCallback(
    (to: Direction) => {
      const viewed = readNumber(new URLSearchParams(window.location.search).get('view'));
      const id = viewed && findNeighbours(viewed, list.data ?? [])[to];
      if (id) turnTo(id);
    },
    [list.data, turnTo],
  );

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
  const last = list.data?.at(-1);
  const hasOlder = last !== undefined && list.data?.length === limits.submissionPageMax;
  return (
    <>
      {problemId === undefined && (
        <FilterBar
          contestId={contestId}
          byPerson={byPerson}
          isMine={filters.filter === 'mine'}
          shown={list.data}
        />
      )}
      {list.isPending && <ListSkeleton text={texts.loading} />}
      <QueryFailure query={list}>{fetchFailed}</QueryFailure>
      <div className={styles.section}>
        {list.data?.length === 0 && <NoSubmissions problemId={problemId} contestId={contestId} />}
        {list.data && list.data.length > 0 && (
          <div className={styles.rows} data-stale={list.isPlaceholderData || undefined}>
            <SubmissionTable
              submissions={list.data}
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
            ends={describeEnds(viewer.viewed, list.data, {
              previous: before === undefined ? texts.firstToOpen : texts.newerOnPageBefore,
              next: hasOlder ? texts.olderOnNextPage : texts.lastToOpen,
              both: texts.notOnThisPage,
            })}
            onTurn={turn}
            onClose={viewer.close}
          />
        )}
      </div>
    </>
  );
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

type Listed = Pick<Submission, 'id' | 'can_view'>;

function findNeighbours(viewed: number, list: readonly Listed[]) {
  const ids = list.filter(({ can_view }) => can_view).map(({ id }) => id);
  const at = ids.indexOf(viewed);
  return at === -1 ? { previous: undefined, next: undefined } : { previous: ids[at - 1], next: ids[at + 1] };
}

/** Where there is no neighbour, why; of one that is not listed at all, on both sides. */
function describeEnds(
  viewed: number,
  list: readonly Listed[] | undefined,
  why: Record<Direction | 'both', string>,
) {
  if (!list) return { previous: undefined, next: undefined };
  if (!list.some(({ id }) => id === viewed)) return { previous: why.both, next: why.both };
  const { previous, next } = findNeighbours(viewed, list);
  return {
    previous: previous === undefined ? why.previous : undefined,
    next: next === undefined ? why.next : undefined,
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
