import { Command as Palettes } from 'cmdk';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useCommands } from './commands.ts';
import { type Command, findCommands } from './find-commands.ts';
import styles from './palette.module.css';

interface PaletteProps {
  onClose: () => void;
  onShortcuts: () => void;
}

/** Where one can go and what one can do, found by typing. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const { navigation, palette: texts } = useMessages();
  const [typed, setTyped] = useState('');
  const groups = findCommands(useCommands(onShortcuts), typed);
  const choose = ({ run }: Command) => {
    onClose();
    run();
  };
  return (
    <Dialog title={navigation.openPalette} onClose={onClose} isDisposable>
      <Palettes label={navigation.openPalette} shouldFilter={false} loop>
        <Palettes.Input
          className={styles.input ?? ''}
          placeholder={texts.placeholder}
          value={typed}
          onValueChange={setTyped}
          data-autofocus
        />
        <Palettes.List className={styles.list ?? ''} label={texts.found}>
          <Palettes.Empty className={styles.empty ?? ''}>{texts.nothingFound}</Palettes.Empty>
          {groups.map(({ title, commands }) => (
            <Palettes.Group key={title} heading={title} className={styles.group ?? ''}>
              {commands.map((command) => (
                <Palettes.Item
                  key={command.id}
                  value={command.id}
                  className={styles.item ?? ''}
                  onSelect={() => choose(command)}
                >
                  <span className={styles.text}>{command.text}</span>
                  {command.hint && <span className={styles.hint}>{command.hint}</span>}
                  {command.pressed && <kbd className={styles.pressed}>{command.pressed}</kbd>}
                </Palettes.Item>
              ))}
            </Palettes.Group>
          ))}
        </Palettes.List>
      </Palettes>
    </Dialog>
  );
}
