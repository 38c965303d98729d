import { Button } from '@mantine/core';
import { errorText } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages.ts';
import { useDeleteProblem } from './queries.ts';

interface DeleteProblemDialogProps {
  id: string;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function DeleteProblemDialog({ id, onClose, onDone }: DeleteProblemDialogProps) {
  const { app, problemManagement: texts } = useMessages();
  const remove = useDeleteProblem(id);
  return (
    <Dialog title={texts.deleteTitle} onClose={onClose}>
      <div className={formLayout.form}>
        <p>{texts.deleteQuestion(id)}</p>
        <Notice tone="error">{remove.isError && errorText(remove.error, texts.deleteFailed)}</Notice>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {app.cancel}
          </Button>
          <Button
            color="red"
            disabled={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => onDone(texts.deleted(id)) })}
          >
            {remove.isPending ? texts.deleting : texts.delete}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
