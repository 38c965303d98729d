import { Button } from '@mantine/core';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { useMessages } from '../../lib/messages.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { ContestEditorial } from './contest-editorial.tsx';
import styles from './contest-page.module.css';
import { ContestProblems } from './contest-problems.tsx';
import { ContestResults } from './contest-results.tsx';
import { formatContestTime } from './contest-times.ts';

/** What the detail page has to say beside the facts: waiting, the problems, judging, results. */
export function ContestStage({ contest }: { contest: Contest }) {
  const { app, contests: texts, contestFormat: formatTexts, contestEntry: entryTexts } = useMessages();
  const { user } = useSession();
  const results = (
    <Button
      variant="default"
      component={Link}
      to={generatePath(pagePaths.contestScoreboard, { contestId: String(contest.id) })}
    >
      {texts.viewResults}
    </Button>
  );
  switch (contest.status) {
    case 'scheduled':
      return (
        <>
          {contest.is_participant && (
            <section className={styles.stage}>
              <h2 className={styles.stageTitle}>{texts.waitingTitle}</h2>
              <p>{texts.waitingUntil(formatContestTime(contest.start_time, app.locale))}</p>
              <p>{texts.waitingLine}</p>
              <p className={styles.hint}>{texts.changesAtStart}</p>
            </section>
          )}
          {isStaff(user) && (
            <section className={styles.problems}>
              <h2 className={styles.stageTitle}>{entryTexts.rehearsalTitle}</h2>
              <p className={styles.hint}>{entryTexts.rehearsalLine}</p>
              <ContestProblems contestId={contest.id} heading="h3" />
            </section>
          )}
        </>
      );
    case 'running':
      return (
        <section className={styles.problems}>
          <h2 className={styles.stageTitle}>{texts.problemsTitle}</h2>
          <ContestProblems contestId={contest.id} heading="h3" />
        </section>
      );
    case 'finishing':
      return (
        <section className={styles.stage}>
          <h2 className={styles.stageTitle}>{texts.finishingTitle}</h2>
          <p>{contest.is_frozen ? formatTexts.finishingFrozenLine : texts.finishingLine}</p>
        </section>
      );
    case 'finished':
      return (
        <>
          <section className={styles.over}>
            <div>
              <h2 className={styles.stageTitle}>{texts.finishingTitle}</h2>
              <p>{texts.finishedLine}</p>
            </div>
            {results}
          </section>
          <ContestResults contest={contest} />
          <ContestEditorial contestId={contest.id} />
        </>
      );
  }
}
