/**
 * Who may do what in the database. Its owner makes and changes tables: the supervisor and whoever migrates, backs up
 * or restores, and nobody else. A server has the rows of every table and nothing more. A worker, which runs on machines
 * where strangers' programs run, can claim, judge and import: it sees no password, no session and no setting, and can
 * make nobody an administrator.
 *
 * The roles are named after the database, so that two instances in one PostgreSQL have roles of their own. Where they
 * do not exist (a PostgreSQL of one's own, with a single address for all processes), everything works without them.
 * Rights are given anew after each migration. A table that is not named here can be used by its owner alone, and a test
 * fails until somebody has decided.
 */
import pg from 'pg';

export type Part = 'server' | 'worker';
export const parts: readonly Part[] = ['server', 'worker'];

export function roleOf(part: Part, database: string): string {
  return `${database}_${part}`;
}

const rows = 'select, insert, update, delete';
const nothing = '';
/** Enough to lock the row against its deletion. Ids never change (`fixIds`), so there is nothing to write. */
const locked = 'update (id)';

/**
 * Both parts do the queue's housekeeping. What pg-boss makes statements from (the names of queues and of their tables,
 * the commands in `bam`) is not theirs to write: it would run with another's rights.
 */
const counted = `select, update (deferred_count, queued_count, ready_count, active_count, failed_count, total_count,
  singletons_active, ready_history, monitor_on, monitor_claim_on, maintain_on)`;

/** By schema and table, as the GRANT says it. */
export const rights: Record<string, Record<string, Readonly<Record<Part, string>>>> = {
  public: {
    announcements: { server: rows, worker: nothing },
    blob_chunks: { server: rows, worker: 'select, insert' },
    blobs: { server: rows, worker: 'select, insert, update (sha256, size, created_at), delete' },
    contest_editorials: { server: rows, worker: nothing },
    contest_participants: { server: rows, worker: nothing },
    contest_problems: { server: rows, worker: 'select (id, contest_id, problem_id, holds, final_slug)' },
    contest_reads: { server: rows, worker: nothing },
    contest_results: {
      server: rows,
      worker: `select, update (best_submission_id, best_score, best_score_at, best_score_by, best_groups, judged_count,
        wrong_count, frozen_submission_count, frozen_best_score, frozen_best_score_at, frozen_best_score_by,
        frozen_judged_count, frozen_wrong_count)`,
    },
    contest_standings: { server: rows, worker: nothing },
    contest_statistics: { server: rows, worker: nothing },
    contests: {
      server: rows,
      worker: `select (id, format, penalty_minutes, feedback, start_time, end_time, extra_end, window_minutes, paused_at,
          pauses, finished_at, deleted_at, freeze_at, thawed_at), ${locked}`,
    },
    deleted_problems: { server: rows, worker: nothing },
    former_slugs: { server: rows, worker: 'select (slug, problem_id), delete' },
    import_jobs: {
      server: rows,
      worker: 'select, update (status, message, progress, total, report, packages, archive_blob_id, job_id)',
    },
    judge_minutes: { server: rows, worker: 'select, insert, update' },
    judge_totals: { server: rows, worker: 'select, insert, update' },
    judgements: {
      server: rows,
      worker: `select, update (attempt, job_id, delivery, started_at, finished_at, status, score, tests_done, tests_total,
        results, groups, compiler_output, reason, fault, test_set_id, score_decimals, time_limit_ms, memory_limit_mb, judged_by,
        provenance)`,
    },
    problem_results: { server: rows, worker: 'select, update (best_submission_id, best_score, best_groups)' },
    problems: {
      server: rows,
      // It makes problems of packages, hidden ones; it shows, renames and deletes none.
      worker: `select (id, slug, title, is_visible, feedback, time_limit_ms, memory_limit_mb, language_limits, test_set_id, draft_by,
          created_at),
        insert (slug, title, author_id, time_limit_ms, memory_limit_mb, draft_by),
        update (test_set_id, draft_by, title, feedback, time_limit_ms, memory_limit_mb, language_limits,
          allowed_languages, pdf_blob_id, pdf_stored_at)`,
    },
    language_settings: { server: rows, worker: 'select' },
    questions: { server: rows, worker: nothing },
    rejudges: { server: rows, worker: nothing },
    revisions: { server: rows, worker: 'select, insert, update' },
    running_results: { server: rows, worker: 'select, insert, delete' },
    sessions: { server: rows, worker: nothing },
    settings: { server: rows, worker: nothing },
    sign_in_failures: { server: rows, worker: nothing },
    starting_texts: { server: rows, worker: nothing },
    statement_texts: { server: rows, worker: 'select, insert, delete' },
    submissions: { server: rows, worker: 'select, update (judgement_id, verdict)' },
    test_set_blobs: { server: rows, worker: 'select, insert' },
    test_sets: {
      server: rows,
      worker:
        'select, insert, update (number, replaced_at, trial, time_limit_ms, memory_limit_mb, language_limits)',
    },
    user_scores: { server: rows, worker: rows },
    users: { server: rows, worker: `select (id), ${locked}` },
    virtual_runs: { server: rows, worker: 'select (id, contest_id)' },
    workers: { server: rows, worker: rows },
  },
  drizzle: {
    __drizzle_migrations: { server: 'select', worker: 'select' },
  },
  pgboss: {
    bam: { server: nothing, worker: nothing },
    job: { server: rows, worker: rows },
    job_common: { server: rows, worker: rows },
    job_dependency: { server: 'select, delete', worker: 'select, delete' },
    queue: { server: counted, worker: counted },
    queue_stats: { server: nothing, worker: nothing },
    schedule: { server: nothing, worker: nothing },
    subscription: { server: nothing, worker: nothing },
    version: {
      server: 'select, update (flow_on, monitor_backoff_on)',
      worker: 'select, update (flow_on, monitor_backoff_on)',
    },
    warning: { server: nothing, worker: nothing },
  },
};

