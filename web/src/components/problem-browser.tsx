import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import type { ProblemWithStats } from '#contract/problems.ts';
import { useAddressView } from '../lib/address-view.ts';
import { useRowsInSteps } from '../lib/in-pieces.ts';
import { useMessages } from '../lib/messages.ts';
import { EmptyNote } from './empty-note.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import styles from './problem-browser.module.css';
import { type Presentation, ProblemList } from './problem-list.tsx';
import {
  arrangeProblems,
  countStates,
  type ProblemOrder,
  type ProblemState,
  problemOrders,
  problemStates,
  problemView,
} from './problem-view.ts';
import { SearchField } from './search-field.tsx';
import { Skeleton } from './skeleton.tsx';

/** A list of problems that can be searched, narrowed and sorted; what was asked for is in the address. */
export function ProblemBrowser({
  problems,
  ...presentation
}: Presentation & { problems: readonly ProblemWithStats[] }) {
  const { problems: texts } = useMessages();
  const [view, change] = useAddressView(problemView);
  const shown = useMemo(() => arrangeProblems(problems, view), [problems, view]);
  // Of hundreds what is typed finds the rest without holding up the next key.
  const drawn = useRowsInSteps(useDeferredValue(shown));
  return (
    <>
      <search className={styles.tools}>
        <SearchField
          name={texts.search}
          hint={texts.searchHint}
          value={view.search}
          onChange={(search) => change({ search })}
        />
        <StateButtons problems={problems} chosen={view.state} onChoose={(state) => change({ state })} />
        <OrderField value={view.order} onChange={(order) => change({ order })} />
      </search>
      <VisuallyHidden role="status">
        {shown.length < problems.length && texts.shownOf(shown.length, problems.length)}
      </VisuallyHidden>
      {drawn.length > 0 ? (
        <ProblemList problems={drawn} {...presentation} />
      ) : (
        <EmptyNote title={texts.noMatch}>
          <p>{texts.noMatchNext}</p>
          <Button mt="sm" variant="default" onClick={() => change({ search: '', state: null })}>
            {texts.showAll}
          </Button>
        </EmptyNote>
      )}
    </>
  );
}

/** Beside the heading: how far somebody is with all of them. Nothing where there is nothing to solve. */
export function SolvedCount({ problems }: { problems: readonly ProblemWithStats[] }) {
  const { problems: texts } = useMessages();
  return problems.length > 0 && texts.solvedOf(countStates(problems).solved, problems.length);
}

/** As high as what comes. */
export function ProblemBrowserSkeleton({ text }: { text: string }) {
  return (
    <>
      <Skeleton className={styles.tools ?? ''} height={42} />
      <ListSkeleton text={text} />
    </>
  );
}

function StateButtons({
  problems,
  chosen,
  onChoose,
}: {
  problems: readonly ProblemWithStats[];
  chosen: ProblemState | null;
  onChoose: (state: ProblemState | null) => void;
}) {
  const { problems: texts } = useMessages();
  const counts = countStates(problems);
  const choices = [
    { state: null, text: texts.all, count: problems.length },
    ...problemStates.map((state) => ({ state, text: texts.states[state], count: counts[state] })),
  ];
  return (
    <fieldset className={styles.states} aria-label={texts.show}>
      {choices.map(({ state, text, count }) => (
        <button key={text} type="button" aria-pressed={chosen === state} onClick={() => onChoose(state)}>
          {text} <span className={styles.count}>{count}</span>
        </button>
      ))}
    </fieldset>
  );
}

function OrderField({
  value,
  onChange,
}: {
  value: ProblemOrder | null;
  onChange: (order: ProblemOrder | null) => void;
}) {
  const { problems: texts } = useMessages();
  return (
    <NativeSelect
      className={styles.order ?? ''}
      aria-label={texts.sort}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(problemOrders.find((order) => order === currentTarget.value) ?? null)
      }
      data={[
        { value: '', label: texts.orders.list },
        ...problemOrders.map((order) => ({ value: order, label: texts.orders[order] })),
      ]}
    />
  );
}
