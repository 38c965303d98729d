import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';

export function ThemeToggle() {
  const { navigation } = useMessages();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  const label = other === 'dark' ? navigation.toDarkTheme : navigation.toLightTheme;
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} size={18} />
    </ActionIcon>
  );
}
