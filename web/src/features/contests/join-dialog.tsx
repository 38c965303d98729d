import { Button, PasswordInput, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SessionUser } from '#contract/accounts.ts';
import type { Contest } from '#contract/contests.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { errorText, RequestFailed } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { isStaff } from '../../lib/session.ts';
import type { useJoinContest } from './contest-list.ts';

/** Whom it asks: staff join whatever it is. */
export function asksForPassword({ entry }: Contest, user: SessionUser | null): boolean {
  return entry === 'password' && !isStaff(user);
}

/** Only whom the organisers enter, and nobody who asks. */
export function isClosedTo({ entry, is_participant }: Contest, user: SessionUser | null): boolean {
  return entry === 'list' && !is_participant && !isStaff(user);
}

interface JoinDialogProps {
  contest: Contest;
  join: ReturnType<typeof useJoinContest>;
  onClose: () => void;
}

/** Joining a contest that asks for its password. */
export function JoinDialog({ contest, join, onClose }: JoinDialogProps) {
  const { app, contests: texts, contestEntry } = useMessages();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isOfPassword = isAboutPassword(join.error);
  useEffect(() => {
    if (isOfPassword) field.current?.focus();
  }, [isOfPassword]);
  const close = () => {
    join.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!join.isPending) join.mutate({ id: contest.id, password }, { onSuccess: onClose });
  };
  return (
    <Dialog title={contestEntry.passwordTitle(contest.title)} isHeld={join.isPending} onClose={close}>
      <form className={formLayout.form} onSubmit={submit}>
        <p>{contestEntry.passwordLine}</p>
        <PasswordInput
          ref={field}
          label={contestEntry.password}
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
          error={isOfPassword && errorText(join.error, texts.joinFailed)}
          value={password}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            if (join.isError) join.reset();
          }}
        />
        <VisuallyHidden role="alert">
          {isOfPassword && errorText(join.error, texts.joinFailed)}
        </VisuallyHidden>
        <ActionFailure error={isOfPassword ? null : join.error}>{texts.joinFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" disabled={join.isPending} onClick={close}>
            {app.cancel}
          </Button>
          <Button type="submit" aria-busy={join.isPending}>
            {join.isPending ? texts.joining : texts.join}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function isAboutPassword(error: Error | null): boolean {
  const code = error instanceof RequestFailed && error.code;
  return code === 'contest_password_wrong' || code === 'contest_password_required';
}
