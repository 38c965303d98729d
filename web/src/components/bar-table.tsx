import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import styles from './bar-table.module.css';

export interface BarRow {
  name: string;
  count: number;
  /** Another colour than the accent, as a variable of the theme. */
  tone?: string;
}

interface BarTableProps {
  title: string;
  /** Over the names, and over the figures. */
  nameHead: string;
  countHead: string;
  rows: readonly BarRow[];
}

/** Few figures with bars between the names and the numbers: a chart that is a table for whoever does not see it. */
export function BarTable({ title, nameHead, countHead, rows }: BarTableProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{title}</VisuallyHidden>
      </caption>
      <thead className={styles.head}>
        <tr>
          <th scope="col">{nameHead}</th>
          <td />
          <th scope="col">{countHead}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, tone }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span
                className={styles.bar}
                data-empty={count === 0 || undefined}
                style={{ '--share': `${(count / most) * 100}%`, '--tone': tone } as CSSProperties}
              />
            </td>
            <td className={styles.count}>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
