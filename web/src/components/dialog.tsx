import { ActionIcon } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../messages.ts';
import styles from './dialog.module.css';
import { Icon } from './icons.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Wide enough for code and tables. */
  isWide?: boolean;
  /** Not now: something in it must end first. */
  isHeld?: boolean;
  children: ReactNode;
}

/**
 * The browser's own modal dialog, open while mounted: it keeps the focus inside, makes the page behind it
 * inert and gives the focus back when it closes. The element marked `data-autofocus` gets it first.
 */
export function Dialog({ title, onClose, isWide, isHeld = false, children }: DialogProps) {
  const { app } = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

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
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isHeld) onClose();
      }}
      // A press beside the dialog lands on the element itself.
      onMouseDown={({ target, currentTarget }) => target === currentTarget && !isHeld && onClose()}
    >
      <div className={styles.content}>
        <div className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <ActionIcon variant="subtle" size={36} aria-label={app.close} disabled={isHeld} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </div>
        {children}
      </div>
    </dialog>
  );
}
