import { useDeferredValue, useState } from 'react';
import { generatePath, Link } from 'react-router';
import type { ContestParticipant } from '#contract/contest-participants.ts';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import table from '../../components/data-table.module.css';
import { ListFilter } from '../../components/list-filter.tsx';
import { PersonName } from '../../components/person-name.tsx';
import quietLink from '../../components/quiet-link.module.css';
import { foldText } from '../../lib/fold-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { ContestTime } from '../contests/contest-time.tsx';
import { EntryTools, RemoveParticipant } from './entry-tools.tsx';
import { ExtraTimeDialog } from './extra-time-dialog.tsx';
import { OwnTime } from './own-time.tsx';
import styles from './participants-page.module.css';

interface ParticipantTableProps {
  contest: Contest;
  participants: readonly ContestParticipant[];
  onDone: (message: string) => void;
}

export function ParticipantTable({ contest, participants, onDone }: ParticipantTableProps) {
  const { participants: texts, contestEntry, contestTiming } = useMessages();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [inNeed, setInNeed] = useState<readonly ContestParticipant[] | null>(null);
  const [filter, setFilter] = useState('');
  const wanted = foldText(useDeferredValue(filter).trim());
  const shown = participants.filter(({ username }) => foldText(username).includes(wanted));
  const chosen = participants.filter(({ user_id }) => selected.has(user_id));
  // The server knows more of when it is too late.
  const mayGiveTime = contest.status !== 'finished';
  return (
    <section aria-label={texts.title}>
      <ListFilter
        label={texts.filter}
        value={filter}
        count={texts.count(shown.length)}
        onChange={setFilter}
      />
      <table className={`${table.table} ${table.sticky} ${styles.people}`}>
        <thead>
          <tr>
            <th scope="col" className={styles.select}>
              <input
                type="checkbox"
                aria-label={contestEntry.selectAll}
                checked={shown.length > 0 && shown.every(({ user_id }) => selected.has(user_id))}
                onChange={({ currentTarget }) =>
                  setSelected(new Set(currentTarget.checked ? shown.map(({ user_id }) => user_id) : []))
                }
              />
            </th>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.joined}</th>
            <th scope="col">{contestTiming.column}</th>
            <th scope="col" className={table.actions}>
              {contestEntry.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((participant) => (
            <ParticipantRow
              key={participant.user_id}
              contest={contest}
              participant={participant}
              onExtraTime={mayGiveTime ? () => setInNeed([participant]) : undefined}
              isSelected={selected.has(participant.user_id)}
              onSelect={(isSelected) => setSelected(withOrWithout(selected, participant.user_id, isSelected))}
            />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={styles.noMatch}>{texts.noMatch}</p>}
      <EntryTools
        contestId={contest.id}
        selected={chosen}
        onExtraTime={mayGiveTime ? () => setInNeed(chosen) : undefined}
        onDone={() => setSelected(new Set())}
      />
      {inNeed && (
        <ExtraTimeDialog
          contest={contest}
          people={inNeed}
          onClose={() => setInNeed(null)}
          onDone={(message) => {
            setInNeed(null);
            setSelected(new Set());
            onDone(message);
          }}
        />
      )}
    </section>
  );
}

function withOrWithout(ids: ReadonlySet<number>, id: number, isWith: boolean): ReadonlySet<number> {
  const changed = new Set(ids);
  if (isWith) changed.add(id);
  else changed.delete(id);
  return changed;
}

interface ParticipantRowProps {
  contest: Contest;
  participant: ContestParticipant;
  /** Absent where no more time can be given. */
  onExtraTime: (() => void) | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

function ParticipantRow({ contest, participant, onExtraTime, isSelected, onSelect }: ParticipantRowProps) {
  const { participants: texts, contestEntry, contestTiming } = useMessages();
  const report = generatePath(pagePaths.participantReport, {
    contestId: String(contest.id),
    userId: String(participant.user_id),
  });
  return (
    <tr data-chosen={isSelected || undefined}>
      <td className={styles.select}>
        <input
          type="checkbox"
          aria-label={contestEntry.select(participant.username)}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </td>
      <td className={styles.name}>
        <Link className={quietLink.link} to={report}>
          <PersonName>{participant.username}</PersonName>
        </Link>
        {participant.is_unofficial && <span className={table.tag}>{contestEntry.unofficial}</span>}
        {participant.also_in.length > 0 && (
          <span className={styles.alsoIn}>{contestEntry.alsoIn(participant.also_in)}</span>
        )}
      </td>
      <td className={styles.joined} data-label={texts.joined}>
        <ContestTime at={participant.joined_at} />
      </td>
      <td className={styles.time}>
        <OwnTime contest={contest} participant={participant} />
      </td>
      <td className={table.actions}>
        {onExtraTime && (
          <button
            type="button"
            className={table.action}
            aria-label={contestTiming.extraWhom(participant.username)}
            onClick={onExtraTime}
          >
            {contestTiming.extra}
          </button>
        )}
        <RemoveParticipant contestId={contest.id} participant={participant} />
      </td>
    </tr>
  );
}
