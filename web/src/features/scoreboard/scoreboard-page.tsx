import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getScoreboard } from '#contract/submissions.ts';
import table from '../../components/data-table.module.css';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoginNeeded, QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import ranking from '../../components/ranking.module.css';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import styles from './scoreboard-page.module.css';

/** More rows than this are drawn on request only. */
const rowsAtOnce = 200;
const topRanks = 3;

export function ScoreboardPage() {
  const { scoreboard: texts } = useMessages();
  return (
    <>
      <PageHeading>{texts.title}</PageHeading>
      <Scoreboard />
    </>
  );
}

function Scoreboard() {
  const { scoreboard: texts } = useMessages();
  const { user, isPending } = useSession();
  const scoreboard = useQuery({
    queryKey: queryKeys.scoreboard,
    queryFn: () => api(getScoreboard),
    enabled: user !== null,
  });
  if (!user && !isPending) return <LoginNeeded>{texts.fetchFailed}</LoginNeeded>;
  return (
    <>
      <QueryFailure query={scoreboard}>{texts.fetchFailed}</QueryFailure>
      {scoreboard.isPending && <ListSkeleton text={texts.loading} />}
      {scoreboard.data?.length === 0 && <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>}
      {scoreboard.data && scoreboard.data.length > 0 && (
        <ScoreboardTable rows={scoreboard.data} own={user?.username} />
      )}
    </>
  );
}

interface Row {
  username: string;
  problems_solved: number;
  total_score: number;
}

function ScoreboardTable({ rows, own }: { rows: readonly Row[]; own: string | undefined }) {
  const { scoreboard: texts } = useMessages();
  const [shown, setShown] = useState(rowsAtOnce);
  return (
    <>
      <table className={`${table.table} ${table.sticky} ${styles.board}`}>
        <thead>
          <tr>
            <th scope="col" className={styles.rank}>
              {texts.rank}
            </th>
            <th scope="col">{texts.user}</th>
            <th scope="col" className={`${table.number} ${styles.solved}`}>
              {texts.solved}
            </th>
            <th scope="col" className={table.number}>
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ username, problems_solved, total_score }, index) => (
            <tr key={username} data-top={index < topRanks ? index + 1 : undefined}>
              <td className={styles.rank}>
                <span className={`${ranking.place} ${styles.place}`}>{index + 1}</span>
              </td>
              <td className={styles.user}>
                {username}
                {username === own && <span className={table.tag}>{texts.you}</span>}
              </td>
              <td className={table.number}>{problems_solved}</td>
              <td className={table.number}>{total_score}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button className={table.more ?? ''} variant="default" onClick={() => setShown(shown + rowsAtOnce)}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}
