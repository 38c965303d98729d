import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './account-finder.module.css';
import { accountsQuery } from './queries.ts';

interface AccountFinderProps {
  contestId: number;
  /** Those that are chosen already. */
  names: readonly string[];
  onChoose: (usernames: string[]) => void;
}

/** Whoever does not have the names at hand picks them from the accounts that there are. */
export function AccountFinder({ contestId, names, onChoose }: AccountFinderProps) {
  const { contestEntry: texts } = useMessages();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(search.trim());
  const found = useQuery(accountsQuery(contestId, wanted));
  const { accounts, has_more } = (wanted !== '' && found.data) || { accounts: [], has_more: false };
  const chosen = new Set(names.map((name) => name.toLowerCase()));
  const isFree = ({ username, takes_part }: (typeof accounts)[number]) =>
    !takes_part && !chosen.has(username.toLowerCase());
  const free = accounts.filter(isFree).map(({ username }) => username);
  const chooseFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Not the form, which would enter those who are chosen by now.
    event.preventDefault();
    onChoose(free.slice(0, 1));
  };
  const choose = (usernames: string[]) => {
    onChoose(usernames);
    // What was pressed is gone.
    field.current?.focus();
  };
  return (
    <div className={styles.finder}>
      <TextInput
        ref={field}
        type="search"
        label={texts.find}
        placeholder={texts.findHint}
        leftSection={<Icon name="search" />}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={chooseFirst}
      />
      {accounts.length > 0 && (
        <ul className={styles.found} aria-label={texts.found}>
          {accounts.map((account) => (
            <li key={account.username}>
              {isFree(account) ? (
                <button
                  type="button"
                  className={styles.account}
                  aria-label={texts.choose(account.username)}
                  onClick={() => choose([account.username])}
                >
                  {account.username}
                </button>
              ) : (
                <span className={styles.account} data-chosen>
                  <Icon name="check" size={12} /> {account.username}{' '}
                  {account.takes_part && <small>{texts.takesPart}</small>}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <ActionFailure error={found.error}>{texts.findFailed}</ActionFailure>
      <div className={styles.summary}>
        <p role="status">{wanted !== '' && found.data && texts.foundCount(accounts.length, has_more)}</p>
        {free.length > 1 && (
          <Button variant="default" size="xs" onClick={() => choose(free)}>
            {texts.chooseAll(free.length)}
          </Button>
        )}
      </div>
    </div>
  );
}
