import { VisuallyHidden } from '@mantine/core';
import { NavLink } from 'react-router';
import styles from './layout.module.css';

interface BarLink {
  to: string;
  text: string;
  /** What waits behind it, if anything: a number, and in words what it counts. */
  badge?: { count: number; text: string };
}

/** Higher ones would not fit. */
const countShownMax = 99;

export function BarLinks({ links }: { links: readonly BarLink[] }) {
  return (
    <ul className={styles.links}>
      {links.map(({ to, text, badge }) => (
        <li key={to}>
          <NavLink to={to} className={styles.link ?? ''}>
            {text}
            {badge && badge.count > 0 && (
              <>
                <span className={styles.badge} aria-hidden="true">
                  {badge.count > countShownMax ? `${countShownMax}+` : badge.count}
                </span>
                <VisuallyHidden component="span"> ({badge.text})</VisuallyHidden>
              </>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
