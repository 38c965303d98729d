import { useQuery } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoginNeeded, QueryFailure } from '../../components/fetch-failure.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ProblemBrowser, ProblemBrowserSkeleton, SolvedCount } from '../../components/problem-browser.tsx';
import { useMessages } from '../../lib/messages.ts';
import { problemsQuery } from '../../lib/problems.ts';
import { useSession } from '../../lib/session.ts';

export function ProblemsPage() {
  const { problems: texts } = useMessages();
  const session = useSession();
  const problems = useQuery({ ...problemsQuery, enabled: session.mayRead });
  return (
    <>
      <PageHeading beside={problems.data && <SolvedCount problems={problems.data} />}>
        {texts.title}
      </PageHeading>
      {!session.user && !session.isPending ? (
        <LoginNeeded>{texts.fetchFailed}</LoginNeeded>
      ) : (
        <>
          <QueryFailure query={problems}>{texts.fetchFailed}</QueryFailure>
          {problems.isPending && <ProblemBrowserSkeleton text={texts.loading} />}
          {problems.data?.length === 0 && <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>}
          {problems.data && problems.data.length > 0 && (
            <ProblemBrowser problems={problems.data} addressOf={addressOf} />
          )}
        </>
      )}
    </>
  );
}

const addressOf = (problemId: string) => generatePath(pagePaths.problem, { problemId });
