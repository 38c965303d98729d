import { TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { generatePath, Link } from 'react-router';
import type { ContestParticipant } from '#contract/contest-participants.ts';
import type { Contest } from '#contract/contests.ts';
import { pagePaths } from '#contract/pages.ts';
import table from '../../components/data-table.module.css';
import quietLink from '../../components/quiet-link.module.css';
import { foldText } from '../../lib/fold-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { ContestTime } from '../contests/contest-time.tsx';
import styles from './participants-page.module.css';

interface ParticipantTableProps {
  contest: Contest;
  participants: readonly ContestParticipant[];
}

export function ParticipantTable({ contest, participants }: ParticipantTableProps) {
  const { participants: texts } = useMessages();
  const [filter, setFilter] = useState('');
  const wanted = foldText(useDeferredValue(filter).trim());
  const shown = participants.filter(({ username }) => foldText(username).includes(wanted));
  return (
    <section aria-label={texts.title}>
      <div className={styles.toolbar}>
        <TextInput
          className={styles.filter ?? ''}
          type="search"
          label={texts.filter}
          autoComplete="off"
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <p className={styles.count} role="status">
          {texts.count(shown.length)}
        </p>
      </div>
      <table className={`${table.table} ${table.sticky}`}>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.joined}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((participant) => (
            <ParticipantRow key={participant.user_id} contest={contest} participant={participant} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={styles.noMatch}>{texts.noMatch}</p>}
    </section>
  );
}

interface ParticipantRowProps {
  contest: Contest;
  participant: ContestParticipant;
}

function ParticipantRow({ contest, participant }: ParticipantRowProps) {
  const report = generatePath(pagePaths.participantReport, {
    contestId: String(contest.id),
    userId: String(participant.user_id),
  });
  return (
    <tr>
      <td className={styles.name}>
        <Link className={quietLink.link} to={report}>
          {participant.username}
        </Link>
      </td>
      <td>
        <ContestTime at={participant.joined_at} />
      </td>
    </tr>
  );
}
