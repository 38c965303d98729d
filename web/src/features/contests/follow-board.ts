import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Contest } from '#contract/contests.ts';
import { eventNames } from '#contract/event-names.ts';
import type { BoardEvent } from '#contract/events.ts';
import { listenToEvents } from '../../lib/event-stream.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { type BoardFollower, createBoardFollower } from './board-follower.ts';
import { useMayReadNews } from './contest-news.ts';
import { contestScoreboardQuery, ownContestRowQuery } from './queries.ts';

/**
 * Keeps the scoreboard that is shown as new as the server's while somebody looks at it. Each event counts as a refresh: the
 * page polls only when it has heard nothing for as long as it would have waited anyway, or where the stream is blocked.
 * What somebody alone is told of their own row they ask for, whenever something of their own was judged.
 */
export function useFollowBoard(contest: Contest | null | undefined, shownVersion: string | undefined): void {
  const queryClient = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  const mayFollow = useMayReadNews(contest);
  const isWanted = mayFollow && isVisible && contest?.status !== 'scheduled';
  const id = contest?.id ?? 0;
  const follower = useRef<BoardFollower | null>(null);

  useEffect(() => {
    if (!isWanted) return;
    const { queryKey } = contestScoreboardQuery(id, undefined);
    const following = createBoardFollower({
      read: () => queryClient.getQueryData(queryKey)?.board,
      write: (board) => queryClient.setQueryData(queryKey, { board, fetchedAtMs: serverClock.now() }),
      ask: () => void queryClient.invalidateQueries({ queryKey }),
    });
    follower.current = following;
    const stopListening = listenToEvents({
      contestId: id,
      board: true,
      on: {
        [eventNames.board]: (data) => {
          const event = JSON.parse(data) as BoardEvent;
          if (event.contest_id !== id) return;
          following.hear(event);
          // Staff may look at what others see of it, which changes with it and is asked for as a whole.
          void queryClient.invalidateQueries({
            queryKey: contestScoreboardQuery(id, undefined, 'frozen').queryKey,
          });
        },
        [eventNames.submission]: () =>
          void queryClient.invalidateQueries({ queryKey: ownContestRowQuery(id).queryKey }),
      },
      // The server greets with the version.
      onOpen: () => {},
    });
    return () => {
      stopListening();
      following.stop();
      follower.current = null;
    };
  }, [isWanted, id, queryClient]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is what there is to catch up from
  useEffect(() => follower.current?.catchUp(), [shownVersion]);
}
