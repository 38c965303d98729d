import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { changeOwnPassword } from '#contract/accounts.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { useMessages } from '../../lib/messages.ts';

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { account, app, passwordChange: texts } = useMessages();
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api(changeOwnPassword, { body }),
  });
  const form = useForm(
    { currentPassword: '', newPassword: '' },
    changeOwnPassword.body,
    (values) => values,
    (body) => change.mutate(body),
    { error: change.error, fields: { wrong_password: 'currentPassword' } },
  );
  return (
    <Dialog title={account.changePassword} onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={form.onSubmit}>
        <ActionFailure error={form.isRefusalAtField ? null : change.error}>
          {texts.changeFailed}
        </ActionFailure>
        <Notice tone="success">{change.isSuccess && texts.passwordChanged}</Notice>
        {!change.isSuccess && (
          <>
            <PasswordInput
              {...form.field('currentPassword')}
              label={texts.currentPassword}
              required
              data-autofocus
              autoComplete="current-password"
            />
            <PasswordInput
              {...form.field('newPassword')}
              label={texts.newPassword}
              required
              autoComplete="new-password"
            />
          </>
        )}
        <div className={formLayout.buttons}>
          <Button variant="default" onClick={onClose}>
            {change.isSuccess ? app.close : app.cancel}
          </Button>
          {!change.isSuccess && (
            <Button type="submit" disabled={change.isPending}>
              {account.changePassword}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
