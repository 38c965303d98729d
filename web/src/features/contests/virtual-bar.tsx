import { useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { useContestEntry } from './contest-list.ts';
import { Countdown } from './countdown.tsx';
import bar from './frozen-bar.module.css';
import { virtualRunQuery } from './virtual-queries.ts';

/** Over a problem that somebody has come to from their virtual run: how much of it is left, and the way back. */
export function VirtualBar({ contestId }: { contestId: number }) {
  const { contestAfter: texts } = useMessages();
  const { user } = useSession();
  const { contest } = useContestEntry(contestId);
  const { data } = useQuery({ ...virtualRunQuery(contestId), enabled: user !== null });
  if (!contest || !data?.run) return null;
  const { is_over: isOver, ends_at: endsAt } = data.run;
  return (
    <div className={bar.bar}>
      <p className={bar.line}>{isOver ? texts.virtualOver : texts.virtualBar(contest.title)}</p>
      <div className={bar.tools}>
        {!isOver && <Countdown until={endsAt} />}
        <Link to={generatePath(pagePaths.contestVirtual, { contestId: String(contestId) })}>
          {texts.virtualBack}
        </Link>
      </div>
    </div>
  );
}
