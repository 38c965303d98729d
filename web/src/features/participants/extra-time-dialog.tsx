import type { ContestParticipant } from '#contract/contest-participants.ts';
import type { Contest } from '#contract/contests.ts';
import { MinutesDialog } from '../../components/minutes-dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { commonMinutes } from './common-minutes.ts';
import { useSetExtraMinutes } from './queries.ts';

interface ExtraTimeDialogProps {
  contest: Contest;
  people: readonly ContestParticipant[];
  onClose: () => void;
  onDone: (message: string) => void;
}

/** How much longer than the others these have. */
export function ExtraTimeDialog({ contest, people, onClose, onDone }: ExtraTimeDialogProps) {
  const { contestTiming: texts } = useMessages();
  const give = useSetExtraMinutes(contest.id);
  const userIds = people.map(({ user_id }) => user_id);
  const names = people.map(({ username }) => username);
  return (
    <MinutesDialog
      title={texts.extraTitle}
      label={texts.extraMinutes}
      hint={texts.extraHint}
      least={0}
      initial={commonMinutes(people)}
      sending={give}
      failed={texts.extraFailed}
      onSend={(minutes) =>
        give.mutate({ userIds, minutes }, { onSuccess: () => onDone(texts.extraGiven(names, minutes)) })
      }
      onClose={onClose}
    >
      <p>{texts.extraFor(names)}</p>
      <p>{contest.window_minutes === null ? texts.extraMeans : texts.extraMeansWindow}</p>
    </MinutesDialog>
  );
}
