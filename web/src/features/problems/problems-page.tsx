import { useQuery } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoginNeeded, QueryFailure } from '../../components/fetch-failure.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ProblemBrowser, ProblemBrowserSkeleton, SolvedCount } from '../../components/problem-browser.tsx';
import { useFirstAnswer } from '../../lib/in-pieces.ts';
import { useMessages } from '../../lib/messages.ts';
import { problemsQuery } from '../../lib/problems.ts';
import { useSession } from '../../lib/session.ts';

export function ProblemsPage() {
  const { problems: texts } = useMessages();
  const session = useSession();
  const query = useQuery({ ...problemsQuery, enabled: session.mayRead });
  const problems = useFirstAnswer(query.data);
  return (
    <>
      <PageHeading beside={problems && <SolvedCount problems={problems} />}>{texts.title}</PageHeading>
      {!session.user && !session.isPending ? (
        <LoginNeeded>{texts.fetchFailed}</LoginNeeded>
      ) : (
        <>
          <QueryFailure query={query}>{texts.fetchFailed}</QueryFailure>
          {!problems && !query.isError && <ProblemBrowserSkeleton text={texts.loading} />}
          {problems?.length === 0 && <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>}
          {problems && problems.length > 0 && <ProblemBrowser problems={problems} addressOf={addressOf} />}
        </>
      )}
    </>
  );
}

const addressOf = (problemId: string) => generatePath(pagePaths.problem, { problemId });
