import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { limits } from '#contract/limits.ts';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoginNeeded, QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { CodeViewer } from './code-viewer.tsx';
import { type ListQuery, useSubmissions } from './queries.ts';
import styles from './submission-list.module.css';
import { SubmissionTable } from './submission-table.tsx';

interface SubmissionListProps {
  filter?: 'mine' | undefined;
  /** A list of one problem: without its column. */
  problemId?: string;
  /** A list of one contest. */
  contestId?: number;
}

/** The newest, older ones page by page, and the code of one; page and code are in the address (before, view). */
export function SubmissionList({ filter, problemId, contestId }: SubmissionListProps) {
  const { submissions: texts, contests } = useMessages();
  const fetchFailed = contestId === undefined ? texts.fetchFailed : contests.submissionsFailed;
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const before = readId(search.get('before'));
  const viewed = readId(search.get('view'));
  const list = useSubmissions({ filter, problemId, contestId, before }, session.user !== null);

  const change = (name: string, value: number | null, replace = false) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (value === null) next.delete(name);
        else next.set(name, String(value));
        return next;
      },
      { replace, preventScrollReset: true },
    );

  if (!session.user && !session.isPending) return <LoginNeeded>{fetchFailed}</LoginNeeded>;
  if (list.isPending) return <ListSkeleton text={texts.loading} />;
  const last = list.data?.at(-1);
  const hasOlder = last !== undefined && list.data?.length === limits.submissionPageMax;
  return (
    <>
      <QueryFailure query={list}>{fetchFailed}</QueryFailure>
      <div className={styles.section}>
        {list.data?.length === 0 && <NoSubmissions problemId={problemId} contestId={contestId} />}
        {list.data && list.data.length > 0 && (
          <div className={styles.rows} data-stale={list.isPlaceholderData || undefined}>
            <SubmissionTable
              submissions={list.data}
              withProblem={problemId === undefined}
              contestId={contestId}
              onView={(id) => change('view', id)}
            />
          </div>
        )}
        {(before !== undefined || hasOlder) && (
          <nav className={styles.pager} aria-label={texts.pages}>
            <Button variant="default" disabled={before === undefined} onClick={() => change('before', null)}>
              {texts.newest}
            </Button>
            <Button
              variant="default"
              disabled={!hasOlder}
              onClick={() => {
                if (last) change('before', last.id);
                window.scrollTo({ top: 0 });
              }}
            >
              {texts.older}
            </Button>
          </nav>
        )}
        {viewed !== undefined && (
          <CodeViewer
            key={viewed}
            id={viewed}
            contestId={contestId}
            onClose={() => change('view', null, true)}
          />
        )}
      </div>
    </>
  );
}

function NoSubmissions({ problemId, contestId }: Pick<ListQuery, 'problemId' | 'contestId'>) {
  const { submissions: texts, contests } = useMessages();
  if (problemId !== undefined) return <EmptyNote title={texts.emptyForProblem} />;
  if (contestId !== undefined) {
    return <EmptyNote title={contests.submissionsEmpty}>{contests.submissionsEmptyNext}</EmptyNote>;
  }
  return (
    <EmptyNote title={texts.empty}>
      {texts.emptyNext} <Link to={pagePaths.problems}>{texts.toProblems}</Link>
    </EmptyNote>
  );
}

function readId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
