import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import type { ContestNews } from '#contract/questions.ts';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { questionsAddress } from './news-toasts.tsx';
import { ownPhase } from './own-clock.ts';
import styles from './problem-news.module.css';

interface ShownStatement {
  /** The file that somebody chose to see in place of the one they had open; null: whichever came. */
  version: string | null;
  /** Another one is in force by now. */
  isOld: boolean;
  showNew: () => void;
}

/** What is being read is not taken from under the reader's eyes: a new statement is offered, and shown when asked for. */
export function useShownStatement(news: ContestNews | undefined, problemId: string): ShownStatement {
  const inForce = news?.statements.find(({ problem_id }) => problem_id === problemId)?.version ?? null;
  const [first, setFirst] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  if (first === null && inForce !== null) setFirst(inForce);
  const shown = chosen ?? first;
  return {
    version: chosen,
    isOld: shown !== null && inForce !== null && shown !== inForce,
    showNew: () => setChosen(inForce),
  };
}

interface ProblemNewsProps {
  news: ContestNews | undefined;
  problemId: string;
  statement: ShownStatement;
}

/** On the page of a problem in its contest: what was announced about it, and that its statement has changed. */
export function ProblemNews({ news, problemId, statement }: ProblemNewsProps) {
  const { questions: texts } = useMessages();
  const pinned = news?.announcements.filter(({ problem }) => problem?.id === problemId) ?? [];
  return (
    <div className={styles.news}>
      <Notice
        tone="info"
        action={
          <Button variant="default" onClick={statement.showNew}>
            {texts.showNewStatement}
          </Button>
        }
      >
        {statement.isOld && texts.statementChanged}
      </Notice>
      {pinned.length > 0 && (
        <ul className={styles.pinned} aria-label={texts.pinned}>
          {pinned.map(({ id, text, edited_at }) => (
            <li key={id}>
              {text}
              {edited_at !== null && <span className={styles.edited}> ({texts.edited})</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Beside the title, while it can be asked. */
export function AskAboutProblem({ contest, problemId }: { contest: Contest; problemId: string }) {
  const { questions: texts } = useMessages();
  const phase = ownPhase(contest, useServerNow(1_000));
  if (phase === null || phase === 'over' || !contest.is_participant) return null;
  return (
    <Link
      className={styles.ask}
      to={`${questionsAddress(contest.id)}?about=${encodeURIComponent(problemId)}`}
    >
      {texts.askAboutThis}
    </Link>
  );
}
