import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import formLayout from '../../components/form-layout.module.css';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../lib/messages.ts';
import { readDetail } from '../../lib/refusal-details.ts';
import { templatesQuery, useSaveTemplates } from './queries.ts';

/** The answers to choose from: one a line, for all of the staff. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { inbox: texts } = useMessages();
  const stored = useQuery(templatesQuery);
  return (
    <Dialog title={texts.templatesTitle} onClose={onClose}>
      <QueryFailure query={stored}>{texts.fetchFailed}</QueryFailure>
      {stored.isPending && <ListSkeleton text={texts.loading} />}
      {stored.data && <TemplatesForm stored={stored.data.templates} onClose={onClose} />}
    </Dialog>
  );
}

interface TemplatesFormProps {
  /** Null: nobody has changed them. */
  stored: string[] | null;
  onClose: () => void;
}

function TemplatesForm({ stored, onClose }: TemplatesFormProps) {
  const { app, inbox: texts } = useMessages();
  // As they were when the form was filled with them: what others change meanwhile is not written over.
  const [seen, setSeen] = useState(stored);
  const [text, setText] = useState(() => (stored ?? texts.defaultTemplates).join('\n'));
  const save = useSaveTemplates();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lines = text.split('\n').map((line) => line.trim());
    if (!save.isPending)
      save.mutate(
        { templates: [...new Set(lines.filter((line) => line !== ''))], seen },
        { onSuccess: onClose },
      );
  };
  const present = readDetail<string[]>(save.error, 'templates_changed', 'templates');
  return (
    <form className={formLayout.form} noValidate onSubmit={submit}>
      <Textarea
        label={texts.templates}
        description={texts.templatesHint}
        rows={8}
        size="md"
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          save.reset();
        }}
      />
      <ActionFailure error={present ? null : save.error}>{texts.templatesFailed}</ActionFailure>
      <Notice
        tone="warning"
        action={
          present && (
            <Button
              variant="default"
              onClick={() => {
                setSeen(present);
                save.reset();
              }}
            >
              {texts.replaceThem}
            </Button>
          )
        }
      >
        {present && texts.templatesMeanwhile(present.join(' · '))}
      </Notice>
      <div className={formLayout.buttons}>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          {app.cancel}
        </Button>
        <Button type="submit" disabled={save.isPending || present !== null}>
          {save.isPending ? texts.saving : texts.saveTemplates}
        </Button>
      </div>
    </form>
  );
}
