import { Button } from '@mantine/core';
import type { AdminProblem } from '#contract/problems.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSetVisibilityOfMany } from './queries.ts';
import styles from './visibility-question.module.css';

/** More are counted: who knows these knows which they are. */
const namesShown = 8;

interface VisibilityQuestionProps {
  /** Those that would change. */
  problems: readonly AdminProblem[];
  isVisible: boolean;
  onClose: () => void;
  /** With those that have changed: somebody else may have been faster. */
  onDone: (changed: readonly string[]) => void;
}

/** Before all problems are shown or hidden: how many, and which. */
export function VisibilityQuestion({ problems, isVisible, onClose, onDone }: VisibilityQuestionProps) {
  const { app, problemManagement: texts } = useMessages();
  const change = useSetVisibilityOfMany();
  const withoutTests = problems.filter(({ has_tests }) => !has_tests).length;
  const failed = isVisible ? texts.showAllFailed : texts.hideAllFailed;
  const submit = isVisible ? texts.showMany(problems.length) : texts.hideMany(problems.length);
  return (
    <Dialog
      title={isVisible ? texts.showAllTitle(problems.length) : texts.hideAllTitle(problems.length)}
      isHeld={change.isPending}
      onClose={onClose}
    >
      <div className={formLayout.form}>
        <p>{isVisible ? texts.showAllQuestion : texts.hideAllQuestion}</p>
        <ul className={styles.names}>
          {problems.slice(0, namesShown).map(({ id, title }) => (
            <li key={id}>
              <span className={styles.id}>{id}</span> {title}
            </li>
          ))}
          {problems.length > namesShown && <li>{texts.andMore(problems.length - namesShown)}</li>}
        </ul>
        <Notice tone="warning">
          {isVisible && withoutTests > 0 && texts.showAllIncomplete(withoutTests)}
        </Notice>
        <ActionFailure error={change.error}>{failed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus disabled={change.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button
            disabled={change.isPending}
            onClick={() =>
              change.mutate(
                { problemIds: problems.map(({ id }) => id), isVisible },
                { onSuccess: ({ changed }) => onDone(changed) },
              )
            }
          >
            {change.isPending ? texts.changingMany : submit}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
