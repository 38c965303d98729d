import { NativeSelect, TextInput } from '@mantine/core';
import type { Role } from '#contract/accounts.ts';
import type { Field } from '../../lib/form.ts';
import { useMessages } from '../../lib/messages.ts';

export function UsernameField(field: Field) {
  const { users } = useMessages();
  return (
    <TextInput
      {...field}
      label={users.username}
      required
      data-autofocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

export function RoleField({ choices, ...field }: Field & { choices: readonly Role[] }) {
  const { users, roles } = useMessages();
  return (
    <NativeSelect
      {...field}
      label={users.role}
      data={choices.map((role) => ({ value: role, label: roles[role] }))}
    />
  );
}
