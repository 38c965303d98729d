import { Dialog } from '../../components/dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { modifier } from './keys.ts';
import styles from './palette.module.css';

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { palette: texts } = useMessages();
  const shortcuts = [
    { keys: [modifier, 'K'], what: texts.openPalette },
    { keys: ['/'], what: texts.focusSearch },
    { keys: ['?'], what: texts.openShortcuts },
    { keys: [modifier, 'Enter'], what: texts.submit },
    { keys: ['Esc'], what: texts.close },
  ];
  return (
    <Dialog title={texts.shortcuts} onClose={onClose}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(({ keys, what }) => (
          <div key={what} className={styles.shortcut}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
