import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Contest } from '#contract/contests.ts';
import { readUsernames } from '#contract/usernames.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useMessages } from '../../lib/messages.ts';
import { AccountFinder } from './account-finder.tsx';
import { useEnterParticipants } from './queries.ts';

interface AddParticipantsDialogProps {
  contest: Contest;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Staff paste the list that they have, or pick people from the accounts. */
export function AddParticipantsDialog({ contest, onClose, onDone }: AddParticipantsDialogProps) {
  const { app, contestEntry: texts } = useMessages();
  const [text, setText] = useState('');
  const enter = useEnterParticipants(contest.id);
  const usernames = readUsernames(text);
  const change = (changed: string) => {
    setText(changed);
    if (enter.isError) enter.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (enter.isPending) return;
    enter.mutate(usernames, { onSuccess: ({ entered, already }) => onDone(texts.added(entered, already)) });
  };
  return (
    <Dialog title={texts.add} isHeld={enter.isPending} onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={submit}>
        <AccountFinder
          contestId={contest.id}
          names={usernames}
          onChoose={(chosen) => change([...usernames, ...chosen, ''].join('\n'))}
        />
        <Textarea
          label={texts.addNames}
          rows={8}
          size="md"
          autoComplete="off"
          spellCheck={false}
          description={texts.addHint(usernames.length)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        <ActionFailure error={enter.error}>{texts.addFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" disabled={enter.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" aria-busy={enter.isPending}>
            {enter.isPending ? texts.adding : texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
