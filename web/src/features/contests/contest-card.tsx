import { Button, VisuallyHidden } from '@mantine/core';
import { generatePath, Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import quietLink from '../../components/quiet-link.module.css';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { useSession } from '../../lib/session.ts';
import { ContestBadge } from './contest-badge.tsx';
import styles from './contest-card.module.css';
import { ContestTime } from './contest-time.tsx';
import { Countdown } from './countdown.tsx';
import { FrozenBoardLink } from './frozen-board-link.tsx';
import { isClosedTo } from './join-dialog.tsx';
import { awaitsThaw, ownEnd, ownPhase } from './own-clock.ts';

interface Joining {
  isJoining: boolean;
  joinError: Error | null;
  onJoin: () => void;
}

export function ContestCard({ contest, ...joining }: Joining & { contest: Contest }) {
  const { contests: texts, contestClock, durations } = useMessages();
  const { id, title, description, status } = contest;
  const headingId = `contest-${id}`;
  return (
    <li className={styles.card} data-status={status} aria-labelledby={headingId}>
      <div className={styles.top}>
        <ContestBadge status={status} />
        <CardClock contest={contest} />
      </div>
      <h3 id={headingId} className={styles.title}>
        <Link to={generatePath(pagePaths.contest, { contestId: String(id) })} className={quietLink.link}>
          {title}
        </Link>
      </h3>
      {description !== '' && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        <div className={styles.wide}>
          <dt>{texts.start}</dt>
          <dd>
            <ContestTime at={contest.start_time} />
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>{texts.end}</dt>
          <dd>
            <ContestTime at={contest.end_time} />
          </dd>
        </div>
        {contest.window_minutes !== null && (
          <div className={styles.wide}>
            <dt>{contestClock.window}</dt>
            <dd>{durations.inWords(contest.length_ms)}</dd>
          </div>
        )}
        <div>
          <dt>{texts.participants}</dt>
          <dd>{contest.participant_count}</dd>
        </div>
        <div>
          <dt>{texts.problems}</dt>
          <dd>{contest.problem_count}</dd>
        </div>
      </dl>
      <ActionFailure error={joining.joinError}>{texts.joinFailed}</ActionFailure>
      <div className={styles.actions}>
        <CardActions contest={contest} {...joining} />
      </div>
    </li>
  );
}

function CardClock({ contest }: { contest: Contest }) {
  const { contests: texts, contestClock } = useMessages();
  if (contest.status !== 'scheduled' && contest.status !== 'running') return null;
  const isRunning = contest.status === 'running';
  return (
    <p className={styles.clock}>
      {contest.paused_at === null ? (isRunning ? texts.endsIn : texts.startsIn) : contestClock.pausedTitle}{' '}
      <Countdown
        className={styles.figures}
        until={isRunning ? ownEnd(contest) : contest.start_time}
        standsAt={contest.paused_at}
      />
    </p>
  );
}

/** What the contest's status and the visitor's part in it allow. */
function CardActions({ contest, isJoining, onJoin }: Joining & { contest: Contest }) {
  const { contests: texts, contestFormat, contestEntry, contestClock } = useMessages();
  const { user, isPending } = useSession();
  const phase = ownPhase(contest, useServerNow(1_000));
  const { id, title, status, is_participant: isParticipant } = contest;
  const contestId = String(id);
  const ofContest = <VisuallyHidden component="span">{texts.ofContest(title)}</VisuallyHidden>;
  if (status === 'finished') {
    return (
      <Button
        variant="default"
        component={Link}
        to={generatePath(pagePaths.contestScoreboard, { contestId })}
      >
        {texts.viewResults}
        {ofContest}
      </Button>
    );
  }
  if (status === 'finishing') {
    if (!awaitsThaw(contest)) return <p className={styles.judging}>{texts.finishingShort}</p>;
    return (
      <>
        <p className={styles.judging}>{contestFormat.awaitingThaw}</p>
        <FrozenBoardLink contest={contest}>{ofContest}</FrozenBoardLink>
      </>
    );
  }
  if (!isParticipant && phase === 'over') return <p className={styles.judging}>{contestClock.othersLeft}</p>;
  if (isPending) return null;
  if (!user) {
    return (
      <Button variant="default" component={Link} to={pagePaths.login} state={{ from: pagePaths.contests }}>
        {texts.loginToJoin}
        {ofContest}
      </Button>
    );
  }
  if (isClosedTo(contest, user)) return <p className={styles.judging}>{contestEntry.byList}</p>;
  if (!isParticipant) {
    return (
      <Button aria-busy={isJoining} onClick={onJoin}>
        {isJoining ? texts.joining : texts.join}
        {ofContest}
      </Button>
    );
  }
  if (status === 'scheduled') {
    return (
      <p className={styles.registered}>
        <Icon name="check" />
        {texts.registered}
      </p>
    );
  }
  return (
    <Button component={Link} to={generatePath(pagePaths.contest, { contestId })}>
      {texts.enter}
      {ofContest}
    </Button>
  );
}
