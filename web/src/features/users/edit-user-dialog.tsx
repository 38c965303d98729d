import { Button, PasswordInput } from '@mantine/core';
import { type ListedUser, roles, updateUser } from '#contract/accounts.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useForm } from '../../lib/form.ts';
import { useMessages } from '../../lib/messages.ts';
import { useUpdateUser } from './queries.ts';
import { RoleField, UsernameField } from './user-fields.tsx';

interface EditUserDialogProps {
  user: ListedUser;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function EditUserDialog({ user, onClose, onDone }: EditUserDialogProps) {
  const { app, users: texts } = useMessages();
  const update = useUpdateUser(user.id);
  const form = useForm(
    { username: user.username, role: user.role, password: '' },
    updateUser.body,
    ({ password, ...values }) => (password === '' ? values : { ...values, password }),
    (body) => update.mutate(body, { onSuccess: ({ username }) => onDone(texts.saved(username)) }),
    { error: update.error, fields: { username_taken: 'username' } },
  );
  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={form.onSubmit}>
        <ActionFailure error={form.isRefusalAtField ? null : update.error}>{texts.saveFailed}</ActionFailure>
        <UsernameField {...form.field('username')} />
        <RoleField {...form.field('role')} choices={roles} />
        <PasswordInput
          {...form.field('password')}
          label={texts.newPassword}
          description={texts.newPasswordHint}
          autoComplete="new-password"
        />
        <div className={formLayout.buttons}>
          <Button variant="default" onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" disabled={update.isPending}>
            {update.isPending ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
