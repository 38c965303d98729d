import { useQuery } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoginNeeded, QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ProblemList } from '../../components/problem-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { problemsQuery } from '../../lib/problems.ts';
import { useSession } from '../../lib/session.ts';

export function ProblemsPage() {
  const { problems: texts } = useMessages();
  return (
    <>
      <PageHeading>{texts.title}</PageHeading>
      <Problems />
    </>
  );
}

function Problems() {
  const { problems: texts } = useMessages();
  const session = useSession();
  const problems = useQuery({ ...problemsQuery, enabled: session.user !== null });
  if (!session.user && !session.isPending) return <LoginNeeded>{texts.fetchFailed}</LoginNeeded>;
  return (
    <>
      <QueryFailure query={problems}>{texts.fetchFailed}</QueryFailure>
      {problems.isPending && <ListSkeleton text={texts.loading} rowHeight={80} />}
      {problems.data?.length === 0 && <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>}
      {problems.data && problems.data.length > 0 && (
        <ProblemList
          problems={problems.data}
          addressOf={(problemId) => generatePath(pagePaths.problem, { problemId })}
        />
      )}
    </>
  );
}
