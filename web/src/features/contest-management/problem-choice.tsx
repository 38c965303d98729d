import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { ContestProblemChoice, ProblemElsewhere } from '#contract/contest-problems.ts';
import table from '../../components/data-table.module.css';
import { HiddenTag } from '../../components/hidden-tag.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './problems-dialog.module.css';

export interface Selection {
  /** Only such as are in the list now: what somebody else moved away is not chosen any more. */
  ids: readonly string[];
  choose: (ids: readonly string[]) => void;
}

/** With where else it is, if anywhere. */
type Choice = ContestProblemChoice & Partial<Pick<ProblemElsewhere, 'holds' | 'also_in'>>;

interface ProblemChoiceProps {
  title: (count: number) => string;
  empty: { title: string; next: string };
  problems: readonly Choice[] | undefined;
  /** Whether something can be chosen. */
  isOpen: boolean;
  selection: Selection;
  /** Below the heading. */
  tools?: ReactNode;
}

/** One of the two panels. */
export function ProblemChoice({ title, empty, problems, isOpen, selection, tools }: ProblemChoiceProps) {
  const { contestManagement: texts } = useMessages();
  const headingId = useId();
  const { ids, choose } = selection;
  const all = problems?.map(({ id }) => id) ?? [];
  const areAllChosen = ids.length === all.length;
  const toggle = (id: string) =>
    choose(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.panelBar}>
        <h3 id={headingId} className={styles.panelTitle}>
          {title(all.length)}
        </h3>
        {isOpen && all.length > 0 && (
          <button type="button" className={table.action} onClick={() => choose(areAllChosen ? [] : all)}>
            {areAllChosen ? texts.deselectAll : texts.selectAll}
          </button>
        )}
      </div>
      {tools}
      {!problems && (
        <div role="status" className={styles.items}>
          <VisuallyHidden>{texts.moveLoading}</VisuallyHidden>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={40} marginBottom="var(--space-1)" />
          ))}
        </div>
      )}
      {problems?.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{empty.title}</p>
          <p>{empty.next}</p>
        </div>
      )}
      {problems && problems.length > 0 && (
        <ul className={styles.items} aria-labelledby={headingId} tabIndex={isOpen ? undefined : 0}>
          {problems.map((problem) => (
            <li key={problem.id}>
              {isOpen ? (
                <label className={styles.item}>
                  <input
                    type="checkbox"
                    checked={ids.includes(problem.id)}
                    onChange={() => toggle(problem.id)}
                  />
                  <ProblemName problem={problem} />
                </label>
              ) : (
                <div className={styles.item}>
                  <ProblemName problem={problem} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ProblemName({ problem }: { problem: Choice }) {
  const { contestManagement: texts } = useMessages();
  const { holds, also_in: titles = [] } = problem;
  const isIn = holds ? texts.heldBy : texts.sharedBy;
  return (
    <span className={styles.name}>
      <span className={styles.itemTitle}>{problem.title}</span>{' '}
      <span className={styles.author}>{texts.by(problem.author)}</span>
      {!problem.is_visible && <HiddenTag />}
      {titles.length > 0 && <span className={styles.elsewhere}>{isIn(texts.listed(titles))}</span>}
    </span>
  );
}
