import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { FullSubmission, Submission } from '#contract/submissions.ts';
import { CodeField } from '../../components/code-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { When } from '../../components/when.tsx';
import { useIsCppAlone } from '../../lib/languages.ts';
import { sayOr, useMessages } from '../../lib/messages.ts';
import styles from './code-viewer.module.css';
import { CompilerOutput } from './compiler-output.tsx';
import { CopyButton } from './copy-button.tsx';
import { JudgementHistory } from './judgement-history.tsx';
import type { Direction } from './neighbours.ts';
import { useSubmission } from './queries.ts';
import { RejudgeTools } from './rejudge-tools.tsx';
import { readResults } from './test-results.ts';
import { TestTable } from './test-table.tsx';
import { VerdictHeadline } from './verdict-headline.tsx';

interface CodeViewerProps {
  id: number;
  contestId: number | undefined;
  /** The row that it was opened from: what is known of it before the rest is there. */
  listed: Submission | undefined;
  /** Why one cannot turn to the one before or after it in the list; undefined where one can. */
  ends: Readonly<Record<Direction, string | undefined>>;
  onTurn: (to: Direction) => void;
  onClose: () => void;
}

export function CodeViewer({ id, contestId, listed, ends, onTurn, onClose }: CodeViewerProps) {
  const { submissions: texts } = useMessages();
  const submission = useSubmission(id, contestId);
  const isCppAlone = useIsCppAlone();
  const known = submission.data ?? listed;
  return (
    <Dialog
      title={texts.viewerTitle(id)}
      isWide="full"
      tools={<NeighbourButtons ends={ends} onTurn={onTurn} />}
      onClose={onClose}
    >
      <QueryFailure query={submission}>{texts.viewerFailed(id)}</QueryFailure>
      {known && (
        <div className={styles.view}>
          <VerdictHeadline submission={known} full={submission.data} />
          <Facts submission={known} compiler={(!isCppAlone && submission.data?.compiler) || null} />
        </div>
      )}
      {submission.isPending && (
        <div role="status" className={styles.pending}>
          <VisuallyHidden>{texts.viewerLoading}</VisuallyHidden>
          {!known && <Skeleton height={96} />}
          <Skeleton className={styles.codePlace} />
        </div>
      )}
      {/* Another submission is another view: nothing marked or unfolded in one is so in the next. */}
      {submission.data && <SubmissionView key={id} submission={submission.data} />}
    </Dialog>
  );
}

/** Also by the arrow keys, wherever they have nothing of their own to do. */
function NeighbourButtons({ ends, onTurn }: Pick<CodeViewerProps, 'ends' | 'onTurn'>) {
  const { submissions: texts } = useMessages();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = { ArrowLeft: 'previous' as const, ArrowRight: 'next' as const }[event.key];
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (to === undefined || hasModifier || usesArrows(event.target)) return;
      event.preventDefault();
      onTurn(to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onTurn]);

  const choices = [
    { to: 'previous', name: texts.previous, icon: 'back', key: 'ArrowLeft' },
    { to: 'next', name: texts.next, icon: 'forward', key: 'ArrowRight' },
  ] as const;
  return (
    <div className={styles.neighbours}>
      {choices.map(({ to, name, icon, key }) => (
        <DisabledReason key={key} reason={ends[to]}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={name}
            title={name}
            aria-keyshortcuts={key}
            onClick={() => onTurn(to)}
          >
            <Icon name={icon} />
          </ActionIcon>
        </DisabledReason>
      ))}
    </div>
  );
}

/** Code and messages scroll sideways by them. */
const arrowUsers = ['pre', 'input', 'select', '[role=textbox]'];

function usesArrows(target: EventTarget | null): boolean {
  return target instanceof Element && arrowUsers.some((selector) => target.closest(selector) !== null);
}

function SubmissionView({ submission }: { submission: FullSubmission }) {
  const { submissions: texts } = useMessages();
  const { overall_status: status } = submission;
  const [marked, setMarked] = useState<{ line: number } | null>(null);
  const results = readResults(submission.results, status);
  return (
    <div className={styles.columns}>
      <section className={styles.section}>
        <div className={styles.bar}>
          <h3 className={styles.heading}>{texts.code}</h3>
          <CopyButton text={submission.code} />
        </div>
        <CodeField
          label={texts.code}
          value={submission.code}
          language={submission.language}
          marked={marked}
          minHeight="6rem"
          maxHeight="var(--viewer-code-height)"
        />
      </section>
      <div className={styles.findings}>
        {status === 'Compilation Error' && (
          <CompilerOutput
            text={
              sayOr(submission.compiler_words, submission.compiler_output)?.trim() || texts.noCompilerOutput
            }
            lineCount={submission.code.split('\n').length}
            onLine={(line) => setMarked({ line })}
          />
        )}
        {status === 'Skipped' && submission.reason && (
          <section className={styles.section}>
            <h3 className={styles.heading}>{texts.skippedBecause}</h3>
            <p className={styles.reason}>{sayOr(submission.reason_words, submission.reason)}</p>
          </section>
        )}
        <section className={styles.section} aria-labelledby="viewer-tests">
          <h3 id="viewer-tests" className={styles.heading}>
            {texts.tests}
          </h3>
          <TestTable results={results} submission={submission} />
        </section>
        <JudgementHistory judgements={submission.judgements} />
        <RejudgeTools submission={submission} />
      </div>
    </div>
  );
}

function Facts({ submission, compiler }: { submission: Submission; compiler: string | null }) {
  const { submissions: texts } = useMessages();
  const facts: [string, ReactNode][] = [
    [texts.when, <When key="when" at={submission.submitted_at} />],
    [texts.user, submission.username],
    [texts.problem, submission.problem_title],
    [
      texts.status,
      <StatusLabel
        key="status"
        status={submission.overall_status}
        progress={{ done: submission.tests_done, total: submission.tests_total }}
      />,
    ],
    [texts.score, submission.score ?? texts.noScore],
    [
      texts.language,
      <span key="language">
        {texts.languages[submission.language]}
        {compiler && <span className={styles.compiler}> {compiler}</span>}
      </span>,
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
