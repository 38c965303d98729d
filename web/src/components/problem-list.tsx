import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { ProblemWithStats } from '#contract/problems.ts';
import { useMessages } from '../lib/messages.ts';
import { HiddenTag } from './hidden-tag.tsx';
import styles from './problem-list.module.css';
import { ResultStrip } from './result-strip.tsx';
import { ScoreBar } from './score-bar.tsx';
import { When } from './when.tsx';

interface Presentation {
  /** Where a problem is opened. */
  addressOf: (problemId: string) => string;
  /** The level of the titles below the heading around the list. */
  heading?: 'h2' | 'h3';
  /** Stands before the time of the last submission. */
  submitted?: string;
}

/** Problems with one's own results so far: the main list and that of a contest. */
export function ProblemList({
  problems,
  ...presentation
}: Presentation & { problems: readonly ProblemWithStats[] }) {
  return (
    <ul className={styles.list}>
      {problems.map((problem) => (
        <ProblemItem key={problem.id} problem={problem} {...presentation} />
      ))}
    </ul>
  );
}

function ProblemItem({
  problem,
  addressOf,
  heading: Heading = 'h2',
  submitted,
}: Presentation & { problem: ProblemWithStats }) {
  const { problems: texts } = useMessages();
  const { id, title, submission_count: tries, latest_submission_at: latest, best_score: score } = problem;
  const hasTried = tries > 0;
  return (
    <li className={styles.item}>
      <div className={styles.name}>
        <Heading className={styles.title}>{title}</Heading>
        <p className={styles.id}>
          {id}
          {problem.is_hidden && <HiddenTag />}
        </p>
      </div>
      <div className={styles.history}>
        {latest === null ? (
          <p>{texts.noSubmission}</p>
        ) : (
          <>
            <p>
              {submitted && `${submitted} `}
              <When at={latest} />
            </p>
            <p>{texts.tries(tries)}</p>
          </>
        )}
      </div>
      <div className={styles.score}>
        <p>
          <VisuallyHidden component="span">{texts.score} </VisuallyHidden>
          <span className={styles.number}>{score}</span>
          <span className={styles.outOf}> / 100</span>
        </p>
        <ScoreBar score={score} />
      </div>
      <div className={styles.results}>
        <ResultStrip status={problem.best_submission_status} results={problem.best_submission_results} />
      </div>
      <Button
        className={styles.open ?? ''}
        component={Link}
        variant="default"
        data-new={!hasTried || undefined}
        to={addressOf(id)}
      >
        {hasTried ? texts.edit : texts.new}
        <VisuallyHidden component="span">{texts.opens(title)}</VisuallyHidden>
      </Button>
    </li>
  );
}
