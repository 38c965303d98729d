import { cloneElement, type MouseEvent, type ReactElement, useId } from 'react';
import styles from './disabled-reason.module.css';

interface DisabledReasonProps {
  /** Why the button cannot be used now; undefined when it can. */
  reason: string | undefined;
  /** Where the button stands in its row: the reason, which is wider, goes the other way. */
  side?: 'start' | 'end';
  /** A button. */
  children: ReactElement<Record<string, unknown>>;
}

const refuse = (event: MouseEvent) => event.preventDefault();

/**
 * A button that cannot be used, but can be asked why: it keeps its place in the order of the keyboard, does nothing,
 * and shows its reason to whoever points at it, reaches it by keyboard or taps it. Screen readers read it as its
 * description.
 */
export function DisabledReason({ reason, side = 'end', children }: DisabledReasonProps) {
  const id = useId();
  return (
    <span className={styles.anchor}>
      {reason === undefined
        ? children
        : cloneElement(children, {
            'aria-disabled': true,
            'data-disabled': true,
            'aria-describedby': id,
            title: undefined,
            onClick: refuse,
          })}
      {reason !== undefined && (
        <span role="tooltip" id={id} className={styles.reason} data-side={side}>
          {reason}
        </span>
      )}
    </span>
  );
}
