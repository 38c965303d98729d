/**
 * Drawing in short pieces. What answers a query is drawn at once and in one piece, which holds up a slow phone for as long as
 * a list takes; what follows from a transition is drawn in pieces of a few milliseconds, between which it answers its user.
 */
import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Undefined until the first answer can be drawn in pieces. What is known when the page opens, and later answers, are there at once. */
export function useFirstAnswer<Data>(data: Data | undefined): Data | undefined {
  const hasCome = useDeferredValue(data !== undefined);
  return hasCome ? data : undefined;
}

/** A phone's screenful: these come with the page's document, too. */
const rowsAtFirst = 12;
/** A step of the rest. */
const rowsAtOnce = 8;

/**
 * The rows of a long list that are to be drawn: the first ones, then more with each step, so that neither drawing nor laying
 * them out takes long. Who comes back finds the list as long as it was, and the place where they were.
 */
export function useRowsInSteps<Row>(rows: readonly Row[]): readonly Row[] {
  const isReturn = useIsReturn();
  const [count, setCount] = useState(isReturn ? rows.length : rowsAtFirst);
  const isDone = count >= rows.length;
  useEffect(() => {
    if (!isDone) startTransition(() => setCount(count + rowsAtOnce));
  }, [isDone, count]);
  return isDone ? rows : rows.slice(0, count);
}

/** The page that the app was opened with looks as if the browser had stepped there, also when it steps back to it later. */
let hasLeftList = false;

/** By the browser's own step back or forward, or by loading anew what one was looking at. */
function useIsReturn(): boolean {
  const { key } = useLocation();
  const isStep = useNavigationType() === 'POP';
  useEffect(() => {
    return () => {
      hasLeftList = true;
    };
  }, []);
  return isStep && (hasLeftList || key !== 'default');
}
