import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { ActionFailure } from './action-failure.tsx';
import formLayout from './form-layout.module.css';

interface DeleteQuestionProps {
  texts: { delete: string; deleting: string; deleteFailed: string };
  remove: UseMutationResult<undefined, Error, unknown>;
  onCancel: () => void;
  onDeleted: () => void;
  /** What is asked. */
  children: ReactNode;
}

/** Inside a dialog, before anything is deleted: who just presses Enter has cancelled. */
export function DeleteQuestion({ texts, remove, onCancel, onDeleted, children }: DeleteQuestionProps) {
  const { app } = useMessages();
  return (
    <div className={formLayout.form}>
      {children}
      <ActionFailure error={remove.error}>{texts.deleteFailed}</ActionFailure>
      <div className={formLayout.buttons}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          {app.cancel}
        </Button>
        <Button
          color="red"
          disabled={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onDeleted })}
        >
          {remove.isPending ? texts.deleting : texts.delete}
        </Button>
      </div>
    </div>
  );
}