/** Whoever may not make a schema never could migrate: the queue and the migrations have schemas of their own. */
export async function mayMigrate(client: pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'create') as may`,
  );
  return rows[0]?.may ?? false;
}

/** Makes the roles, or gives those that are there these passwords. Only for a PostgreSQL that is all ours. */
export async function makeRoles(
  client: pg.ClientBase,
  database: string,
  passwords: Readonly<Record<Part, string>>,
): Promise<void> {
  for (const part of parts) {
    const role = roleOf(part, database);
    const isThere = (await client.query('select from pg_roles where rolname = $1', [role])).rowCount;
    await client.query(
      `${isThere ? 'alter' : 'create'} role ${pg.escapeIdentifier(role)}
       login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(passwords[part])}`,
    );
  }
}

/** What the roles may do, from nothing: in one transaction, so that those who work never notice. */
export async function grantRights(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? '';
  await client.query('begin');
  try {
    await fixIds(client);
    await client.query('revoke create on schema public from public');
    for (const part of parts) {
      const role = roleOf(part, database);
      if (!(await client.query('select from pg_roles where rolname = $1', [role])).rowCount) continue;
      await grantTo(client, part, pg.escapeIdentifier(role), pg.escapeIdentifier(database));
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function grantTo(client: pg.ClientBase, part: Part, role: string, database: string): Promise<void> {
  const statements = [`grant connect on database ${database} to ${role}`];
  for (const [schema, tables] of Object.entries(rights)) {
    statements.push(
      `revoke all on schema ${schema} from ${role}`,
      `revoke all on all tables in schema ${schema} from ${role}`,
      `grant usage on schema ${schema} to ${role}`,
    );
    for (const [table, granted] of Object.entries(tables)) {
      if (granted[part]) statements.push(`grant ${granted[part]} on ${schema}.${table} to ${role}`);
    }
  }
  // A new submission draws the number of its first judgement.
  statements.push(`revoke all on sequence public.judgements_id_seq from ${role}`);
  if (part === 'server') statements.push(`grant usage on sequence public.judgements_id_seq to ${role}`);
  statements.push(`grant execute on function pgboss.job_now() to ${role}`);
  await client.query(statements.join(';\n'));
}

/** Whoever may lock a row must be given leave to update something of it; here, what nobody can. */
async function fixIds(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`select to_regproc('public.refuse_new_id') is not null as done`);
  if (rows[0].done) return;
  await client.query(`
    create function public.refuse_new_id() returns trigger language plpgsql as $$ begin
      raise exception 'ids of % never change', tg_table_name;
    end $$;
    create trigger refuse_new_id before update of id on public.users execute function public.refuse_new_id();
    create trigger refuse_new_id before update of id on public.contests execute function public.refuse_new_id()`);
}

/** In words for the log, when this process could do with much less; null when its role is its own. */
export async function describeExcess(client: pg.Pool, part: Part): Promise<string | null> {
  const { rows } = await client.query<{ owner: boolean; hashes: boolean }>(
    `select pg_has_role(current_user, relowner, 'usage') as owner,
      has_column_privilege(oid, 'password_hash', 'select') as hashes
     from pg_class where oid = 'public.users'::regclass`,
  );
  const isOwner = rows[0]?.owner ?? false;
  if (part === 'server' ? !isOwner : !rows[0]?.hashes) return null;
  const could = isOwner ? 'do everything in the database' : 'read password hashes and change accounts';
  return `this ${part} connects as a role that may ${could}; docs/scaling.md tells how to give it one of its own`;
}
