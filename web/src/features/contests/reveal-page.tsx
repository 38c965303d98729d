import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { generatePath, Link, useParams } from 'react-router';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import { readId } from '#contract/id-texts.ts';
import { pagePaths } from '#contract/pages.ts';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useContestEntry } from './contest-list.ts';
import { ContestNotFound } from './contest-note.tsx';
import { planReveal } from './plan-reveal.ts';
import { revealQuery } from './queries.ts';
import styles from './reveal-page.module.css';
import { RevealStage } from './reveal-stage.tsx';

/** For staff: the ceremony, from the two boards as they are when the page is opened. */
export function RevealPage() {
  const { contestFormat: texts } = useMessages();
  const id = readId(useParams().contestId) ?? 0;
  const { contest, isSettled } = useContestEntry(id);
  const boards = useQuery({ ...revealQuery(id), enabled: isSettled && contest !== null });
  if (contest === null) return <ContestNotFound />;
  if (boards.error) {
    return (
      <main className={styles.page}>
        <QueryFailure query={boards}>{texts.revealFailed}</QueryFailure>
      </main>
    );
  }
  if (!contest || !boards.data) {
    return (
      <main className={styles.page}>
        <ListSkeleton text={texts.revealLoading} />
      </main>
    );
  }
  return <Reveal contest={contest} {...boards.data} />;
}

interface RevealProps {
  contest: Contest;
  frozen: ContestScoreboard;
  live: ContestScoreboard;
  unjudged: number | null;
}

function Reveal({ contest: present, frozen, live, unjudged }: RevealProps) {
  const { contestFormat: texts } = useMessages();
  // By its rules, which are fixed; that it has thawed meanwhile changes nothing here.
  const { format, penalty_minutes, gold_medals, silver_medals, bronze_medals } = present;
  const steps = useMemo(
    () => planReveal(frozen, live, { format, penalty_minutes, gold_medals, silver_medals, bronze_medals }),
    [frozen, live, format, penalty_minutes, gold_medals, silver_medals, bronze_medals],
  );
  const address = generatePath(pagePaths.contestScoreboard, { contestId: String(present.id) });
  if (!steps.some(({ problemId }) => problemId !== null)) {
    return (
      <FullPageNote title={texts.revealNothing} line={texts.revealNothingNext}>
        <Button component={Link} to={address} variant="default">
          {texts.revealLeave}
        </Button>
      </FullPageNote>
    );
  }
  return (
    <RevealStage
      contest={present}
      problems={live.problems}
      steps={steps}
      unjudged={unjudged}
      leaveTo={address}
    />
  );
}
