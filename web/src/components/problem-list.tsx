import { VisuallyHidden } from '@mantine/core';
import { type MouseEvent, memo, useRef } from 'react';
import { Link } from 'react-router';
import type { ProblemWithStats } from '#contract/problems.ts';
import { fullScore } from '#contract/scores.ts';
import { useMessages } from '../lib/messages.ts';
import { Balloon } from './balloon.tsx';
import { HiddenTag } from './hidden-tag.tsx';
import styles from './problem-list.module.css';
import { stateOf } from './problem-view.ts';
import { ResultStrip } from './result-strip.tsx';
import { ScoreBar } from './score-bar.tsx';
import { StateIcon } from './state-icon.tsx';
import { When } from './when.tsx';

export interface Presentation {
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
  addressOf,
  ...presentation
}: Presentation & { problems: readonly ProblemWithStats[] }) {
  return (
    <ul className={styles.list} data-worded={presentation.submitted ? true : undefined}>
      {problems.map((problem) => (
        <ProblemItem key={problem.id} problem={problem} address={addressOf(problem.id)} {...presentation} />
      ))}
    </ul>
  );
}

interface ProblemItemProps extends Omit<Presentation, 'addressOf'> {
  problem: ProblemWithStats;
  address: string;
}

/** Drawn once, however often the list around it is searched and sorted. */
const ProblemItem = memo(function ProblemItem({
  problem,
  address,
  heading: Heading = 'h2',
  submitted,
}: ProblemItemProps) {
  const { problems: texts, contests } = useMessages();
  const { in_contest: place } = problem;
  const { id, title, submission_count: tries, latest_submission_at: latest, best_score: score } = problem;
  const hasTried = tries > 0;
  const link = useRef<HTMLAnchorElement>(null);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link in it is what the keyboard and screen readers find
    <li className={styles.item} onClick={(event) => followRow(event, link.current)}>
      <span className={styles.state}>
        <StateIcon state={stateOf(problem)} />
      </span>
      <div className={styles.name}>
        {place && <span className={styles.label}>{place.label}</span>}
        <Heading className={styles.title}>
          <Link ref={link} to={address}>
            {title}
          </Link>
        </Heading>
        <p className={styles.id}>
          <span>{id}</span>
          {problem.is_hidden && <HiddenTag />}
        </p>
        {place?.colour && (
          <span className={styles.colour}>
            <Balloon colour={place.colour} isNamed />
          </span>
        )}
        {place && place.points !== fullScore && (
          <span className={styles.points}>{contests.points(place.points)}</span>
        )}
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
            <p className={styles.tries}>{texts.tries(tries)}</p>
          </>
        )}
      </div>
      <div className={styles.score}>
        <p>
          <VisuallyHidden component="span">{texts.score} </VisuallyHidden>
          <span className={styles.number}>{score ?? texts.scoreUnknown}</span>
          <span className={styles.outOf}> / 100</span>
        </p>
        <ScoreBar score={score ?? 0} />
      </div>
      <div className={styles.results}>
        <ResultStrip
          status={problem.best_submission_status}
          results={problem.best_submission_results}
          isOneLine
        />
      </div>
      <Link className={styles.open} data-new={!hasTried || undefined} to={address}>
        {hasTried ? texts.edit : texts.new}
        <VisuallyHidden component="span">{texts.opens(title)}</VisuallyHidden>
      </Link>
    </li>
  );
});

/** The whole row is as good as its link, but for whoever clicks another or has marked some of its text. */
function followRow(event: MouseEvent, link: HTMLAnchorElement | null): void {
  const isOnLink = event.target instanceof Element && event.target.closest('a') !== null;
  if (isOnLink || window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  link?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
