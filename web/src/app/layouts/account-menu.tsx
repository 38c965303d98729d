import { Button, UnstyledButton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { type CSSProperties, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { SessionUser } from '#contract/accounts.ts';
import { Icon } from '../../components/icons.tsx';
import { openStorage, sweepDrafts } from '../../features/problems/drafts.ts';
import { loadScript } from '../../lib/load-page.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './account-menu.module.css';

const ChangePasswordDialog = lazy(async () => {
  const module = await loadScript(() => import('../../features/auth/change-password-dialog.tsx'));
  return { default: module.ChangePasswordDialog };
});

interface AccountMenuProps {
  user: SessionUser;
  /** Absent: the bar has a button for it. */
  onLogout?: () => void;
}

export function AccountMenu({ user, onLogout }: AccountMenuProps) {
  const { account, navigation, roles } = useMessages();
  const [open, setOpen] = useState(false);
  const [changingPassword, setChangingPassword] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const root = useClickOutside<HTMLDivElement>(() => setOpen(false));
  // Here, because whoever is signed in has it on every page, and a visitor's first page need not carry it.
  useEffect(() => sweepDrafts(openStorage(), Date.now()), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches what its button and panel do
    <div
      ref={root}
      className={styles.root}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !open) return;
        setOpen(false);
        toggle.current?.focus();
      }}
    >
      <UnstyledButton
        ref={toggle}
        className={styles.toggle ?? ''}
        aria-label={account.menu(user.username)}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <Icon name="person" size={18} />
        <span className={styles.name} style={{ '--characters': user.username.length } as CSSProperties}>
          {user.username}
        </span>
        <span className={styles.fold}>
          <Icon name="down" size={12} />
        </span>
      </UnstyledButton>
      <div id={panelId} className={styles.panel} hidden={!open}>
        <p className={styles.caption}>{account.signedInAs}</p>
        <p className={styles.username}>{user.username}</p>
        <p className={styles.caption}>{roles[user.role]}</p>
        <Button
          fullWidth
          mt="md"
          variant="default"
          onClick={() => {
            setOpen(false);
            // The dialog returns the focus to where it was; this button will be hidden by then.
            toggle.current?.focus();
            setChangingPassword(true);
          }}
        >
          {account.changePassword}
        </Button>
        {onLogout && (
          <Button fullWidth mt="xs" variant="default" onClick={onLogout}>
            {navigation.logout}
          </Button>
        )}
      </div>
      {changingPassword && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setChangingPassword(false)} />
        </Suspense>
      )}
    </div>
  );
}
