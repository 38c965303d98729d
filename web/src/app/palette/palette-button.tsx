import { ActionIcon } from '@mantine/core';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './palette-button.module.css';
import { useOpenPalette } from './shortcuts.tsx';

/** For whoever does not know the key; on a phone the menu is as near. */
export function PaletteButton() {
  const { navigation } = useMessages();
  return (
    <ActionIcon
      className={styles.button}
      variant="subtle"
      size={36}
      aria-label={navigation.openPalette}
      title={navigation.openPalette}
      onClick={useOpenPalette()}
    >
      <Icon name="search" size={18} />
    </ActionIcon>
  );
}
