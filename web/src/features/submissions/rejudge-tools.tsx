import { Button } from '@mantine/core';
import type { FullSubmission } from '#contract/submissions.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { Notice } from '../../components/notice.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import styles from './code-viewer.module.css';
import { isUnderWay, useRejudge } from './queries.ts';
import { findReplaced } from './rejudge-change.ts';

/** For staff: another judgement, and what became of the last one that was asked for here. */
export function RejudgeTools({ submission }: { submission: FullSubmission }) {
  const { submissions: texts } = useMessages();
  const { user } = useSession();
  const rejudge = useRejudge(submission.id);
  if (!isStaff(user)) return null;
  const underWay = isUnderWay(submission);
  const fault = underWay ? null : sayOr(submission.rejudge?.fault_words, submission.rejudge?.fault ?? null);
  return (
    <div className={styles.tools}>
      <ActionFailure error={rejudge.error}>{texts.rejudgeFailed}</ActionFailure>
      <Notice tone="error">{fault && texts.rejudgeGivenUp(fault)}</Notice>
      <Notice tone="success">{describeOutcome()}</Notice>
      <DisabledReason side="start" reason={underWay ? texts.isBeingJudged : undefined}>
        <Button variant="default" disabled={rejudge.isPending} onClick={() => rejudge.mutate()}>
          {rejudge.isPending ? texts.rejudging : texts.rejudge}
        </Button>
      </DisabledReason>
    </div>
  );

  function describeOutcome(): string | null {
    if (underWay) return rejudge.isSuccess || submission.rejudge ? texts.rejudged : null;
    if (!rejudge.isSuccess || submission.rejudge) return null;
    const { judgements, overall_status: status, score } = submission;
    const before = findReplaced(judgements);
    return before ? texts.change(before, { status, score }) : texts.noChange;
  }
}
