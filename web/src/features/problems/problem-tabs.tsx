import { Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LoginNeeded } from '../../components/fetch-failure.tsx';
import { loadScript } from '../../lib/load-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import styles from './problem-tabs.module.css';
import type { ProblemPlace } from './queries.ts';
import { StatementPlace } from './statement-place.tsx';
import { SubmitForm } from './submit-form.tsx';

const Statement = lazy(async () => ({
  default: (await loadScript(() => import('./statement.tsx'))).Statement,
}));

const tabs = ['statement', 'submit', 'submissions'] as const;
type Tab = (typeof tabs)[number];

interface ProblemTabsProps {
  place: ProblemPlace;
  closedBecause: ReactNode;
  pdfUrl: string | null;
  ownSubmissions: ReactNode;
}

/** The open tab is in the address, so that reloading and sharing keep it. */
export function ProblemTabs({ place, closedBecause, pdfUrl, ownSubmissions }: ProblemTabsProps) {
  const { problem: texts } = useMessages();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'statement';
  const visited = useVisited(tab);
  const { user, isPending } = useSession();
  const isVisitor = !user && !isPending;

  return (
    <Tabs
      className={styles.tabs ?? ''}
      value={tab}
      onChange={(next) =>
        setSearch((present) => tabAddress(present, next), { replace: true, preventScrollReset: true })
      }
    >
      <Tabs.List aria-label={texts.tabs}>
        <Tabs.Tab value="statement">{texts.statement}</Tabs.Tab>
        <Tabs.Tab value="submit">{texts.submit}</Tabs.Tab>
        <Tabs.Tab value="submissions">{texts.mySubmissions}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="statement">
        {visited.has('statement') && (
          <Suspense fallback={<StatementPlace />}>
            <Statement url={pdfUrl} />
          </Suspense>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="submit">
        {visited.has('submit') && isVisitor && <LoginNeeded>{texts.loginToSubmit}</LoginNeeded>}
        {visited.has('submit') && user && (
          <SubmitForm place={place} userId={user.id} closedBecause={closedBecause} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="submissions">
        {tab === 'submissions' &&
          (isVisitor ? <LoginNeeded>{texts.loginToSeeOwn}</LoginNeeded> : ownSubmissions)}
      </Tabs.Panel>
    </Tabs>
  );
}

/** The contest stays in the address; the page and the code of the list in another tab do not. */
function tabAddress(present: URLSearchParams, tab: string | null): URLSearchParams {
  const next = new URLSearchParams();
  const contestId = present.get('contestId');
  if (contestId !== null) next.set('contestId', contestId);
  if (tab !== null && tab !== 'statement') next.set('tab', tab);
  return next;
}

/** A tab is filled when it is first opened and keeps what is in it: nobody loses code by a look at the statement. */
function useVisited(tab: Tab): ReadonlySet<Tab> {
  const [visited, setVisited] = useState<ReadonlySet<Tab>>(new Set([tab]));
  if (visited.has(tab)) return visited;
  const next = new Set([...visited, tab]);
  setVisited(next);
  return next;
}
