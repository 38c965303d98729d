/**
 * What the database itself saw, written by triggers in the very transactions that change something: who claimed a
 * submission, how often a verdict was stored, how far an import was, which durability was in force.
 * A transaction that did not commit leaves nothing here either.
 */
import type pg from 'pg';
import { finishedStatuses } from '#contract/statuses.ts';

/** While a test has this lock, whoever stores a verdict waits in the middle of its transaction. */
const verdictLock = 4711;

export async function installJournal(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create schema faults;
    create table faults.journal (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      kind text not null,
      subject text not null,
      attempt int,
      status text,
      progress int,
      application text not null default current_setting('application_name'),
      log_end pg_lsn not null default pg_current_wal_insert_lsn(),
      durability text not null default concat_ws(' ', current_setting('fsync'), current_setting('full_page_writes'))
    );
    create function faults.on_judgement() returns trigger language plpgsql security definer as $$ begin
      insert into faults.journal (kind, subject, attempt, status)
      values ('submission', new.submission_id, new.attempt, new.status);
      return new;
    end $$;
    create trigger journal_insert after insert on judgements for each row execute function faults.on_judgement();
    create trigger journal_update after update on judgements for each row
      when ((old.status, old.attempt, old.score, old.finished_at) is distinct from (new.status, new.attempt, new.score, new.finished_at))
      execute function faults.on_judgement();
    create function faults.wait_for_lock() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${verdictLock});
      return new;
    end $$;
    create trigger journal_wait before update on judgements for each row
      when (old.finished_at is distinct from new.finished_at) execute function faults.wait_for_lock();
    create function faults.on_import() returns trigger language plpgsql security definer as $$ begin
      insert into faults.journal (kind, subject, status, progress) values ('import', new.id, new.status, new.progress);
      return new;
    end $$;
    create trigger journal after update on import_jobs for each row execute function faults.on_import();
    create function faults.on_contest() returns trigger language plpgsql security definer as $$ begin
      insert into faults.journal (kind, subject) values ('contest finished', new.id);
      return new;
    end $$;
    create trigger journal after update on contests for each row
      when (old.finished_at is distinct from new.finished_at) execute function faults.on_contest();
  `);
}

export interface JournalEntry {
  readonly subject: string;
  readonly atMs: number;
  readonly attempt: number;
  readonly status: string;
  readonly progress: number;
  readonly application: string;
  readonly durability: string;
}

export async function readJournal(
  pool: pg.Pool,
  kind: string,
  subject?: string | number,
): Promise<JournalEntry[]> {
  const { rows } = await pool.query(
    `select subject, extract(epoch from at) * 1000 as at, attempt, status, progress, application, durability
     from faults.journal where kind = $1 and ($2::text is null or subject = $2) order by id`,
    [kind, subject ?? null],
  );
  return rows.map(({ at, ...row }) => ({ ...row, atMs: Number(at) }));
}

/** Whether the log of the database is on the disk up to where this submission was written, or further. */
export async function isOnDisk(pool: pg.Pool, submission: number): Promise<boolean> {
  const { rows } = await pool.query(
    `select pg_current_wal_flush_lsn() > min(log_end) as is_on_disk from faults.journal
     where kind = 'submission' and subject = $1`,
    [submission],
  );
  return rows[0].is_on_disk;
}

export function isVerdict({ status }: { status: string }): boolean {
  return (finishedStatuses as readonly string[]).includes(status);
}

/** Holds back every verdict at the point where it is written but not committed. */
export async function holdVerdicts(
  pool: pg.Pool,
): Promise<{ isWaitedFor(application: string): Promise<boolean>; release(): Promise<void> }> {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock($1)', [verdictLock]);
  return {
    async isWaitedFor(application) {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock' and wait_event = 'advisory'`,
        [application],
      );
      return rowCount !== 0;
    },
    async release() {
      await client.query('select pg_advisory_unlock($1)', [verdictLock]);
      client.release();
    },
  };
}
