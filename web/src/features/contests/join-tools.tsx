import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { useJoinContest } from './contest-list.ts';

/** Join, or log in to join; nothing once the contest is finished or joined. A refusal pops up. */
export function JoinTools({ contest }: { contest: Contest }) {
  const { app, contests: texts } = useMessages();
  const { user, isPending } = useSession();
  const { pathname } = useLocation();
  const join = useJoinContest();
  if (isPending || contest.is_participant || contest.status === 'finished') return null;
  if (!user) {
    return (
      <Button component={Link} to={pagePaths.login} state={{ from: pathname }}>
        {texts.loginToJoin}
      </Button>
    );
  }
  return (
    <>
      <Button aria-busy={join.isPending} onClick={() => !join.isPending && join.mutate(contest.id)}>
        {join.isPending ? texts.joining : texts.join}
      </Button>
      {join.isError && (
        <Dialog title={texts.joinAlert} isAlert onClose={join.reset}>
          <div className={formLayout.form}>
            <p>{errorText(join.error, texts.joinFailed)}</p>
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
