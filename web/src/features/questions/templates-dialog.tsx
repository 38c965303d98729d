import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import formLayout from '../../components/form-layout.module.css';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { Notice } from '../../components/notice.tsx';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { templatesQuery, useSaveTemplates } from './queries.ts';

/** The answers to choose from: one a line, for all of the staff. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { inbox: texts } = useMessages();
  const stored = useQuery(templatesQuery);
  return (
    <Dialog title={texts.templatesTitle} onClose={onClose}>
      <QueryFailure query={stored}>{texts.fetchFailed}</QueryFailure>
      {stored.isPending && <ListSkeleton text={texts.loading} />}
      {stored.data && (
        <TemplatesForm templates={stored.data.templates ?? texts.defaultTemplates} onClose={onClose} />
      )}
    </Dialog>
  );
}

function TemplatesForm({ templates, onClose }: { templates: readonly string[]; onClose: () => void }) {
  const { app, inbox: texts } = useMessages();
  const [text, setText] = useState(() => templates.join('\n'));
  const save = useSaveTemplates();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lines = text.split('\n').map((line) => line.trim());
    if (!save.isPending)
      save.mutate([...new Set(lines.filter((line) => line !== ''))], { onSuccess: onClose });
  };
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
      <Notice tone="error">{save.isError && errorText(save.error, texts.templatesFailed)}</Notice>
      <div className={formLayout.buttons}>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          {app.cancel}
        </Button>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? texts.saving : texts.saveTemplates}
        </Button>
      </div>
    </form>
  );
}
