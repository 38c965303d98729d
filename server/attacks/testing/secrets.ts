import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { words } from '#contract/words.ts';
import { writeBlob } from '#store/blobs.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { sessions, statementTexts, testSets } from '#store/schema.ts';
import { emptyPlan } from '#store/testing/empty-plan.ts';
import { problemKey } from '#store/testing/problem-key.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { makeForm } from '../../testing/form.ts';
import { createVisibleProblem } from '../../testing/problems.ts';
import { type Client, makeTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';
import type { Known } from './hostile-values.ts';

export type Attacker = 'anonymous' | 'user' | 'staff' | 'admin';

export interface World extends TestApp {
  readonly attacker: Client;
  /** What the attacker has seen or guessed. */
  readonly known: Known;
  /** Texts that no answer to the attacker may hold. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Signs the attacker in again, whatever the last request did to the session. */
  renewSession(): Promise<void>;
  /** Everything that the attacker has no right to change, as one value to compare. */
  snapshot(): Promise<unknown>;
}

const contestPassword = 'password-of-a-contest';

const marks = {
  code: 'the-victims-code',
  compilerOutput: 'the-victims-compiler-output',
  reason: 'the-victims-test-reason',
  fault: 'fault-for-staff-only',
  hiddenPdf: 'the-hidden-statement',
  testFile: 'name-of-a-hidden-test',
  solution: 'a-solution-of-the-jury',
  statementText: 'a-text-of-the-hidden-statement',
  comingProblem: 'problem-of-a-contest-to-come',
  editorial: 'how-its-problems-are-solved',
  checkerMessage: 'words-of-a-checker',
  triedHidden: 'tester-of-the-hidden',
  solvedHidden: 'solver-of-the-hidden',
  groupKeptBack: 'group-that-is-kept-back',
  testKeptBack: 'test-that-is-kept-back',
  question: 'a-question-of-the-victim',
  answer: 'an-answer-to-the-victim',
  openQuestion: 'an-unanswered-question',
  pinnedToComing: 'pinned-to-a-problem-to-come',
  rehearsal: 'a-program-that-staff-try-the-contest-with',
  hiddenAllowance: '"time_allowance_ms":54321',
} as const;

/** An instance with something to steal in every corner, and somebody who wants it. */
export async function makeWorld(role: Attacker): Promise<World> {
  const instance = await makeTestApp();
  const { context, database, makeClient, signUp } = instance;
  const admin = await signUp('admin', 'the-admin');
  const staff = await signUp('staff', 'the-author');
  const victim = await signUp('user', 'the-victim');
  const self = role === 'anonymous' ? null : await signUp(role, 'the-attacker');
  const attacker = self ?? makeClient();

  await admin.put('/api/admin/settings/registration', { enabled: true });
  for (const id of ['open', 'hidden', 'kept-back']) {
    const fields = {
      title: `Title of ${id}`,
      author: staff.username,
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    };
    await createVisibleProblem(staff, { id, ...fields });
    const language_limits = { pascal: { time_allowance_ms: 54_321 } };
    if (id === 'hidden') await staff.put(`/api/admin/problems/${id}`, { ...fields, language_limits });
    if (id === 'kept-back') await staff.put(`/api/admin/problems/${id}`, { ...fields, feedback: 'samples' });
  }
  const [judged, faulty] = [await submit(victim, marks.code), await submit(victim, marks.code)];
  const own = self ? await submit(self, 'mine') : null;
  for (const id of [judged, faulty, own].filter((id) => id !== null)) {
    const claim = await claimSubmission(context.db, id);
    if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
    const reason = words('uncaught_exception', { exception: id === own ? 'mine' : marks.reason });
    const checkerMessage = words('verbatim', { text: marks.checkerMessage });
    await storeVerdict(context.db, claim, {
      status: 'Wrong Answer',
      score: 50,
      results: [{ testCase: 1, status: 'Wrong Answer', timeMs: 1, memoryKb: 1, reason, checkerMessage }],
      compilerOutput: words('compiler_printed', {
        printed: { text: id === own ? 'mine' : marks.compilerOutput, isCut: true },
      }),
      fault: words('fault_caused', { fault: words('judging_failed'), cause: marks.fault }),
    });
  }
  const keptBack = self ? await submitToKeptBack(instance, self) : null;
  const jobId = await fillHidden(instance, staff);
  const toHidden = await submitToHidden(instance, staff);

  const { contestIds, questionIds, announcementIds, rehearsalId } = await fillContests(
    instance,
    staff,
    victim,
  );

  // The attacker knows a password, but nobody else's.
  await database.pool.query(`update users set password_hash = $1 where username <> 'the-attacker'`, [
    await hashPassword(randomBytes(16).toString('hex')),
  ]);

  const tokens = [admin, staff, victim].map(({ cookie }) => cookie as string);
  const { rows } = await database.pool.query<{ password_hash: string }>('select password_hash from users');
  const forNobody = [
    ...tokens.map((token, i) => [`session token ${i}`, token] as const),
    ...rows.map((row, i) => [`password hash ${i}`, row.password_hash.split('$').at(-1) as string] as const),
    ['any password hash', '$argon2id$v'] as const,
    ['password of a contest', contestPassword] as const,
  ];
  const forStaff = Object.entries(marks);
  return {
    ...instance,
    attacker,
    known: {
      problem: ['open', 'hidden', 'inside', 'kept-back', 'absent'],
      submission: [judged, faulty, own ?? 999, keptBack ?? 999, rehearsalId, ...toHidden],
      contest: [...contestIds, 999],
      question: questionIds,
      announcement: announcementIds,
      upload: [jobId],
      author: [staff.username, 'the-attacker'],
      username: ['the-admin', 'the-author', 'the-victim', 'the-attacker'],
      user: [admin.id, staff.id, victim.id, self?.id ?? 999],
      password: [testPassword, 'another password'],
    },
    secrets: new Map(role === 'staff' || role === 'admin' ? forNobody : [...forNobody, ...forStaff]),
    renewSession: async () => {
      if (!self) {
        attacker.cookie = undefined;
        return;
      }
      const token = randomBytes(32).toString('base64url');
      const tokenHash = createHash('sha256').update(token).digest();
      const expiresAt = new Date(context.now().getTime() + 86_400_000 * 29);
      await context.db.insert(sessions).values({ tokenHash, userId: self.id, expiresAt });
      attacker.cookie = token;
    },
    snapshot: () => takeSnapshot(instance, self?.id ?? 0, rows.length),
  };
}

async function submit(client: Client, code: string, problemId = 'open'): Promise<number> {
  return (await client.post('/api/submit', { problemId, language: 'cpp', code })).json().id;
}

/** To a problem that shows samples only, of which this has none. */
async function submitToKeptBack({ context }: TestApp, client: Client): Promise<number> {
  const id = await submit(client, 'mine', 'kept-back');
  const claim = await claimSubmission(context.db, id);
  if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
  const reason = words('uncaught_exception', { exception: marks.testKeptBack });
  const status = 'Runtime Error';
  await storeVerdict(context.db, claim, {
    status,
    score: 0,
    results: [{ testCase: 1, status, timeMs: 1, memoryKb: 1, reason }],
    groups: [{ name: marks.groupKeptBack, points: 100, earned: 0, status, within: null, tests: [[1, 1]] }],
  });
  return id;
}

/** By somebody before it was hidden, and by staff since. The hidden problem is hidden afterwards. */
async function submitToHidden({ context, signUp }: TestApp, staff: Client): Promise<number[]> {
  const setVisible = (isVisible: boolean) =>
    staff.put('/api/admin/problems/hidden/visibility', { isVisible });
  const ids: number[] = [];
  for (const [role, name, isVisible] of [
    ['user', marks.solvedHidden, true],
    ['staff', marks.triedHidden, false],
  ] as const) {
    await setVisible(isVisible);
    const id = await submit(await signUp(role, name), marks.code, 'hidden');
    const claim = await claimSubmission(context.db, id);
    if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
    await storeVerdict(context.db, claim, { status: 'Accepted', score: 100, results: [] });
    ids.push(id);
  }
  return ids;
}

interface Filled {
  readonly contestIds: number[];
  readonly questionIds: string[];
  readonly announcementIds: string[];
  readonly rehearsalId: number;
}

/**
 * One that runs, with a submission and questions, one to come, whose problem nobody may hear of, and which staff try, and
 * two that not everybody may join.
 */
async function fillContests({ advance, context }: TestApp, staff: Client, victim: Client): Promise<Filled> {
  const hour = 3_600_000;
  const fromNow = (ms: number) => new Date(context.now().getTime() + ms).toISOString();
  const open = async (problemId: string, startsInMs: number): Promise<number> => {
    const fields = {
      title: `Title of ${problemId}`,
      author: 'the-author',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    };
    await staff.post('/api/admin/problems', { id: problemId, ...fields });
    const times = { startTime: fromNow(startsInMs), endTime: fromNow(startsInMs + hour) };
    const { id } = (await staff.post('/api/admin/contests', { title: 'A contest', ...times })).json();
    await staff.post(`/api/admin/contests/${id}/problems`, {
      problemIds: [problemId],
      action: 'move_to_contest',
    });
    await staff.put(`/api/admin/contests/${id}/editorial`, { text: marks.editorial });
    await victim.post(`/api/contests/${id}/join`);
    return id;
  };
  const running = await open('inside', 1000);
  const coming = await open(marks.comingProblem, hour);
  advance(1000);
  const body = { problemId: 'inside', language: 'cpp', code: marks.code, contestId: running };
  await victim.post('/api/submit', body);
  for (const text of [marks.question, marks.openQuestion])
    await victim.post(`/api/contests/${running}/questions`, { text, problemId: 'inside' });
  const { questions } = (await victim.get(`/api/contests/${running}/questions`)).json();
  const { id } = questions.find(({ text }: { text: string }) => text === marks.question);
  const answer = { text: marks.answer, is_public: false, version: 0 };
  await staff.put(`/api/admin/questions/${id}/answer`, answer);
  const pinned = { text: marks.pinnedToComing, problemId: marks.comingProblem };
  const posted = await staff.post(`/api/admin/contests/${coming}/announcements`, pinned);
  const tried = { problemId: marks.comingProblem, language: 'cpp', code: marks.rehearsal, contestId: coming };
  const { id: rehearsalId } = (await staff.post('/api/submit', tried)).json();
  const later = { startTime: fromNow(hour), endTime: fromNow(2 * hour) };
  const closed: number[] = [];
  for (const entry of [{ entry: 'list' }, { entry: 'password', entry_password: contestPassword }])
    closed.push((await staff.post('/api/admin/contests', { title: 'Closed', ...later, ...entry })).json().id);
  return {
    contestIds: [running, coming, ...closed],
    questionIds: [id],
    announcementIds: [posted.json().id],
    rehearsalId,
  };
}

const trial = {
  time_limit_ms: 1000,
  memory_limit_mb: 256,
  derived: null,
  compiler: 'gcc',
  tried_at: '2026-01-01T00:00:00.000Z',
  agrees: true,
  solutions: [{ name: marks.solution, language: null, expected: {}, seen: null }],
};

/** Tests, a jury's solution and a statement for the hidden problem, and an import that is under way. */
async function fillHidden({ context, database }: TestApp, staff: Client): Promise<string> {
  const report = {
    tests: 1,
    groups: 0,
    samples: 0,
    largest_file: { name: marks.testFile, bytes: 1 },
    checker: 'tokens',
    paired: [{ test: '1', input: marks.testFile, answer: marks.testFile }],
    ignored: [],
  };
  const text = await writeBlob(context.db, Readable.from([Buffer.from(marks.statementText)]));
  const [set] = await context.db
    .insert(testSets)
    .values({
      problemId: problemKey('hidden'),
      plan: emptyPlan,
      report,
      solutions: [{ name: marks.solution, file: text.sha256, language: null, expected: {} }],
      trial,
    })
    .returning({ id: testSets.id });
  await database.pool.query(`update problems set test_set_id = $1 where slug = 'hidden'`, [set?.id]);
  await context.db
    .insert(statementTexts)
    .values({ problemId: problemKey('hidden'), name: marks.statementText, blobId: text.id });
  const { payload, headers } = makeForm({
    problemPdf: { name: 's.pdf', content: `%PDF-1.7 ${marks.hiddenPdf}` },
    testcasesZip: { name: 't.zip', content: 'PK\x03\x04' },
  });
  return (await staff.post('/api/admin/problems/hidden/upload', payload, { headers })).json().jobId;
}

/** Without what the server itself notes for administrators: that somebody seems to come through a proxy. */
async function takeSnapshot({ database }: TestApp, attackerId: number, lastUserId: number): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select
       (select json_agg(json_build_array(id, username, role, is_protected, case when id <> $1 then password_hash end)
          order by id) from users where id <= $2) as users,
       (select count(*) from users where id > $2 and (role <> 'user' or is_protected)) as raised_newcomers,
       (select json_agg(s order by token_hash) from sessions s where user_id <> $1) as sessions,
       (select json_agg(p order by id) from problems p) as problems,
       (select json_agg(f order by slug) from former_slugs f) as former_slugs,
       (select json_agg(s order by id) from submissions s where user_id <> $1) as submissions,
       (select json_agg(r order by user_id, problem_id) from problem_results r where user_id <> $1) as results,
       (select json_agg(s order by user_id) from user_scores s where user_id <> $1) as scores,
       (select json_agg(c order by id) from contests c) as contests,
       (select json_agg(p order by contest_id, user_id) from contest_participants p where user_id <> $1) as joined,
       (select json_agg(p order by id) from contest_problems p) as contest_problems,
       (select json_agg(e order by contest_id) from contest_editorials e) as contest_editorials,
       (select json_agg(r order by contest_id, user_id) from contest_results r where user_id <> $1) as contest_results,
       (select json_agg(q order by id) from questions q where user_id <> $1) as questions,
       (select json_agg(a order by id) from announcements a) as announcements,
       (select json_agg(r order by item_id, user_id) from contest_reads r where user_id <> $1) as reads,
       (select json_agg(j order by id) from import_jobs j) as imports,
       (select json_agg(s order by key) from settings s where key <> 'proxy_seen') as settings`,
    [attackerId, lastUserId],
  );
  return rows[0];
}
