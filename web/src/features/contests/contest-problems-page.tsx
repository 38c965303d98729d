import { PageHeading } from '../../components/page-heading.tsx';
import { useContestId } from '../../contests.ts';
import { useMessages } from '../../messages.ts';
import { ContestProblems } from './contest-problems.tsx';

export function ContestProblemsPage() {
  const { contests: texts } = useMessages();
  const contestId = useContestId();
  return (
    <>
      <PageHeading>{texts.problemsTitle}</PageHeading>
      <ContestProblems contestId={contestId} heading="h2" />
    </>
  );
}
