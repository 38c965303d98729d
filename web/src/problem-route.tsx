import { useParams } from 'react-router';
import { ProblemPage } from './features/problems/problem-page.tsx';
import { SubmissionList } from './features/submissions/submission-list.tsx';

/** The page of a problem with the list of one's own submissions: two features that do not know each other. */
export function ProblemRoute() {
  const { problemId = '' } = useParams();
  return (
    <ProblemPage
      key={problemId}
      problemId={problemId}
      ownSubmissions={<SubmissionList filter="mine" problemId={problemId} />}
    />
  );
}
