import { NativeSelect, TextInput } from '@mantine/core';
import type { Role } from '#contract/accounts.ts';
import { useMessages } from '../../messages.ts';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

export function UsernameField({ value, onChange, error }: FieldProps) {
  const { users } = useMessages();
  return (
    <TextInput
      name="username"
      label={users.username}
      required
      data-autofocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}

export function RoleField({ value, onChange, choices }: FieldProps & { choices: readonly Role[] }) {
  const { users, roles } = useMessages();
  return (
    <NativeSelect
      name="role"
      label={users.role}
      data={choices.map((role) => ({ value: role, label: roles[role] }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
