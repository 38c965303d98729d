/**
 * Drawing in short pieces. What answers a query is drawn at once and in one piece, which holds up a slow phone for as long as
 * a list takes; what follows from a transition is drawn in pieces of a few milliseconds, between which it answers its user.
 */
import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/** Undefined until the first answer can be drawn in pieces. What is known when the page opens, and later answers, are there at once. */
export function useFirstAnswer<Data>(data: Data | undefined): Data | undefined {
  const hasCome = useDeferredValue(data !== undefined);
  return hasCome ? data : undefined;
}

/** A phone's screenful, and a step of the rest. */
const rowsAtOnce = 8;

/**
 * The rows of a long list that are to be drawn: the first ones, then more with each step, so that neither drawing nor laying
 * them out takes long. `isWhole`: all of them from the beginning.
 */
export function useRowsInSteps<Row>(rows: readonly Row[], isWhole = false): readonly Row[] {
  const [count, setCount] = useState(isWhole ? rows.length : rowsAtOnce);
  const isDone = count >= rows.length;
  useEffect(() => {
    if (!isDone) startTransition(() => setCount(count + rowsAtOnce));
  }, [isDone, count]);
  return isDone ? rows : rows.slice(0, count);
}
