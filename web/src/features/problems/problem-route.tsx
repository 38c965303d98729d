import { useParams, useSearchParams } from 'react-router';
import { readId } from '#contract/id-texts.ts';
import { SubmissionList } from '../submissions/submission-list.tsx';
import { ProblemOfContest, ProblemOfMainList } from './problem-page.tsx';

/**
 * The page of a problem with the list of one's own submissions: two features that do not know each other. Inside a
 * contest when the address names one, as a part of its path or, from lists of submissions, behind it. Behind it, too, the
 * contest that somebody takes virtually.
 */
export function ProblemRoute() {
  const { problemId = '', contestId: inPath } = useParams();
  const [search] = useSearchParams();
  const contestId = readId(inPath ?? search.get('contestId'));
  const ownSubmissions = (
    <SubmissionList filter="mine" problemId={problemId} {...(contestId !== null && { contestId })} />
  );
  if (contestId === null) {
    const virtualContestId = readId(search.get('virtual'));
    return (
      <ProblemOfMainList
        key={problemId}
        problemId={problemId}
        virtualContestId={virtualContestId}
        ownSubmissions={ownSubmissions}
      />
    );
  }
  return (
    <ProblemOfContest
      key={`${contestId} ${problemId}`}
      contestId={contestId}
      problemId={problemId}
      ownSubmissions={ownSubmissions}
    />
  );
}
