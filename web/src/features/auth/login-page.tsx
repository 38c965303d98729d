import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, Navigate, useLocation } from 'react-router';
import { pagePaths } from '#contract/pages.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { useForm } from '../../lib/form.ts';
import { useMessages } from '../../lib/messages.ts';
import { useLogin, useSession } from '../../lib/session.ts';
import { AuthCard } from './auth-card.tsx';
import { useRegistration } from './registration.ts';
import { returnPath } from './return-path.ts';

const loadSchema = async () => (await import('#contract/accounts.ts')).login.body;

/** How one came here: sent by a guard (and goes back there), or just registered. */
interface LoginState {
  from?: string;
  registered?: string;
}

export function LoginPage() {
  const { login: texts } = useMessages();
  const { user } = useSession();
  const { isEnabled: registrationEnabled } = useRegistration();
  const state = (useLocation().state ?? {}) as LoginState;
  const signIn = useLogin();
  const form = useForm(
    { username: state.registered ?? '', password: '' },
    loadSchema,
    (values) => values,
    (body) => signIn.mutate(body),
  );

  if (user) return <Navigate to={returnPath(state.from)} replace />;

  return (
    <AuthCard
      title={texts.title}
      lead={texts.lead}
      footer={
        registrationEnabled && (
          <>
            {texts.noAccount} <Link to={pagePaths.register}>{texts.toRegister}</Link>
          </>
        )
      }
    >
      <form className={formLayout.form} noValidate onSubmit={form.onSubmit}>
        <ArrivalNotice state={state} isQuiet={signIn.isError} />
        <ActionFailure error={signIn.error}>{texts.failed}</ActionFailure>
        <TextInput
          {...form.field('username')}
          label={texts.username}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordInput
          {...form.field('password')}
          label={texts.password}
          required
          autoComplete="current-password"
        />
        <Button type="submit" fullWidth mt="xs" disabled={signIn.isPending}>
          {signIn.isPending ? texts.busy : texts.submit}
        </Button>
      </form>
    </AuthCard>
  );
}

function ArrivalNotice({ state, isQuiet }: { state: LoginState; isQuiet: boolean }) {
  const { login: texts, register } = useMessages();
  if (isQuiet) return null;
  if (state.registered) return <Notice tone="success">{register.done}</Notice>;
  if (state.from) return <Notice tone="info">{texts.needed}</Notice>;
  return null;
}
