import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedProblem } from '#contract/packages.ts';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { When } from '../../components/when.tsx';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './gate.module.css';
import { trialQuery, useForceVersion } from './queries.ts';
import { TrialView } from './trial-view.tsx';

interface GateProps {
  jobId: string;
  refused: ImportedProblem;
  /** It would be its first version. */
  isNew: boolean;
  /** One of several: what they say is opened by whoever wants to see it. */
  isFolded?: boolean;
  onForced?: () => void;
}

/** A version that the jury's solutions speak against: what they say, and the way past them. */
export function Gate({ jobId, refused, isNew, isFolded = false, onForced }: GateProps) {
  const { problemPackages: texts } = useMessages();
  return (
    <section className={styles.gate} aria-label={texts.gateTitle}>
      {refused.trial && (
        <details open={!isFolded}>
          <summary>{texts.gateTitle}</summary>
          <TrialView trial={refused.trial} />
        </details>
      )}
      <p>{isNew ? texts.gateOfNew : texts.gateOfOld}</p>
      <ForceVersion jobId={jobId} folder={refused.folder} id={refused.id} onForced={onForced} />
    </section>
  );
}

interface ForceVersionProps {
  jobId: string;
  folder: string;
  id: string;
  onForced: (() => void) | undefined;
}

/** The question stands in place of the button: there is a dialog around it already. */
function ForceVersion({ jobId, folder, id, onForced }: ForceVersionProps) {
  const { app, problemPackages: texts } = useMessages();
  const [isAsked, setAsked] = useState(false);
  const force = useForceVersion(jobId, folder);
  if (!isAsked)
    return (
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          {texts.force}
        </Button>
      </div>
    );
  return (
    <section className={styles.question} aria-label={texts.forceTitle}>
      <p className={styles.title}>{texts.forceTitle}</p>
      <p>{texts.forceQuestion(id)}</p>
      <Notice tone="error">{force.isError && errorText(force.error, texts.forceFailed)}</Notice>
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

/** For who edits a problem: what they said of the version in force, and whether somebody went past them. */
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
