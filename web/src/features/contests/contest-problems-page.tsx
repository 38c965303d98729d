import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '../../components/page-heading.tsx';
import { SolvedCount } from '../../components/problem-browser.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useContestEntry, useContestId } from './contest-list.ts';
import { ContestProblems } from './contest-problems.tsx';
import { contestProblemsQuery } from './queries.ts';

export function ContestProblemsPage() {
  const { contests: texts } = useMessages();
  const contestId = useContestId();
  const { contest } = useContestEntry(contestId);
  // What the list below asks for, and nothing of its own.
  const { data } = useQuery({ ...contestProblemsQuery(contestId, contest?.status), enabled: false });
  return (
    <>
      <PageHeading beside={data && <SolvedCount problems={data} />}>{texts.problemsTitle}</PageHeading>
      <ContestProblems contestId={contestId} heading="h2" canBrowse />
    </>
  );
}
