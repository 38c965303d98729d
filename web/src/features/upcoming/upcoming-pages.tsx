import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { useMessages } from '../../messages.ts';

/** Pages that have their address but not yet their content, and say so. Each goes when its page is delivered. */
function Upcoming({ title }: { title: string }) {
  const { app, upcoming } = useMessages();
  return (
    <FullPageNote title={title} line={`${upcoming.line} ${upcoming.next}`}>
      <Button variant="default" component={Link} to={pagePaths.home}>
        {app.backToHome}
      </Button>
    </FullPageNote>
  );
}

export function ContestProblemPage() {
  const { problemId = '' } = useParams();
  return <Upcoming title={useMessages().upcoming.problem(problemId)} />;
}

export function ContestsPage() {
  return <Upcoming title={useMessages().upcoming.contests} />;
}

export function ContestPage() {
  return <Upcoming title={useMessages().upcoming.contest} />;
}

export function ContestProblemsPage() {
  return <Upcoming title={useMessages().upcoming.contestProblems} />;
}

export function ContestSubmissionsPage() {
  return <Upcoming title={useMessages().upcoming.contestSubmissions} />;
}

export function ContestScoreboardPage() {
  return <Upcoming title={useMessages().upcoming.contestScoreboard} />;
}

export function AdminContestsPage() {
  return <Upcoming title={useMessages().upcoming.adminContests} />;
}
