import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { useFailureText } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { useSession } from '../../lib/session.ts';
import { useJoinContest } from './contest-list.ts';
import { asksForPassword, isClosedTo, JoinDialog } from './join-dialog.tsx';
import { awaitsThaw, ownPhase } from './own-clock.ts';

/** Join, or log in to join; nothing once the contest is finished or joined, or only its thaw is awaited. A refusal pops up. */
export function JoinTools({ contest }: { contest: Contest }) {
  const { app, contests: texts, contestEntry, contestClock } = useMessages();
  const [isAsking, setIsAsking] = useState(false);
  const { user, isPending } = useSession();
  const { pathname } = useLocation();
  const join = useJoinContest();
  const failure = useFailureText(join.error, texts.joinFailed);
  const phase = ownPhase(contest, useServerNow(1_000));
  if (isPending || contest.is_participant || contest.status === 'finished' || awaitsThaw(contest))
    return null;
  if (phase === 'over') return <p>{contestClock.othersLeft}</p>;
  if (!user) {
    return (
      <Button component={Link} to={pagePaths.login} state={{ from: pathname }}>
        {texts.loginToJoin}
      </Button>
    );
  }
  if (isClosedTo(contest, user)) return <p>{contestEntry.byList}</p>;
  const start = () => {
    if (asksForPassword(contest, user)) setIsAsking(true);
    else if (!join.isPending) join.mutate({ id: contest.id });
  };
  return (
    <>
      <Button aria-busy={join.isPending} onClick={start}>
        {join.isPending ? texts.joining : texts.join}
      </Button>
      {isAsking && <JoinDialog contest={contest} join={join} onClose={() => setIsAsking(false)} />}
      {join.isError && !isAsking && (
        <Dialog title={texts.joinAlert} isAlert onClose={join.reset}>
          <div className={formLayout.form}>
            <p>{failure}</p>
            <div className={formLayout.buttons}>
              <Button data-autofocus onClick={join.reset}>
                {app.close}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
