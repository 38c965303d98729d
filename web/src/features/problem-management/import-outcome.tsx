import { VisuallyHidden } from '@mantine/core';
import type { ImportedProblem } from '#contract/packages.ts';
import table from '../../components/data-table.module.css';
import { Icon } from '../../components/icons.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import styles from './import-outcome.module.css';
import { RefusedVersionView } from './refused-version-view.tsx';
import { RejudgePanel } from './rejudge-panel.tsx';

interface ImportOutcomeProps {
  jobId: string;
  problems: readonly ImportedProblem[];
  presentIds: ReadonlySet<string>;
  onEdit: (id: string) => void;
}

/** What has become of each problem of an archive; what was refused comes first. */
export function ImportOutcome({ jobId, problems, presentIds, onEdit }: ImportOutcomeProps) {
  const { problemPackages: texts } = useMessages();
  const inOrder = [...problems].sort(
    (a, b) => Number(b.status === 'refused') - Number(a.status === 'refused'),
  );
  const isOnlyRefused = problems.filter(({ can_be_forced }) => can_be_forced).length === 1;
  return (
    <>
      {problems.some(({ status }) => status === 'created') && (
        <p className={styles.message}>{texts.newOnesHidden}</p>
      )}
      <ul className={styles.list}>
        {inOrder.map((problem) => (
          <li key={problem.folder} className={styles.item}>
            <OneOutcome
              jobId={jobId}
              problem={problem}
              isNew={!presentIds.has(problem.id)}
              isFolded={!isOnlyRefused}
              onEdit={onEdit}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface OneOutcomeProps extends Pick<ImportOutcomeProps, 'jobId' | 'onEdit'> {
  problem: ImportedProblem;
  isNew: boolean;
  isFolded: boolean;
}

function OneOutcome({ jobId, problem, isNew, isFolded, onEdit }: OneOutcomeProps) {
  const { problemPackages: texts } = useMessages();
  const { folder, id, title, status } = problem;
  const isRefused = status === 'refused';
  return (
    <>
      <div className={styles.head}>
        <span className={styles.status} data-refused={isRefused || undefined}>
          <Icon name={isRefused ? 'alert' : 'check'} size={12} />
          {texts.outcomes[status]}
        </span>
        <h3 className={styles.title}>{title || folder || id || texts.untitled}</h3>
        <span className={styles.id}>{id}</span>
        {!isRefused && (
          <button type="button" className={`${table.action} ${styles.open}`} onClick={() => onEdit(id)}>
            {texts.edit}
            <VisuallyHidden component="span">{texts.ofProblem(id)}</VisuallyHidden>
          </button>
        )}
      </div>
      <p className={styles.message}>{sayOr(problem.message_words, problem.message)}</p>
      {status === 'updated' && <RejudgePanel id={id} />}
      {problem.can_be_forced && (
        <RefusedVersionView
          jobId={jobId}
          refused={problem}
          isNew={isNew}
          isFolded={isFolded}
          canBeDiscarded
        />
      )}
    </>
  );
}
