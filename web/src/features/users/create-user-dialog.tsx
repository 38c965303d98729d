import { Button, PasswordInput } from '@mantine/core';
import { creatableRoles, createUser } from '#contract/accounts.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useForm } from '../../lib/form.ts';
import { useMessages } from '../../lib/messages.ts';
import { useCreateUser } from './queries.ts';
import { RoleField, UsernameField } from './user-fields.tsx';

interface CreateUserDialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
}

export function CreateUserDialog({ onClose, onDone }: CreateUserDialogProps) {
  const { app, users: texts } = useMessages();
  const create = useCreateUser();
  const form = useForm(
    { username: '', password: '', role: 'user' },
    createUser.body,
    (values) => values,
    (body) => create.mutate(body, { onSuccess: ({ username }) => onDone(texts.created(username)) }),
    { error: create.error, fields: { username_taken: 'username' } },
  );
  return (
    <Dialog title={texts.create} onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={form.onSubmit}>
        <ActionFailure error={form.isRefusalAtField ? null : create.error}>
          {texts.createFailed}
        </ActionFailure>
        <UsernameField {...form.field('username')} />
        <PasswordInput
          {...form.field('password')}
          label={texts.password}
          required
          autoComplete="new-password"
        />
        <RoleField {...form.field('role')} choices={creatableRoles} />
        <div className={formLayout.buttons}>
          <Button variant="default" onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" disabled={create.isPending}>
            {create.isPending ? texts.saving : texts.createSubmit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
