import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ProblemDetail } from '#contract/problems.ts';
import { fullScore } from '#contract/scores.ts';
import { HiddenTag } from '../../components/hidden-tag.tsx';
import { Icon } from '../../components/icons.tsx';
import { MainHeading } from '../../components/page-heading.tsx';
import { ResultStrip } from '../../components/result-strip.tsx';
import { ScoreBar } from '../../components/score-bar.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useMessages } from '../../lib/messages.ts';
import page from './problem-page.module.css';
import styles from './problem-panel.module.css';

/** Without `pdfUrl` there is no PDF. */
export function ProblemPanel({ problem, pdfUrl }: { problem: ProblemDetail; pdfUrl: string | null }) {
  const { problem: texts } = useMessages();
  const facts = [
    { name: texts.id, value: problem.id, isCode: true },
    { name: texts.author, value: problem.author },
    { name: texts.timeLimit, value: texts.milliseconds(problem.time_limit_ms) },
    { name: texts.memoryLimit, value: texts.megabytes(problem.memory_limit_mb) },
  ];
  return (
    <div className={`${page.panel} ${styles.panel}`}>
      <MainHeading>{problem.title}</MainHeading>
      {problem.is_hidden && (
        <p className={styles.hidden}>
          <HiddenTag /> {texts.hiddenNote}
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(({ name, value, isCode }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isCode ? styles.code : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {pdfUrl !== null && (
        <Button
          component="a"
          variant="default"
          href={pdfUrl}
          target="_blank"
          rel="noopener"
          rightSection={<Icon name="outside" />}
        >
          {texts.viewPdf}
          <VisuallyHidden component="span"> {texts.opensInNewTab}</VisuallyHidden>
        </Button>
      )}
      <BestScore problem={problem} />
    </div>
  );
}

function BestScore({ problem }: { problem: ProblemDetail }) {
  const { problem: texts } = useMessages();
  const { best_score: score, best_submission_status: status, best_submission_results: results } = problem;
  const justSolved = useJustSolved(score);
  return (
    <section className={styles.best} aria-label={texts.bestScore} data-solved={justSolved || undefined}>
      <p className={styles.score}>{texts.scoreOf(score)}</p>
      <ScoreBar score={score} />
      {justSolved && (
        <p className={styles.cheer} role="status">
          {texts.fullMarks}
        </p>
      )}
      {results.length > 0 && status !== 'Compilation Error' && (
        <div className={styles.strip}>
          <ResultStrip status={status} results={results} />
        </div>
      )}
      <p className={styles.status}>{status ? <StatusLabel status={status} /> : texts.notTried}</p>
    </section>
  );
}

/** The first 100 of this problem, if it arrives while one is here. */
function useJustSolved(score: number): boolean {
  const before = useRef(score);
  const [solved, setSolved] = useState(false);
  useEffect(() => {
    if (before.current < fullScore && score >= fullScore) setSolved(true);
    before.current = score;
  }, [score]);
  return solved;
}
