import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import table from '../../components/data-table.module.css';
import { EmptyNote } from '../../components/empty-note.tsx';
import { useMessages } from '../../lib/messages.ts';
import { type Choice, choices, chooseProblems } from './problem-choice.ts';
import styles from './problem-list.module.css';
import { ProblemTable } from './problem-table.tsx';

/** More rows are drawn on request: a table of a thousand is slow, and the search finds the rest. */
const rowsAtOnce = 300;

interface ProblemListProps extends Omit<ComponentProps<typeof ProblemTable>, 'addressOf'> {
  /** Of the line that says how many are visible: why nothing can be shown or hidden. */
  countId: string;
}

/** The table, and what is looked for in it, which is part of the address. */
export function ProblemList({ problems, countId, ...actions }: ProblemListProps) {
  const { problemManagement: texts } = useMessages();
  const [address, setAddress] = useSearchParams();
  const [rows, setRows] = useState(rowsAtOnce);
  const search = address.get('q') ?? '';
  const which = readChoice(address.get('which'));
  const matching = chooseProblems(problems, { search: useDeferredValue(search), which });
  const shown = matching.slice(0, rows);
  const hidden = problems.filter(({ is_visible }) => !is_visible).length;

  const change = (name: 'q' | 'which', value: string) => {
    setRows(rowsAtOnce);
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '' || value === 'all') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const addressOf = (id: string) => {
    const next = new URLSearchParams(address);
    next.set('edit', id);
    return { search: next.toString() };
  };

  return (
    <>
      <div className={styles.toolbar}>
        <TextInput
          className={styles.search ?? ''}
          type="search"
          label={texts.search}
          autoComplete="off"
          value={search}
          onChange={({ currentTarget }) => change('q', currentTarget.value)}
        />
        <NativeSelect
          className={styles.which ?? ''}
          label={texts.which}
          data={choices.map((value) => ({ value, label: texts.whichOnes[value] }))}
          value={which}
          onChange={({ currentTarget }) => change('which', currentTarget.value)}
        />
        <p id={countId} className={styles.count} role="status">
          {texts.counted(matching.length, problems.length)}, {texts.countedHidden(hidden, problems.length)}
        </p>
      </div>
      {matching.length === 0 ? (
        <EmptyNote title={texts.noMatch}>{texts.noMatchNext}</EmptyNote>
      ) : (
        <ProblemTable problems={shown} addressOf={addressOf} {...actions} />
      )}
      {matching.length > shown.length && (
        <Button className={table.more ?? ''} variant="default" onClick={() => setRows(rows + rowsAtOnce)}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

function readChoice(text: string | null): Choice {
  return choices.find((choice) => choice === text) ?? 'all';
}
