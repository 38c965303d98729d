import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Contest } from '#contract/contests.ts';
import { readUsernames } from '#contract/usernames.ts';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { useEnterParticipants } from './queries.ts';

interface AddParticipantsDialogProps {
  contest: Contest;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Staff paste the list that they have. */
export function AddParticipantsDialog({ contest, onClose, onDone }: AddParticipantsDialogProps) {
  const { app, contestEntry: texts } = useMessages();
  const [text, setText] = useState('');
  const enter = useEnterParticipants(contest.id);
  const usernames = readUsernames(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (enter.isPending) return;
    enter.mutate(usernames, { onSuccess: ({ entered, already }) => onDone(texts.added(entered, already)) });
  };
  return (
    <Dialog title={texts.add} isHeld={enter.isPending} onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={submit}>
        <Textarea
          label={texts.addNames}
          rows={10}
          size="md"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          description={texts.addHint(usernames.length)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            if (enter.isError) enter.reset();
          }}
        />
        <Notice tone="error">{enter.isError && errorText(enter.error, texts.addFailed)}</Notice>
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
