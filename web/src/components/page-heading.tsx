import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useMessages } from '../messages.ts';
import styles from './page-heading.module.css';

/** The navigation that was last announced. The first page needs none: the browser reads it by itself. */
let announced: string | null = null;

/** Moves the focus to the heading of a newly opened page, so that screen readers and the keyboard start there. */
export function useAnnouncedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    const isFirstPage = announced === null;
    if (announced === key) return;
    announced = key;
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
  }, [key]);
  return heading;
}

export function PageTitle({ children }: { children: string }) {
  return <title>{useMessages().app.pageTitle(children)}</title>;
}

interface PageHeadingProps {
  children: string;
  lead?: string;
  /** Buttons that act on the whole page. */
  actions?: ReactNode;
}

export function PageHeading({ children, lead, actions }: PageHeadingProps) {
  const heading = useAnnouncedHeading();
  return (
    <div className={styles.row}>
      <PageTitle>{children}</PageTitle>
      <div className={styles.text}>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {children}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
