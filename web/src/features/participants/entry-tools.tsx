import { Button, VisuallyHidden } from '@mantine/core';
import type { ContestParticipant } from '#contract/contest-participants.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import table from '../../components/data-table.module.css';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './participants-page.module.css';
import { useRemoveParticipant, useSetUnofficial } from './queries.ts';

interface EntryToolsProps {
  contestId: number;
  selected: readonly ContestParticipant[];
  /** Absent where no more time can be given. */
  onExtraTime: (() => void) | undefined;
  onDone: () => void;
}

/** What can be done with those who are selected. */
export function EntryTools({ contestId, selected, onExtraTime, onDone }: EntryToolsProps) {
  const { contestEntry: texts, contestTiming } = useMessages();
  const mark = useSetUnofficial(contestId);
  const userIds = selected.map(({ user_id }) => user_id);
  const choices = [
    { unofficial: true, text: texts.makeUnofficial },
    { unofficial: false, text: texts.makeOfficial },
  ].filter(({ unofficial }) => selected.some(({ is_unofficial }) => is_unofficial !== unofficial));
  return (
    <>
      {selected.length > 0 && (
        <div className={styles.entryTools}>
          <p role="status">{texts.selected(selected.length)}</p>
          {choices.map(({ unofficial, text }) => (
            <Button
              key={text}
              variant="default"
              size="xs"
              aria-busy={mark.isPending}
              onClick={() => !mark.isPending && mark.mutate({ userIds, unofficial }, { onSuccess: onDone })}
            >
              {text}
            </Button>
          ))}
          {onExtraTime && (
            <Button variant="default" size="xs" onClick={onExtraTime}>
              {contestTiming.extra}
            </Button>
          )}
        </div>
      )}
      <ActionFailure error={mark.error}>{texts.markFailed}</ActionFailure>
    </>
  );
}

interface RemoveParticipantProps {
  contestId: number;
  participant: ContestParticipant;
}

/** Without a question: whoever is removed by mistake is added again. */
export function RemoveParticipant({ contestId, participant }: RemoveParticipantProps) {
  const { contestEntry: texts } = useMessages();
  const remove = useRemoveParticipant(contestId);
  const { user_id: userId, username, has_submitted, has_begun } = participant;
  const reason = has_submitted ? texts.removeSubmitted : has_begun ? texts.removeBegun : undefined;
  return (
    <>
      <DisabledReason reason={reason}>
        <button
          type="button"
          className={table.action}
          aria-label={texts.removeWhom(username)}
          onClick={() => !remove.isPending && remove.mutate({ userId })}
        >
          {texts.remove}
        </button>
      </DisabledReason>
      <VisuallyHidden role="alert">
        {remove.isError && errorText(remove.error, texts.removeFailed)}
      </VisuallyHidden>
    </>
  );
}
