import { NavLink } from 'react-router';
import styles from './layout.module.css';

export function BarLinks({ links }: { links: readonly { to: string; text: string }[] }) {
  return (
    <ul className={styles.links}>
      {links.map(({ to, text }) => (
        <li key={to}>
          <NavLink to={to} className={styles.link ?? ''}>
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
