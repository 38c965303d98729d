import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useMessages } from '../lib/messages.ts';
import styles from './page-heading.module.css';

/** The page that was last announced. The first one needs none: the browser reads it by itself. */
let announced: string | null = null;

/** Whether the heading that went last took the focus with it. */
let isFocusOrphaned = false;

/** Moves the focus to the heading of a newly opened page, so that screen readers and the keyboard start there. */
export function useAnnouncedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirstPage = announced === null;
    // Another filter, tab or dialog of the same page leaves the focus where it is.
    if (announced === pathname) return;
    announced = pathname;
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  // A page that arrives may bring a heading of its own in place of the one it had while it was loading.
  useLayoutEffect(() => {
    const element = heading.current;
    const hasFocusElsewhere = document.activeElement !== document.body;
    if (isFocusOrphaned && !hasFocusElsewhere) element?.focus({ preventScroll: true });
    isFocusOrphaned = false;
    return () => {
      isFocusOrphaned = element !== null && element === document.activeElement;
    };
  }, []);
  return heading;
}

export function PageTitle({ children }: { children: string }) {
  return <title>{useMessages().app.pageTitle(children)}</title>;
}

/** Names the page for the eye, for whoever listens and in the browser's tab. */
export function MainHeading({ children }: { children: string }) {
  const heading = useAnnouncedHeading();
  return (
    <>
      <PageTitle>{children}</PageTitle>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {children}
      </h1>
    </>
  );
}

interface PageHeadingProps {
  children: string;
  /** What the heading counts, in the same line where there is room. */
  beside?: ReactNode;
  lead?: string;
  /** Buttons that act on the whole page. */
  actions?: ReactNode;
}

export function PageHeading({ children, beside, lead, actions }: PageHeadingProps) {
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <div className={styles.title}>
          <MainHeading>{children}</MainHeading>
          {beside && <div className={styles.beside}>{beside}</div>}
        </div>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
