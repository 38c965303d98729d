import { Dialog } from '../../components/dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { isMac } from './keys.ts';
import styles from './palette.module.css';

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { palette: texts } = useMessages();
  const { keys } = texts;
  const { user } = useSession();
  const modifier = isMac ? keys.command : keys.control;
  const shortcuts = [
    { keys: [modifier, 'K'], what: texts.openPalette },
    { keys: ['/'], what: texts.focusSearch },
    { keys: ['?'], what: texts.openShortcuts },
    { keys: [modifier, keys.enter], what: texts.submit },
    { keys: [keys.escape], what: texts.close },
    { keys: ['←', '→'], what: texts.turn },
    ...(isStaff(user)
      ? [
          { keys: ['←', '→'], what: texts.stepInCeremony },
          { keys: [keys.space], what: texts.stepOnInCeremony },
        ]
      : []),
  ];
  return (
    <Dialog title={texts.shortcuts} onClose={onClose}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(({ keys: pressed, what }) => (
          <div key={what} className={styles.shortcut}>
            <dt>{what}</dt>
            <dd>
              {pressed.map((key) => (
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
