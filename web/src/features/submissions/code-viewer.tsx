import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FullSubmission } from '#contract/submissions.ts';
import { CodeField } from '../../components/code-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { When } from '../../components/when.tsx';
import { errorText } from '../../lib/api.ts';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import styles from './code-viewer.module.css';
import { CopyButton } from './copy-button.tsx';
import { isUnderWay, useRejudge, useSubmission } from './queries.ts';
import { TestTable } from './test-table.tsx';

interface CodeViewerProps {
  id: number;
  contestId: number | undefined;
  onClose: () => void;
}

export function CodeViewer({ id, contestId, onClose }: CodeViewerProps) {
  const { submissions: texts } = useMessages();
  const submission = useSubmission(id, contestId);
  return (
    <Dialog title={texts.viewerTitle(id)} isWide onClose={onClose}>
      {submission.isPending && (
        <div role="status">
          <VisuallyHidden>{texts.viewerLoading}</VisuallyHidden>
          <Skeleton height={64} mb="md" />
          <Skeleton height={320} />
        </div>
      )}
      <QueryFailure query={submission}>{texts.viewerFailed(id)}</QueryFailure>
      {submission.data && <SubmissionView submission={submission.data} />}
    </Dialog>
  );
}

function SubmissionView({ submission }: { submission: FullSubmission }) {
  const { submissions: texts } = useMessages();
  const { overall_status: status } = submission;
  return (
    <div className={styles.view}>
      <Facts submission={submission} />
      <section className={styles.section}>
        <div className={styles.bar}>
          <h3 className={styles.heading}>{texts.code}</h3>
          <CopyButton text={submission.code} />
        </div>
        <CodeField
          label={texts.code}
          value={submission.code}
          minHeight="6rem"
          maxHeight="min(32rem, 55dvh)"
        />
      </section>
      {status === 'Compilation Error' && (
        <TextSection title={texts.compilerOutput}>
          {sayOr(submission.compiler_words, submission.compiler_output)?.trim() || texts.noCompilerOutput}
        </TextSection>
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
        <TestTable
          raw={submission.results}
          status={status}
          areFactsWithheld={submission.run_facts_withheld}
        />
      </section>
      <RejudgeTools submission={submission} />
    </div>
  );
}

function Facts({ submission }: { submission: FullSubmission }) {
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
    [texts.language, texts.languages[submission.language]],
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

function TextSection({ title, children }: { title: string; children: string }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={styles.output} tabIndex={0}>
        {children}
      </pre>
    </section>
  );
}

function RejudgeTools({ submission }: { submission: FullSubmission }) {
  const { submissions: texts } = useMessages();
  const { user } = useSession();
  const rejudge = useRejudge(submission.id);
  if (user?.role !== 'staff' && user?.role !== 'admin') return null;
  const underWay = isUnderWay(submission);
  const fault = underWay ? null : sayOr(submission.rejudge?.fault_words, submission.rejudge?.fault ?? null);
  return (
    <div className={styles.tools}>
      <Notice tone="error">{rejudge.isError && errorText(rejudge.error, texts.rejudgeFailed)}</Notice>
      <Notice tone="error">{fault && texts.rejudgeGivenUp(fault)}</Notice>
      <Notice tone="success">
        {underWay && (rejudge.isSuccess || submission.rejudge) && texts.rejudged}
      </Notice>
      <Button variant="default" disabled={rejudge.isPending || underWay} onClick={() => rejudge.mutate()}>
        {rejudge.isPending ? texts.rejudging : texts.rejudge}
      </Button>
    </div>
  );
}
