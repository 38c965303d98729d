import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FetchFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { ProblemBrowser, ProblemBrowserSkeleton } from '../../components/problem-browser.tsx';
import { ProblemList } from '../../components/problem-list.tsx';
import { errorText, RequestFailed } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { useStandingRefusal } from '../../lib/standing-refusal.ts';
import { ClosedNote } from './closed-note.tsx';
import { useContestEntry } from './contest-list.ts';
import { ContestRefusal } from './contest-refusal.tsx';
import { contestProblemsQuery, useRefetchOnChange } from './queries.ts';

/** The problems of a contest once it has started; before that, when it does. */
export function ContestProblems({
  contestId,
  heading,
  canBrowse = false,
}: {
  contestId: number;
  heading: 'h2' | 'h3';
  /** With search, filter and order above them. */
  canBrowse?: boolean;
}) {
  const { contests: texts } = useMessages();
  const { contest, isSettled } = useContestEntry(contestId);
  const problems = useQuery({ ...contestProblemsQuery(contestId, contest?.status), enabled: isSettled });
  useRefetchOnChange(contest && `${contest.status} ${contest.own_start}`, problems.refetch);
  const address = { contestId: String(contestId) };
  const error = useStandingRefusal(problems, contestId) ?? (problems.data ? null : problems.error);
  if (!error) {
    if (!problems.data) {
      const Loading = canBrowse ? ProblemBrowserSkeleton : ListSkeleton;
      return <Loading text={texts.problemsLoading} />;
    }
    if (problems.data.length === 0) {
      return <EmptyNote title={texts.problemsEmpty}>{texts.problemsEmptyNext}</EmptyNote>;
    }
    const List = canBrowse ? ProblemBrowser : ProblemList;
    return (
      <List
        problems={problems.data}
        addressOf={(problemId) => generatePath(pagePaths.contestProblem, { ...address, problemId })}
        heading={heading}
        submitted={texts.submitted}
      />
    );
  }
  if (error instanceof RequestFailed && error.status === 403) {
    return (
      <ContestRefusal error={error} contestId={contestId}>
        {texts.problemsFailed}
      </ContestRefusal>
    );
  }
  if (error instanceof RequestFailed && error.status === 401)
    return <ClosedNote contest={contest}>{texts.problemsFailed}</ClosedNote>;
  return (
    <>
      <FetchFailure onRetry={() => problems.refetch()}>{errorText(error, texts.problemsFailed)}</FetchFailure>
      <Button mt="md" variant="default" component={Link} to={generatePath(pagePaths.contest, address)}>
        {texts.toContest}
      </Button>
    </>
  );
}
