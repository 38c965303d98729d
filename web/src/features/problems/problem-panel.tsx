import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import type { PlaceInContest } from '#contract/place-in-contest.ts';
import type { ProblemDetail } from '#contract/problems.ts';
import type { LanguageId } from '#contract/programs.ts';
import { fullScore } from '#contract/scores.ts';
import { FullMarks, useFirstFullMarks } from '../../components/full-marks.tsx';
import { GroupPoints } from '../../components/group-points.tsx';
import { Icon } from '../../components/icons.tsx';
import { nestGroups } from '../../components/nested-groups.ts';
import { ResultStrip } from '../../components/result-strip.tsx';
import { ScoreBar } from '../../components/score-bar.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './problem-panel.module.css';

type ContestTexts = ReturnType<typeof useMessages>['contests'];

function describePlace({ label, points, colour }: PlaceInContest, texts: ContestTexts): string {
  const parts = [
    label,
    points !== fullScore && texts.points(points),
    colour && texts.balloon(texts.colours[colour]),
  ];
  return parts.filter((part) => part !== false && part !== null).join(' · ');
}

interface ProblemPanelProps {
  problem: ProblemDetail;
  /** That one would submit in. */
  language: LanguageId;
  isFresh: boolean;
  /** Without it there is no PDF. */
  pdfUrl: string | null;
  /** One has gone on to write: on a phone it folds away then. */
  isRead: boolean;
}

export function ProblemPanel({ problem, language, isFresh, pdfUrl, isRead }: ProblemPanelProps) {
  const { problem: texts, contests, languageLimits } = useMessages();
  const limits = problem.languages.find(({ id }) => id === language) ?? problem;
  const name = languageLimits.names[language];
  const differ = doLimitsDiffer(problem.languages);
  const [isFolded, setFolded] = useFolded(isRead);
  const detailsId = useId();
  const facts = [
    { name: texts.id, value: problem.id, isCode: true },
    { name: texts.author, value: problem.author },
    {
      name: differ ? languageLimits.timeLimitIn(name) : texts.timeLimit,
      value: texts.milliseconds(limits.time_limit_ms),
    },
    {
      name: differ ? languageLimits.memoryLimitIn(name) : texts.memoryLimit,
      value: texts.megabytes(limits.memory_limit_mb),
    },
    ...(problem.in_contest
      ? [{ name: texts.inContest, value: describePlace(problem.in_contest, contests) }]
      : []),
    ...(problem.allowed_languages
      ? [
          {
            name: languageLimits.allowed,
            // Its contest may allow fewer, and not all of them may be judged here.
            value: languageLimits.listed(problem.languages.map(({ id }) => languageLimits.names[id])),
          },
        ]
      : []),
  ];
  return (
    <div className={styles.panel} data-folded={isFolded || undefined}>
      <UnstyledButton
        className={styles.fold ?? ''}
        aria-expanded={!isFolded}
        aria-controls={detailsId}
        onClick={() => setFolded(!isFolded)}
      >
        <span className={styles.foldName}>
          <Icon name={isFolded ? 'forward' : 'down'} size={12} /> {texts.details}
        </span>
        {isFolded && (
          <span className={styles.brief}>
            {texts.milliseconds(limits.time_limit_ms)} · {texts.megabytes(limits.memory_limit_mb)} ·{' '}
            {texts.scoreOf(problem.best_score)}
          </span>
        )}
      </UnstyledButton>
      <div id={detailsId} className={styles.details}>
        <dl className={styles.facts}>
          {facts.map(({ name, value, isCode }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={isCode ? styles.code : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
        {differ && <AllLimits languages={problem.languages} />}
        {pdfUrl !== null && (
          <Button
            component="a"
            variant="default"
            className={styles.pdf ?? ''}
            href={pdfUrl}
            target="_blank"
            rel="noopener"
            rightSection={<Icon name="outside" />}
          >
            {texts.viewPdf}
            <VisuallyHidden component="span"> {texts.opensInNewTab}</VisuallyHidden>
          </Button>
        )}
        <BestScore problem={problem} isFresh={isFresh} />
        {problem.groups.length > 0 && <BestGroups groups={problem.groups} />}
      </div>
    </div>
  );
}

function doLimitsDiffer([first, ...others]: ProblemDetail['languages']): boolean {
  return others.some(
    (other) =>
      other.time_limit_ms !== first?.time_limit_ms || other.memory_limit_mb !== first.memory_limit_mb,
  );
}

/** For whoever has yet to choose. */
function AllLimits({ languages }: Pick<ProblemDetail, 'languages'>) {
  const { problem: texts, languageLimits } = useMessages();
  return (
    <details className={styles.allLimits}>
      <summary>{languageLimits.allLimits}</summary>
      <dl className={styles.limitList}>
        {languages.map(({ id, time_limit_ms, memory_limit_mb }) => (
          <div key={id}>
            <dt>{languageLimits.names[id]}</dt>
            <dd>
              {texts.milliseconds(time_limit_ms)}, {texts.megabytes(memory_limit_mb)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Open while one reads the statement, folded as soon as one has gone on; then as one likes. */
function useFolded(isRead: boolean) {
  const [isFolded, setFolded] = useState(isRead);
  const [wasRead, setWasRead] = useState(isRead);
  if (isRead !== wasRead) {
    setWasRead(isRead);
    if (isRead) setFolded(true);
  }
  return [isFolded, setFolded] as const;
}

/** The most that one has earned in each group, in whichever submission. */
function BestGroups({ groups }: Pick<ProblemDetail, 'groups'>) {
  const { groups: texts } = useMessages();
  const titleId = useId();
  return (
    <section className={styles.groups} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.groupsTitle}>
        {texts.title}
      </h2>
      <ul className={styles.groupList}>
        {nestGroups(groups).map(({ name, points, best, depth }) => (
          <li key={name} data-depth={Math.min(depth, deepest) || undefined}>
            <span className={styles.groupName}>{texts.name(name)}</span>
            <GroupPoints earned={best} points={points} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Deeper ones stand no further in. */
const deepest = 3;

function BestScore({ problem, isFresh }: Pick<ProblemPanelProps, 'problem' | 'isFresh'>) {
  const { problem: texts } = useMessages();
  const { best_score: score, best_submission_status: status, best_submission_results: results } = problem;
  const { groups } = useMessages();
  const isFirst = useFirstFullMarks(score ?? 0, isFresh);
  return (
    <section className={styles.best} aria-label={texts.bestScore}>
      {(status || problem.submission_count === 0) && (
        <p className={styles.verdict}>{status ? <StatusLabel status={status} isLarge /> : texts.notTried}</p>
      )}
      <div className={styles.score}>
        <p>{texts.scoreOf(score)}</p>
        <ScoreBar score={score ?? 0} />
      </div>
      {problem.feedback !== 'full' && <p className={styles.note}>{groups.feedback[problem.feedback]}</p>}
      {results.length > 0 && status !== 'Compilation Error' && (
        <div className={styles.strip}>
          <ResultStrip status={status} results={results} isCelebrated={isFirst} />
        </div>
      )}
      {isFirst && <FullMarks />}
    </section>
  );
}
