import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { words } from '#contract/words.ts';
import { say, useMessages } from '../lib/messages.ts';
import { ActionFailure } from './action-failure.tsx';
import { Dialog } from './dialog.tsx';
import formLayout from './form-layout.module.css';
import { readMinutes } from './read-minutes.ts';

interface MinutesDialogProps {
  title: string;
  label: string;
  hint: string;
  /** What can be given: nothing takes away what was given before. */
  least: 0 | 1;
  initial: string;
  /** What sends it, and how that fares. */
  sending: { isPending: boolean; isError: boolean; error: Error | null; reset: () => void };
  failed: string;
  onSend: (minutes: number) => void;
  onClose: () => void;
  /** What it means, before the field. */
  children: ReactNode;
}

/** Asks for how many minutes, and says what they do. */
export function MinutesDialog(props: MinutesDialogProps) {
  const { title, label, hint, least, initial, sending, failed, onSend, onClose, children } = props;
  const { app, contestTiming: texts } = useMessages();
  const [text, setText] = useState(initial);
  const [isRefused, setIsRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    const minutes = readMinutes(text, least);
    setIsRefused(minutes === null);
    if (minutes === null) field.current?.focus();
    else onSend(minutes);
  };
  return (
    <Dialog title={title} isHeld={sending.isPending} isDisposable onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={submit}>
        {children}
        <TextInput
          ref={field}
          name="minutes"
          label={label}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          error={isRefused && say(words('extra_minutes_range'))}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setIsRefused(false);
            if (sending.isError) sending.reset();
          }}
        />
        <ActionFailure error={sending.error}>{failed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" disabled={sending.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" aria-busy={sending.isPending}>
            {sending.isPending ? texts.giving : texts.give}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
