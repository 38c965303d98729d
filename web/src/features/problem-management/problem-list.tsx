import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { callUrl } from '#contract/call.ts';
import { exportProblems } from '#contract/packages.ts';
import type { AdminProblem } from '#contract/problems.ts';
import table from '../../components/data-table.module.css';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import { type Choice, choices, chooseProblems } from './problem-choice.ts';
import styles from './problem-list.module.css';
import { ProblemTable } from './problem-table.tsx';

/** More rows are drawn on request: a table of a thousand is slow, and the search finds the rest. */
const rowsAtOnce = 300;

interface ProblemListProps
  extends Omit<ComponentProps<typeof ProblemTable>, 'addressOf' | 'chosen' | 'onChoose' | 'onChooseAll'> {
  /** Of the line that says how many are visible: why nothing can be shown or hidden. */
  countId: string;
}

/** The table, and what is looked for in it, which is part of the address. */
export function ProblemList({ problems, countId, ...actions }: ProblemListProps) {
  const { problemManagement: texts, problemPackages: packages } = useMessages();
  const [address, setAddress] = useSearchParams();
  const [rows, setRows] = useState(rowsAtOnce);
  const search = address.get('q') ?? '';
  const which = readChoice(address.get('which'));
  const matching = chooseProblems(problems, { search: useDeferredValue(search), which });
  const shown = matching.slice(0, rows);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  // Of those in the list: what cannot be seen is not chosen.
  const chosen = matching.filter(({ id }) => chosenIds.has(id));
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
        {chosen.length > 0 && (
          <Button variant="default" onClick={() => setChosenIds(new Set())}>
            {packages.chooseNone}
          </Button>
        )}
        {matching.length > 0 && (
          <ExportLink problems={chosen.length > 0 ? chosen : matching} all={problems.length} />
        )}
      </div>
      {matching.length === 0 ? (
        <EmptyNote title={texts.noMatch}>{texts.noMatchNext}</EmptyNote>
      ) : (
        <ProblemTable
          problems={shown}
          addressOf={addressOf}
          chosen={chosenIds}
          onChoose={(id) => setChosenIds((before) => before.symmetricDifference(new Set([id])))}
          onChooseAll={() =>
            setChosenIds(chosen.length < shown.length ? new Set(shown.map(({ id }) => id)) : new Set())
          }
          {...actions}
        />
      )}
      {matching.length > shown.length && (
        <Button className={table.more ?? ''} variant="default" onClick={() => setRows(rows + rowsAtOnce)}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

/** More would make an address that the server does not read. */
const idsLengthMax = 12_000;

interface ExportLinkProps {
  problems: readonly Pick<AdminProblem, 'id'>[];
  /** How many there are at all. */
  all: number;
}

function ExportLink({ problems, all }: ExportLinkProps) {
  const { problemPackages: texts } = useMessages();
  const ids = problems.length < all ? problems.map(({ id }) => id).join(',') : undefined;
  return (
    <DisabledReason reason={ids && ids.length > idsLengthMax ? texts.tooManyToExport : undefined}>
      <Button
        component="a"
        variant="default"
        leftSection={<Icon name="download" />}
        title={texts.exportHint}
        href={callUrl(exportProblems.path, {}, { ids })}
        download
      >
        {texts.export(problems.length)}
      </Button>
    </DisabledReason>
  );
}

function readChoice(text: string | null): Choice {
  return choices.find((choice) => choice === text) ?? 'all';
}
