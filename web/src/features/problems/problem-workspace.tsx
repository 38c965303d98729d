import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, lazy, memo, type ReactNode, Suspense, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ProblemDetail } from '#contract/problems.ts';
import type { LanguageId } from '#contract/programs.ts';
import { fullScore } from '#contract/scores.ts';
import { fetchEditorAhead } from '../../components/code-field.tsx';
import { LoginNeeded } from '../../components/fetch-failure.tsx';
import { HiddenTag } from '../../components/hidden-tag.tsx';
import { MainHeading } from '../../components/page-heading.tsx';
import { loadScript } from '../../lib/load-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { openStorage } from './drafts.ts';
import { ProblemPanel } from './problem-panel.tsx';
import styles from './problem-workspace.module.css';
import { findOpeningLanguage } from './program-language.ts';
import type { ProblemPlace } from './queries.ts';
import { SplitDivider, useSplit } from './split-divider.tsx';
import { StatementPlace } from './statement-place.tsx';
import { SubmitForm } from './submit-form.tsx';

const Statement = lazy(async () => ({
  default: (await loadScript(() => import('./statement.tsx'))).Statement,
}));

const tabs = ['statement', 'submit', 'submissions'] as const;
type Tab = (typeof tabs)[number];

/** As in problem-workspace.module.css: from here on the statement stays in sight beside the other tabs. */
const wideScreen = '(min-width: 80em)';

interface ProblemWorkspaceProps {
  place: ProblemPlace;
  problem: ProblemDetail;
  /** Read since the page was opened, not what was known before. */
  isFresh: boolean;
  closedBecause: ReactNode;
  /** Without it there is no PDF. */
  pdfUrl: string | null;
  /** Beside the title, and below it. */
  beside?: ReactNode;
  notes?: ReactNode;
  ownSubmissions: ReactNode;
}

/**
 * Everything about a problem: what is known of it and the statement at one side, the open tab at the other. The open
 * tab is in the address, so that reloading and sharing keep it. The statement is one element in one place, whether its
 * own tab shows it large, it stands beside another tab, or a narrow screen has no room for it. In the main list an answer that
 * tells nothing new leaves it alone: it is large.
 */
export const ProblemWorkspace = memo(function ProblemWorkspace({
  problem,
  isFresh,
  pdfUrl,
  beside,
  notes,
  ...rest
}: ProblemWorkspaceProps) {
  const { problem: texts } = useMessages();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'statement';
  const visited = useVisited(tab);
  const isWide = useMediaQuery(wideScreen, false, { getInitialValueInEffect: false });
  const split = useSplit();
  const id = useId();
  const offered = problem.languages.map((each) => each.id);
  const [language, setLanguage] = useState<LanguageId | null>(null);
  const { user } = useSession();

  return (
    <Tabs
      id={id}
      className={styles.workspace ?? ''}
      data-tab={tab}
      value={tab}
      onChange={(next) =>
        setSearch((present) => tabAddress(present, next), { replace: true, preventScrollReset: true })
      }
    >
      <div className={styles.head}>
        <MainHeading>{problem.title}</MainHeading>
        {problem.is_hidden && (
          <p className={styles.hidden}>
            <HiddenTag /> {texts.hiddenNote}
          </p>
        )}
        {beside}
      </div>
      {notes}
      <Tabs.List aria-label={texts.tabs}>
        <Tabs.Tab value="statement">{texts.statement}</Tabs.Tab>
        <Tabs.Tab value="submit" onPointerEnter={fetchEditorAhead} onFocus={fetchEditorAhead}>
          {texts.submit}
        </Tabs.Tab>
        <Tabs.Tab value="submissions">{texts.mySubmissions}</Tabs.Tab>
      </Tabs.List>
      <div className={styles.body} style={{ '--statement-share': `${split.share}%` } as CSSProperties}>
        <div id={`${id}-side`} className={styles.side}>
          <ProblemPanel
            problem={problem}
            language={
              language ??
              findOpeningLanguage(openStorage(), user && { userId: user.id, ...rest.place }, {
                offered,
                last: problem.last_language,
              })
            }
            isFresh={isFresh}
            pdfUrl={pdfUrl}
            isRead={tab !== 'statement'}
          />
          <div
            className={styles.statement}
            {...(tab === 'statement' && { role: 'tabpanel', 'aria-labelledby': `${id}-tab-statement` })}
          >
            {(visited.has('statement') || isWide) && (
              <Suspense fallback={<StatementPlace />}>
                <Statement url={pdfUrl} />
              </Suspense>
            )}
          </div>
        </div>
        {tab !== 'statement' && isWide && <SplitDivider {...split} controls={`${id}-side`} />}
        <div className={styles.work}>
          <WorkPanels
            {...rest}
            tab={tab}
            visited={visited}
            offered={offered}
            onLanguage={setLanguage}
            isSolved={(problem.best_score ?? 0) >= fullScore}
            lastLanguage={problem.last_language}
          />
        </div>
      </div>
    </Tabs>
  );
});

interface WorkPanelsProps extends Pick<ProblemWorkspaceProps, 'place' | 'closedBecause' | 'ownSubmissions'> {
  tab: Tab;
  visited: ReadonlySet<Tab>;
  offered: readonly LanguageId[];
  onLanguage: (language: LanguageId) => void;
  isSolved: boolean;
  lastLanguage: ProblemDetail['last_language'];
}

function WorkPanels({ place, ownSubmissions, tab, visited, ...form }: WorkPanelsProps) {
  const { problem: texts } = useMessages();
  const { user, isPending } = useSession();
  const isVisitor = !user && !isPending;
  const hadSession = useEver(user !== null);
  return (
    <>
      <Tabs.Panel value="submit">
        {visited.has('submit') && isVisitor && (
          <LoginNeeded>{hadSession ? texts.sessionEnded : texts.loginToSubmit}</LoginNeeded>
        )}
        {visited.has('submit') && user && <SubmitForm place={place} userId={user.id} {...form} />}
      </Tabs.Panel>
      <Tabs.Panel value="submissions">
        {tab === 'submissions' &&
          (isVisitor ? <LoginNeeded>{texts.loginToSeeOwn}</LoginNeeded> : ownSubmissions)}
      </Tabs.Panel>
    </>
  );
}

/** The contest stays in the address; the page and the code of the list in another tab do not. */
function tabAddress(present: URLSearchParams, tab: string | null): URLSearchParams {
  const next = new URLSearchParams();
  for (const name of ['contestId', 'virtual']) {
    const value = present.get(name);
    if (value !== null) next.set(name, value);
  }
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

function useEver(isNow: boolean): boolean {
  const [wasEver, setEver] = useState(isNow);
  if (isNow && !wasEver) setEver(true);
  return isNow || wasEver;
}
