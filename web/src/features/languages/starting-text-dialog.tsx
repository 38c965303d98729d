import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Language } from '#contract/languages.ts';
import { limits } from '#contract/limits.ts';
import { putStartingText } from '#contract/page-calls.ts';
import { words } from '#contract/words.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import type { CodeEditorHandle } from '../../components/code-editor.tsx';
import { CodeEditorField } from '../../components/code-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { startingPrograms } from '../../lib/starting-programs.ts';
import styles from './starting-text-dialog.module.css';

interface StartingTextDialogProps {
  language: Language;
  onSaved: () => void;
  onClose: () => void;
}

/** For staff: what the empty editor offers to begin with. */
export function StartingTextDialog({ language, onSaved, onClose }: StartingTextDialogProps) {
  const { app, languageGuide: texts, submissions } = useMessages();
  const { id } = language;
  const original = startingPrograms[id].trim();
  const [text, setText] = useState(language.starting_text ?? original);
  const editor = useRef<CodeEditorHandle>(null);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      api(putStartingText, { params: { id }, body: { text: text.trim() === original ? null : text } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.languages });
      onSaved();
    },
  });
  const isTooLong = text.trim().length > limits.startingTextMax;
  return (
    <Dialog title={texts.startTitle(submissions.languages[id])} isWide onClose={onClose}>
      <form
        className={formLayout.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!isTooLong && !save.isPending) save.mutate();
        }}
      >
        <p className={styles.hint}>{texts.startHint}</p>
        <div className={styles.editor}>
          <CodeEditorField
            ref={editor}
            label={texts.startText}
            value={text}
            language={id}
            onChange={setText}
            isDisabled={save.isPending}
            fontSizePx={14}
          />
        </div>
        <Notice tone="error">{isTooLong && say(words('starting_text_long'))}</Notice>
        <ActionFailure error={isTooLong ? null : save.error}>{texts.saveFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button
            variant="subtle"
            className={styles.reset ?? ''}
            disabled={text.trim() === original || save.isPending}
            onClick={() => editor.current?.writeProgram(original, '')}
          >
            {texts.resetStart}
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" disabled={save.isPending || isTooLong}>
            {save.isPending ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
