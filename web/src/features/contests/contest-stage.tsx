import { Button } from '@mantine/core';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { BeginTools } from './begin-tools.tsx';
import { ContestEditorial } from './contest-editorial.tsx';
import styles from './contest-page.module.css';
import { ContestProblems } from './contest-problems.tsx';
import { ContestResults } from './contest-results.tsx';
import { formatContestTime } from './contest-times.ts';
import { FrozenBoardLink } from './frozen-board-link.tsx';
import { awaitsThaw, ownPhase } from './own-clock.ts';

/** What the detail page has to say beside the facts: waiting, the problems, judging, results. */
export function ContestStage({ contest }: { contest: Contest }) {
  const {
    moments,
    durations,
    contests: texts,
    contestClock,
    contestFormat: formatTexts,
    contestEntry: entryTexts,
  } = useMessages();
  const { user } = useSession();
  const phase = ownPhase(contest, useServerNow(1_000));
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
              <p>{texts.waitingUntil(formatContestTime(contest.start_time, moments))}</p>
              <p>{texts.waitingLine}</p>
              {contest.window_minutes !== null && (
                <p>{contestClock.windowWaiting(durations.inWords(contest.length_ms))}</p>
              )}
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
        <>
          {phase === 'awaited' && (
            <section className={styles.stage}>
              <h2 className={styles.stageTitle}>{contestClock.beginTitle}</h2>
              <BeginTools contest={contest} />
            </section>
          )}
          {(phase !== 'awaited' || isStaff(user)) && (
            <section className={styles.problems}>
              <h2 className={styles.stageTitle}>{texts.problemsTitle}</h2>
              <ContestProblems contestId={contest.id} heading="h3" />
            </section>
          )}
        </>
      );
    case 'finishing':
      return (
        <section className={styles.stage}>
          <h2 className={styles.stageTitle}>{texts.finishingTitle}</h2>
          <p>{awaitsThaw(contest) ? formatTexts.finishingFrozenLine : texts.finishingLine}</p>
          {awaitsThaw(contest) && <FrozenBoardLink contest={contest} />}
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
