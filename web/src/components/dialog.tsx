import { ActionIcon } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../lib/messages.ts';
import styles from './dialog.module.css';
import { Icon } from './icons.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Wide enough for code and tables; full: for both side by side, where the screen has the room. */
  isWide?: boolean | 'full';
  /** Beside the title. */
  tools?: ReactNode;
  /** Tells that something went wrong and must be read. */
  isAlert?: boolean;
  /** Not now: something in it must end first. */
  isHeld?: boolean;
  children: ReactNode;
}

/**
 * The browser's own modal dialog, open while mounted: it keeps the focus inside, makes the page behind it
 * inert and gives the focus back when it closes. The element marked `data-autofocus` gets it first.
 *
 * Escape and a press beside it close it only until something has been entered: what somebody typed goes by a
 * button that says so, never by a slip.
 */
export function Dialog({ title, onClose, isWide, tools, isAlert, isHeld = false, children }: DialogProps) {
  const { app } = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const entered = useRef(new Set<Node>());
  const [isKept, setIsKept] = useState(false);

  const holdsEntries = () => [...entered.current].some((field) => field.isConnected);
  const dismiss = () => {
    if (isHeld) return;
    if (holdsEntries()) setIsKept(true);
    else onClose();
  };

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      onInput={({ target }) => entered.current.add(target as Node)}
      onCancel={(event) => {
        // A file chooser inside that was cancelled says so in the same words.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        dismiss();
      }}
      // Before it becomes a cancel event: a second one in a row closes the element whatever is said here.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !(isHeld || holdsEntries())) return;
        event.preventDefault();
        dismiss();
      }}
      // A press beside the dialog lands on the element itself.
      onMouseDown={({ target, currentTarget }) => target === currentTarget && dismiss()}
    >
      <div className={styles.content}>
        <div className={styles.header}>
          {/* Where there are tools the title is where to begin, and not the first of them. */}
          <h2
            id={titleId}
            className={styles.title}
            {...(tools !== undefined && { tabIndex: -1, 'data-autofocus': true })}
          >
            {title}
          </h2>
          {tools}
          <ActionIcon variant="subtle" size={36} aria-label={app.close} disabled={isHeld} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </div>
        <p role="status" className={styles.kept}>
          {isKept && app.dialogKept}
        </p>
        {children}
      </div>
    </dialog>
  );
}
