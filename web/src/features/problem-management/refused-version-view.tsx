import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { discardVersion, forceVersion, type ImportedProblem } from '#contract/packages.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { When } from '../../components/when.tsx';
import { useMessages } from '../../lib/messages.ts';
import { trialQuery, useDecision } from './queries.ts';
import styles from './refused-version-view.module.css';
import { TrialView } from './trial-view.tsx';

interface RefusedVersionViewProps {
  jobId: string;
  refused: ImportedProblem;
  /** It would be its first version. */
  isNew: boolean;
  /** One of several: what they say is opened by whoever wants to see it. */
  isFolded?: boolean;
  /** Whether it can be given up here: in a form it is replaced by what is saved next. */
  canBeDiscarded?: boolean;
  onForced?: () => void;
}

/** A version that the jury's solutions speak against: what they say, and the way past them. */
export function RefusedVersionView({
  jobId,
  refused,
  isNew,
  isFolded = false,
  canBeDiscarded = false,
  onForced,
}: RefusedVersionViewProps) {
  const { problemPackages: texts } = useMessages();
  return (
    <section className={styles.refused} aria-label={texts.expectedAgainstSeen}>
      {refused.trial && (
        <details open={!isFolded}>
          <summary>{texts.expectedAgainstSeen}</summary>
          <TrialView trial={refused.trial} />
        </details>
      )}
      <p>{isNew ? texts.refusedNew : texts.refusedChange}</p>
      <Decision jobId={jobId} refused={refused} canBeDiscarded={canBeDiscarded} onForced={onForced} />
    </section>
  );
}

interface DecisionProps extends Pick<RefusedVersionViewProps, 'jobId' | 'refused' | 'canBeDiscarded'> {
  onForced: (() => void) | undefined;
}

/** The question stands in place of the buttons: there is a dialog around it already. */
function Decision({ jobId, refused: { folder, id }, canBeDiscarded, onForced }: DecisionProps) {
  const { app, problemPackages: texts } = useMessages();
  const [isAsked, setAsked] = useState(false);
  const force = useDecision(forceVersion, jobId, folder);
  const discard = useDecision(discardVersion, jobId, folder);
  if (!isAsked)
    return (
      <>
        <ActionFailure error={discard.error}>{texts.discardFailed}</ActionFailure>
        <div className={styles.answers}>
          <Button variant="default" disabled={discard.isPending} onClick={() => setAsked(true)}>
            {texts.force}
          </Button>
          {canBeDiscarded && (
            <Button variant="default" disabled={discard.isPending} onClick={() => discard.mutate()}>
              {discard.isPending ? texts.discarding : texts.discard}
            </Button>
          )}
        </div>
      </>
    );
  return (
    <section className={styles.question} aria-label={texts.forceTitle}>
      <p className={styles.title}>{texts.forceTitle}</p>
      <p>{texts.forceQuestion(id)}</p>
      <ActionFailure error={force.error}>{texts.forceFailed}</ActionFailure>
      <div className={styles.answers}>
        {/* The button that was pressed is gone. */}
        <Button variant="default" autoFocus disabled={force.isPending} onClick={() => setAsked(false)}>
          {app.cancel}
        </Button>
        <Button
          color="red"
          disabled={force.isPending}
          onClick={() => force.mutate(undefined, { onSuccess: () => onForced?.() })}
        >
          {force.isPending ? texts.forcing : texts.forceSure}
        </Button>
      </div>
    </section>
  );
}

/** For whoever edits a problem: what they said of the version in force, and whether somebody went past them. */
export function TrialInForce({ id }: { id: string }) {
  const { problemPackages: texts } = useMessages();
  const query = useQuery(trialQuery(id));
  const { trial = null, forced_by: by = null, forced_at: at = null } = query.data ?? {};
  if (query.isPending) return <Skeleton height={24} />;
  if (query.isError) return <QueryFailure query={query}>{texts.trialFailed}</QueryFailure>;
  if (!trial) return null;
  const ran = trial.solutions.filter(({ seen }) => seen);
  const against = ran.filter(({ seen }) => !seen?.agrees).length;
  return (
    <section className={styles.inForce} aria-label={texts.trialTitle}>
      {at && (
        <p className={styles.forced}>
          {texts.forcedBy(by)}, <When at={at} />
        </p>
      )}
      <details>
        <summary>
          {texts.trialTitle}:{' '}
          {against === 0 ? texts.trialAgrees(ran.length) : texts.trialDisagrees(against, ran.length)}
        </summary>
        <TrialView trial={trial} />
      </details>
    </section>
  );
}
