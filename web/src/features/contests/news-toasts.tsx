import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { generatePath, Link, useMatch, useNavigate } from 'react-router';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useAlertSettings } from './alert-settings.ts';
import { callAttention } from './call-attention.ts';
import { useContestNews, useFollowNews } from './contest-news.ts';
import { findArrived, type Known, listItems, type NewsItem, toKnown } from './news.ts';
import styles from './news-toasts.module.css';

/** The rest is on the page. */
const shownMax = 3;

/**
 * On every page of a contest: follows its news and shows what arrives, over the page and without taking the focus, until
 * it is closed or opened. On the page of questions itself it is only said aloud: there it is in sight.
 */
export function NewsToasts({ contest }: { contest: Contest }) {
  const { questions: texts } = useMessages();
  useFollowNews(contest);
  const { data: news } = useContestNews(contest);
  const items = useMemo(() => news && listItems(news), [news]);
  const { arrived, close } = useArrivals(contest, items);
  const nameOf = useItemName();
  const address = questionsAddress(contest.id);
  const isOnPage = useMatch(pagePaths.contestQuestions) !== null;
  // In the order in which it was said, which need not be that of its arrival; what was read elsewhere meanwhile needs no
  // toast any more.
  const hasArrived = ({ id, version }: NewsItem) =>
    arrived.some((item) => item.id === id && item.version === version);
  const unread = (items ?? []).filter((item) => !item.isRead && hasArrived(item)).toReversed();
  const shown = isOnPage ? [] : unread.slice(-shownMax);
  const latest = arrived.at(-1);
  return (
    <>
      <VisuallyHidden role="status">{latest && `${nameOf(latest)}: ${latest.text}`}</VisuallyHidden>
      {shown.length > 0 && (
        <section className={styles.region} aria-label={texts.news}>
          {unread.length > shown.length && (
            <p className={styles.more}>{texts.moreNews(unread.length - shown.length)}</p>
          )}
          {shown.map((item) => (
            <div key={`${item.id} ${item.version}`} className={styles.toast}>
              <p className={styles.title}>{nameOf(item)}</p>
              <ActionIcon
                variant="subtle"
                size={32}
                aria-label={texts.closeNews(nameOf(item))}
                onClick={() => close(item)}
              >
                <Icon name="close" />
              </ActionIcon>
              <p className={styles.text}>{item.text}</p>
              <Link className={styles.link} to={address} onClick={() => close(item)}>
                {texts.open}
              </Link>
            </div>
          ))}
        </section>
      )}
    </>
  );
}

export function questionsAddress(contestId: number): string {
  return generatePath(pagePaths.contestQuestions, { contestId: String(contestId) });
}

function useItemName(): (item: NewsItem) => string {
  const { questions: texts } = useMessages();
  return ({ kind, problem, isEdited }) => {
    const what = isEdited ? texts.arrivedEdited(texts.arrived[kind]) : texts.arrived[kind];
    return problem ? `${what} · ${problem.label}` : what;
  };
}

/** What has come since the page was opened. What was there before only counts as unread. */
function useArrivals(contest: Contest, items: readonly NewsItem[] | undefined) {
  const [arrived, setArrived] = useState<readonly NewsItem[]>([]);
  const known = useRef<Known | null>(null);
  const settings = useAlertSettings();
  const nameOf = useItemName();
  const navigate = useNavigate();
  const call = useEffectEvent((item: NewsItem) =>
    callAttention(settings, {
      key: `${item.id} ${item.version}`,
      title: `${contest.title}: ${nameOf(item)}`,
      text: item.text,
      onOpen: () => void navigate(questionsAddress(contest.id)),
    }),
  );
  useEffect(() => {
    if (!items) return;
    const found = known.current ? findArrived(known.current, items) : [];
    known.current = toKnown(items);
    if (found.length === 0) return;
    setArrived((before) => [...before, ...found]);
    for (const item of found) call(item);
  }, [items]);
  const close = ({ id, version }: NewsItem) =>
    setArrived((before) => before.filter((item) => item.id !== id || item.version !== version));
  return { arrived, close };
}
