import { cloneElement, type MouseEvent, type ReactElement, useId } from 'react';
import styles from './disabled-reason.module.css';

interface DisabledReasonProps {
  /** Why the button cannot be used now; undefined when it can. */
  reason: string | undefined;
  /** A button. */
  children: ReactElement<Record<string, unknown>>;
}

const refuse = (event: MouseEvent) => event.preventDefault();

/**
 * A button that cannot be used, but can be asked why: it keeps its place in the order of the keyboard, does nothing,
 * and shows its reason to who points at it, reaches it by keyboard or taps it. Screen readers read it as its
 * description.
 */
export function DisabledReason({ reason, children }: DisabledReasonProps) {
  const id = useId();
  return (
    <span className={styles.anchor}>
      {reason === undefined
        ? children
        : cloneElement(children, {
            'aria-disabled': true,
            'data-disabled': true,
            'aria-describedby': id,
            onClick: refuse,
          })}
      {reason !== undefined && (
        <span role="tooltip" id={id} className={styles.reason}>
          {reason}
        </span>
      )}
    </span>
  );
}
