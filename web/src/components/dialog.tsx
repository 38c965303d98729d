import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../messages.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Mounted while open. The focus goes in, stays in, and returns to where it came from. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { app } = useMessages();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      classNames={{
        content: styles.content,
        header: styles.header,
        title: styles.title,
        overlay: styles.veil,
      }}
      closeButtonProps={{ 'aria-label': app.close }}
    >
      {children}
    </Modal>
  );
}
