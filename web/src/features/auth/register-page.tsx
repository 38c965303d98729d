import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { register } from '#contract/page-calls.ts';
import { pagePaths } from '#contract/pages.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import formLayout from '../../components/form-layout.module.css';
import { FullPageNote } from '../../components/full-page-note.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { useMessages } from '../../lib/messages.ts';
import { AuthCard } from './auth-card.tsx';
import { useRegistration } from './registration.ts';

const loadSchema = async () => (await import('#contract/accounts.ts')).register.body;

export function RegisterPage() {
  const { isEnabled, isPending } = useRegistration();
  if (isPending) return <PageSkeleton />;
  return isEnabled ? <RegisterForm /> : <RegistrationDisabled />;
}

function RegistrationDisabled() {
  const { register: texts, navigation } = useMessages();
  return (
    <FullPageNote title={texts.disabledTitle} line={texts.disabledLine}>
      <Button component={Link} to={pagePaths.login}>
        {navigation.login}
      </Button>
    </FullPageNote>
  );
}

function RegisterForm() {
  const { register: texts, login } = useMessages();
  const navigate = useNavigate();
  const signUp = useMutation({
    mutationFn: (body: { username: string; password: string }) => api(register, { body }),
    onSuccess: ({ user }) => navigate(pagePaths.login, { state: { registered: user.username } }),
  });
  const form = useForm(
    { username: '', password: '' },
    loadSchema,
    (values) => values,
    (body) => signUp.mutate(body),
    { error: signUp.error, fields: { username_taken: 'username' } },
  );
  return (
    <AuthCard
      title={texts.title}
      lead={texts.lead}
      footer={
        <>
          {texts.haveAccount} <Link to={pagePaths.login}>{texts.toLogin}</Link>
        </>
      }
    >
      <form className={formLayout.form} noValidate onSubmit={form.onSubmit}>
        <ActionFailure error={form.isRefusalAtField ? null : signUp.error}>{texts.failed}</ActionFailure>
        <TextInput
          {...form.field('username')}
          label={login.username}
          description={texts.usernameHint}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordInput
          {...form.field('password')}
          label={login.password}
          description={texts.passwordHint}
          required
          autoComplete="new-password"
        />
        <Button type="submit" fullWidth mt="xs" disabled={signUp.isPending}>
          {signUp.isPending ? texts.busy : texts.submit}
        </Button>
      </form>
    </AuthCard>
  );
}
