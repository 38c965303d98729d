import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ImportedProblem } from '#contract/packages.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Icon } from '../../components/icons.tsx';
import { RowChoice } from '../../components/row-choice.tsx';
import { say, sayOr, useMessages } from '../../lib/messages.ts';
import styles from './package-choices.module.css';
import { PackageContents } from './package-contents.tsx';
import {
  changeDecision,
  type Decision,
  findIdComplaints,
  startDecisions,
  toChoices,
} from './package-decisions.ts';
import { useSavePackages } from './queries.ts';

interface PackageChoicesProps {
  jobId: string;
  problems: readonly ImportedProblem[];
  presentIds: ReadonlySet<string>;
  onStarted: (jobId: string) => void;
  onBack: () => void;
  onClose: () => void;
}

/** What each problem of an archive would become, under which id, and whether it is wanted at all. */
export function PackageChoices({
  jobId,
  problems,
  presentIds,
  onStarted,
  onBack,
  onClose,
}: PackageChoicesProps) {
  const { app, problemPackages: texts } = useMessages();
  const [decisions, setDecisions] = useState(() => startDecisions(problems));
  const save = useSavePackages();
  const complaints = findIdComplaints(decisions);
  const choices = toChoices(decisions);
  const changed = choices.filter(({ id }) => presentIds.has(id)).length;
  const change = (folder: string, what: Partial<Decision>) =>
    setDecisions((before) => changeDecision(before, folder, what));
  // What cannot be imported is what somebody has to look at.
  const inOrder = [...problems].sort(
    (a, b) => Number(b.status === 'refused') - Number(a.status === 'refused'),
  );
  const reason = choices.length === 0 ? texts.saveNone : complaints.size > 0 ? texts.saveWrongIds : undefined;
  return (
    <div className={formLayout.form}>
      <div className={styles.summary}>
        <p tabIndex={-1} data-autofocus>
          {texts.summary(decisions.length, problems.length - decisions.length)}
        </p>
        {decisions.length > 0 && (
          <p role="status" className={styles.quiet}>
            {texts.wanted(choices.length - changed, changed)}
          </p>
        )}
        {decisions.length > 1 && (
          <label className={styles.all}>
            <input
              type="checkbox"
              checked={choices.length === decisions.length}
              onChange={({ currentTarget: { checked } }) =>
                setDecisions((before) => before.map((one) => ({ ...one, isWanted: checked })))
              }
            />
            {texts.takeAll}
          </label>
        )}
      </div>
      <ul className={styles.list}>
        {inOrder.map((problem) => {
          const decision = decisions.find(({ folder }) => folder === problem.folder);
          const complaint = complaints.get(problem.folder);
          return (
            <li key={problem.folder} className={styles.item} data-refused={!decision || undefined}>
              {decision ? (
                <WantedPackage
                  problem={problem}
                  decision={decision}
                  isOnly={problems.length === 1}
                  exists={presentIds.has(decision.id.trim())}
                  complaint={complaint && say(complaint)}
                  onChange={(what) => change(problem.folder, what)}
                />
              ) : (
                <RefusedPackage problem={problem} />
              )}
            </li>
          );
        })}
      </ul>
      {changed > 0 && <p className={styles.quiet}>{texts.changedWarning}</p>}
      <ActionFailure error={save.error}>{texts.saveFailed}</ActionFailure>
      <div className={`${formLayout.buttons} ${styles.buttons}`}>
        <Button variant="default" onClick={onBack}>
          {texts.chooseAnother}
        </Button>
        <Button variant="default" onClick={onClose}>
          {app.cancel}
        </Button>
        {decisions.length > 0 && (
          <DisabledReason reason={reason}>
            <Button
              disabled={save.isPending}
              onClick={() => save.mutate({ jobId, problems: choices }, { onSuccess: () => onStarted(jobId) })}
            >
              {save.isPending ? texts.starting : texts.save(choices.length)}
            </Button>
          </DisabledReason>
        )}
      </div>
    </div>
  );
}

interface WantedPackageProps {
  problem: ImportedProblem;
  decision: Decision;
  /** Then there is nothing to choose from. */
  isOnly: boolean;
  exists: boolean;
  complaint: string | undefined;
  onChange: (change: Partial<Decision>) => void;
}

function WantedPackage({ problem, decision, isOnly, exists, complaint, onChange }: WantedPackageProps) {
  const { problemPackages: texts } = useMessages();
  const { title, folder, preview } = problem;
  const { id, isWanted } = decision;
  const name = title || folder || texts.untitled;
  const fate = isWanted ? (exists ? texts.willBeChanged : texts.willBeCreated) : texts.leftOut;
  return (
    <>
      <div className={styles.head} data-only={isOnly || undefined}>
        {!isOnly && (
          <RowChoice
            label={texts.takeIt(name)}
            isChosen={isWanted}
            onChange={() => onChange({ isWanted: !isWanted })}
          />
        )}
        <div className={styles.title}>
          <h3>{name}</h3>
          <p className={styles.quiet}>
            {preview && texts.inShort(preview.report.tests, preview.report.groups, preview.solutions.length)}
            {preview && `, ${preview.format}`}
            {folder !== '' && `, ${texts.inFolder(folder)}`}
          </p>
        </div>
        <div className={styles.id}>
          <TextInput
            label={texts.id}
            aria-label={`${texts.id} ${name}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={!isWanted}
            value={id}
            error={complaint}
            onChange={({ currentTarget }) => onChange({ id: currentTarget.value })}
          />
          <p className={styles.fate} data-changes={(isWanted && exists) || undefined}>
            {isWanted && exists && <Icon name="info" size={12} />}
            {fate}
          </p>
        </div>
      </div>
      {preview && (
        <details className={styles.contents} open={isOnly}>
          <summary>{texts.contents}</summary>
          <PackageContents preview={preview} exists={exists} />
        </details>
      )}
    </>
  );
}

function RefusedPackage({ problem }: { problem: ImportedProblem }) {
  const { problemPackages: texts } = useMessages();
  const { title, folder, id, preview } = problem;
  return (
    <>
      <div className={styles.refusal}>
        <h3>{title || folder || id || texts.untitled}</h3>
        <p className={styles.wrong}>
          <Icon name="alert" size={12} />
          {texts.refused}
        </p>
        <p>{sayOr(problem.message_words, problem.message)}</p>
      </div>
      {preview && (
        <details className={styles.contents}>
          <summary>{texts.contents}</summary>
          <PackageContents preview={preview} exists={preview.exists} />
        </details>
      )}
    </>
  );
}
