import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useContestId } from './contest-list.ts';
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
