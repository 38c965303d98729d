import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callUrl } from '#contract/call.ts';
import { type Editorial, editorialPdf } from '#contract/contest-editorials.ts';
import type { Contest } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { FileField } from '../../components/file-field.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import { readDetail } from '../../lib/refusal-details.ts';
import { editorialQuery } from '../contests/queries.ts';
import styles from './editorial-dialog.module.css';
import { useRemoveEditorialPdf, useSaveEditorial } from './queries.ts';

interface EditorialDialogProps {
  contest: Contest;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function EditorialDialog({ contest, onClose, onDone }: EditorialDialogProps) {
  const { contestManagement: texts } = useMessages();
  const editorial = useQuery(editorialQuery(contest.id));
  return (
    <Dialog title={texts.editorialTitle} isWide onClose={onClose}>
      <p className={styles.contest}>{contest.title}</p>
      <p className={styles.note}>{texts.editorialNote}</p>
      <QueryFailure query={editorial}>{texts.editorialLoadFailed}</QueryFailure>
      {editorial.isPending && (
        <div role="status">
          <VisuallyHidden>{texts.editorialLoading}</VisuallyHidden>
          <Skeleton height={280} />
        </div>
      )}
      {editorial.data && (
        <EditorialForm
          contest={contest}
          editorial={editorial.data}
          onClose={onClose}
          onSaved={() => onDone(texts.editorialSaved(contest.title))}
        />
      )}
    </Dialog>
  );
}

interface EditorialFormProps {
  contest: Contest;
  editorial: Editorial;
  onClose: () => void;
  onSaved: () => void;
}

function EditorialForm({ contest, editorial, onClose, onSaved }: EditorialFormProps) {
  const { app, contestManagement: texts, problemManagement } = useMessages();
  const [text, setText] = useState(editorial.text);
  const [seen, setSeen] = useState(editorial);
  const [file, setFile] = useState<File | null>(null);
  const save = useSaveEditorial(contest.id);
  const remove = useRemoveEditorialPdf(contest.id);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ text, seen, file }, { onSuccess: onSaved });
  };
  const removePdf = () =>
    remove.mutate(seen, { onSuccess: () => setSeen({ ...seen, has_pdf: false, pdf_version: '' }) });
  const failed = save.error ?? remove.error;
  const present = readDetail<Editorial>(failed, 'editorial_changed', 'editorial');
  const isOtherText = present !== null && present.text !== seen.text;
  const isOtherPdf = present !== null && present.pdf_version !== seen.pdf_version;
  const changes = [
    isOtherPdf && texts.editorialPdfMeanwhile(present.has_pdf),
    isOtherText && texts.editorialMeanwhile(present.text),
  ].filter((change) => change !== false);
  return (
    <form className={formLayout.form} noValidate onSubmit={submit}>
      <Textarea
        name="text"
        label={texts.editorialText}
        description={`${texts.editorialTextHint} ${texts.editorialCounter(text.length)}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={10}
        maxRows={20}
        maxLength={limits.editorialMax}
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FileField
        name="editorialPdf"
        label={texts.editorialPdf}
        hint={problemManagement.pdfHint}
        kind="pdf"
        maxBytes={limits.pdfMaxBytes}
        file={file}
        error={undefined}
        onChange={setFile}
      >
        <div className={styles.file}>
          <p>{seen.has_pdf ? texts.editorialHasPdf : texts.editorialNoPdf}</p>
          {seen.has_pdf && (
            <>
              <a href={callUrl(editorialPdf.path, { id: contest.id })} target="_blank" rel="noreferrer">
                {texts.editorialOpenPdf}
              </a>
              <Button variant="subtle" size="xs" disabled={remove.isPending} onClick={removePdf}>
                {texts.editorialRemovePdf}
              </Button>
            </>
          )}
        </div>
      </FileField>
      <ActionFailure error={present === null ? failed : null}>{texts.editorialFailed}</ActionFailure>
      <Notice
        tone="warning"
        action={
          present !== null && (
            <Button
              variant="default"
              onClick={() => {
                setSeen(present);
                save.reset();
                remove.reset();
              }}
            >
              {isOtherText ? texts.editorialReplace : texts.editorialGoOn}
            </Button>
          )
        }
      >
        {changes.join(' ')}
      </Notice>
      <div className={formLayout.buttons}>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          {app.cancel}
        </Button>
        <Button type="submit" disabled={save.isPending || present !== null}>
          {save.isPending ? texts.saving : texts.editorialSave}
        </Button>
      </div>
    </form>
  );
}
