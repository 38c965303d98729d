import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { CallAnswer } from '#contract/call.ts';
import { getScoreboard } from '#contract/page-calls.ts';
import table from '../../components/data-table.module.css';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoginNeeded, QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PersonName } from '../../components/person-name.tsx';
import ranking from '../../components/ranking.module.css';
import { SearchField } from '../../components/search-field.tsx';
import { type AddressView, useAddressView } from '../../lib/address-view.ts';
import { api } from '../../lib/api.ts';
import { matchesSearch } from '../../lib/fold-text.ts';
import { useFirstAnswer, useRowsInSteps } from '../../lib/in-pieces.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import styles from './scoreboard-page.module.css';

/** More rows than this are drawn on request only. */
const rowsAtOnce = 200;
const topRanks = 3;

type Row = CallAnswer<typeof getScoreboard>[number] & { readonly rank: number };

const searchView: AddressView<{ readonly search: string }> = {
  read: (address) => ({ search: address.get('search') ?? '' }),
  write: ({ search }) => ({ search }),
};

export function ScoreboardPage() {
  const { scoreboard: texts } = useMessages();
  const { user, isPending, mayRead } = useSession();
  const scoreboard = useQuery({
    queryKey: queryKeys.scoreboard,
    queryFn: () => api(getScoreboard),
    enabled: mayRead,
  });
  const rows = useFirstAnswer(scoreboard.data)?.map((row, index) => ({ ...row, rank: index + 1 }));
  const own = rows?.find(({ username }) => username === user?.username);
  return (
    <>
      <PageHeading
        beside={
          rows &&
          rows.length > 0 &&
          [texts.people(rows.length), own && texts.ownRank(own.rank)].filter(Boolean).join(' · ')
        }
      >
        {texts.title}
      </PageHeading>
      {!user && !isPending ? (
        <LoginNeeded>{texts.fetchFailed}</LoginNeeded>
      ) : (
        <>
          <QueryFailure query={scoreboard}>{texts.fetchFailed}</QueryFailure>
          {!rows && !scoreboard.isError && <ListSkeleton text={texts.loading} />}
          {rows?.length === 0 && <EmptyNote title={texts.empty}>{texts.emptyNext}</EmptyNote>}
          {rows && rows.length > 0 && <Scoreboard rows={rows} own={own} />}
        </>
      )}
    </>
  );
}

function Scoreboard({ rows, own }: { rows: readonly Row[]; own: Row | undefined }) {
  const { scoreboard: texts } = useMessages();
  const [{ search }, change] = useAddressView(searchView);
  const wanted = useDeferredValue(search).trim();
  const found = wanted === '' ? rows : rows.filter(({ username }) => matchesSearch(username, wanted));
  return (
    <>
      <search className={styles.tools}>
        <SearchField
          name={texts.search}
          hint={texts.searchHint}
          value={search}
          onChange={(typed) => change({ search: typed })}
        />
      </search>
      <VisuallyHidden role="status">{wanted && texts.found(found.length)}</VisuallyHidden>
      {found.length > 0 ? (
        <ScoreboardTable rows={found} own={own} leader={rows[0]} />
      ) : (
        <EmptyNote title={texts.noMatch}>{texts.noMatchNext}</EmptyNote>
      )}
    </>
  );
}

interface ScoreboardTableProps {
  rows: readonly Row[];
  own: Row | undefined;
  /** The first of all, by whom the bars are measured. */
  leader: Row | undefined;
}

function ScoreboardTable({ rows, own, leader }: ScoreboardTableProps) {
  const { scoreboard: texts } = useMessages();
  const [limit, setLimit] = useState(rowsAtOnce);
  const shown = rows.slice(0, limit);
  // One's own row is there from the beginning, however far down it is.
  if (own && rows.includes(own) && !shown.includes(own)) shown.push(own);
  const drawn = useRowsInSteps(shown);
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
            <th scope="col" className={`${table.number} ${styles.total}`}>
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {drawn.map(({ rank, username, problems_solved, total_score }) => (
            <tr
              key={username}
              data-top={rank <= topRanks ? rank : undefined}
              data-own={username === own?.username || undefined}
            >
              <td className={styles.rank}>
                <span className={`${ranking.place} ${styles.place}`}>{rank}</span>
              </td>
              <td className={styles.user}>
                <PersonName>{username}</PersonName>
                {username === own?.username && <span className={table.tag}>{texts.you}</span>}
              </td>
              <td className={table.number}>{problems_solved}</td>
              <td className={table.number}>
                {total_score}
                <Share of={leader?.total_score ?? 0} value={total_score} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > limit && (
        <Button className={table.more ?? ''} variant="default" onClick={() => setLimit(limit + rowsAtOnce)}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

/** How much of what the first one has: drawn under the number, which is there for whoever does not see it. */
function Share({ value, of }: { value: number; of: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={styles.fill} style={{ width: `${of > 0 ? (100 * value) / of : 0}%` }} />
    </span>
  );
}
