/**
 * Uploads that a fault finds on their way: one whose bytes are still arriving, one whose tests are being unpacked.
 * Every version of a problem's tests has answers of its own, so the test set in force tells which version it is, and
 * whether it is one version at all.
 */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { callUrl } from '#contract/call.ts';
import {
  createProblem,
  getUploadProgress,
  listAdminProblems,
  uploadProblemFiles,
} from '#contract/problems.ts';
import { type Client, fillForm, Refused } from '#harness/client.ts';
import { until } from '#harness/until.ts';
import { namePairs, writeZip } from '#harness/zip.ts';
import { isDatabaseAway } from '#store/connection.ts';
import { type OpenRequest, openRequest } from './open-request.ts';

const answerOf = (version: number, test: number) => `${version}-${test}\n`;

function makeArchive(version: number, tests: number, ballastBytes: number): Promise<Buffer> {
  const numbers = Array.from({ length: tests }, (_, index) => index + 1);
  return writeZip([
    ...namePairs(numbers.map((number) => [`${number}\n`, answerOf(version, number)])),
    // Ignored by the import; it makes the archive as large as wanted.
    { name: '__MACOSX/ballast', content: randomBytes(ballastBytes) },
  ]);
}

export interface UploadTarget {
  readonly admin: Client;
  readonly pool: pg.Pool;
  readonly problemId: string;
  readonly tests: number;
}

export interface StartedUpload {
  readonly version: number;
  readonly before: number;
}

let versions = 0;

/** Which version is in force, 0 for none; throws when it is not one version, whole. */
export async function readVersionInForce({ pool, problemId, tests }: UploadTarget): Promise<number> {
  const { rows } = await pool.query(
    `select plan from problems left join test_sets on test_sets.id = test_set_id where slug = $1`,
    [problemId],
  );
  const plan: { tests: { input: string; answer: string }[] } | null = rows[0].plan;
  if (!plan) return 0;
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  for (let version = versions; version > 0; version--) {
    const isThis = plan.tests.every(({ answer }, index) => answer === digest(answerOf(version, index + 1)));
    if (!isThis) continue;
    const hashes = plan.tests.flatMap(({ input, answer }) => [input, answer]);
    const { rows: stored } = await pool.query(
      `select count(distinct sha256)::int as files from blobs join blob_chunks on blob_id = blobs.id
       where encode(sha256, 'hex') = any($1)`,
      [hashes],
    );
    if (plan.tests.length !== tests || stored[0].files !== new Set(hashes).size)
      throw new Error(`${problemId} has ${plan.tests.length} tests and ${stored[0].files} files of ${tests}`);
    return version;
  }
  throw new Error(`The tests of ${problemId} are of no single version`);
}

/** The whole archive, acknowledged. */
export async function sendUpload(target: UploadTarget): Promise<StartedUpload & { jobId: string }> {
  const before = await readVersionInForce(target);
  const version = ++versions;
  const { opened, form } = await begin(target, version, 1);
  opened.end(form);
  const { status, text } = await opened.answered;
  if (status !== 201) throw new Refused('The upload', status, text);
  return { version, before, jobId: JSON.parse(text).jobId };
}

async function begin({ admin, problemId, tests }: UploadTarget, version: number, ballastBytes: number) {
  const encoded = new Response(fillForm({ zip: await makeArchive(version, tests, ballastBytes) }));
  const form = Buffer.from(await encoded.arrayBuffer());
  const path = callUrl(uploadProblemFiles.path, { id: problemId });
  const opened = openRequest(`${admin.url}${path}`, {
    'content-type': encoded.headers.get('content-type') ?? '',
    'content-length': String(form.length),
    cookie: admin.cookie,
  });
  return { opened, form };
}

/** Acknowledged, so it must come into force, however long that takes; nothing else may be in force until then. */
export async function expectImported(
  target: UploadTarget,
  { version, before, jobId }: StartedUpload & { jobId: string },
): Promise<void> {
  await until(async () => {
    const found = await readVersionInForce(target).catch(ifDown);
    if (found === null) return false;
    if (found !== version && found !== before)
      throw new Error(`Version ${found} of ${target.problemId} is in force`);
    const { status, message } = (await target.admin
      .call(getUploadProgress, { params: { jobId } })
      .catch(ifDown)) ?? { status: 'processing', message: '' };
    if (status === 'failed') throw new Error(`The import of ${target.problemId} failed: ${message}`);
    return status === 'completed' && found === version;
  });
}

export interface HalfSent extends StartedUpload {
  readonly opened: OpenRequest;
  readonly rest: Buffer;
}

const ballastBytes = 3 * 1024 * 1024;

/** Two thirds of it, and the server has stored some of them. */
export async function sendTwoThirds(target: UploadTarget): Promise<HalfSent> {
  const before = await readVersionInForce(target);
  const version = ++versions;
  const countUnfinished = async () =>
    Number((await target.pool.query('select count(*) from blobs where sha256 is null')).rows[0].count);
  const unfinished = await countUnfinished();
  const { opened, form } = await begin(target, version, ballastBytes);
  const at = Math.floor((form.length * 2) / 3);
  opened.write(form.subarray(0, at));
  await until(async () => (await countUnfinished()) > unfinished);
  return { version, before, opened, rest: form.subarray(at) };
}

/** A new problem, of whose files two thirds are there. */
export async function beginProblem(target: UploadTarget): Promise<HalfSent> {
  const { admin, problemId: id } = target;
  const limits = { time_limit_ms: 1000, memory_limit_mb: 64 };
  await admin.call(createProblem, {
    body: { id, title: id, author: 'admin', ...limits, files_follow: true },
  });
  return sendTwoThirds(target);
}

/** Until its files are in force there is no such problem, whatever happened; and then there is. */
export async function expectMadeWhole(target: UploadTarget, begun: HalfSent): Promise<void> {
  const isListed = async () => {
    const list = await until(
      async () => (await target.admin.call(listAdminProblems).catch(ifDown)) ?? (false as const),
    );
    return list.some(({ id }) => id === target.problemId);
  };
  if (await isListed()) throw new Error(`${target.problemId} is there without its files`);
  await expectAllOrNothing(target, begun);
  if (!(await isListed())) throw new Error(`${target.problemId} is not there with its files`);
}

/** Sends the rest. Either it is acknowledged and comes into force, or it changed nothing and can be repeated. */
export async function expectAllOrNothing(
  target: UploadTarget,
  { version, before, opened, rest }: HalfSent,
): Promise<'taken' | 'repeated'> {
  opened.end(rest);
  const answer = await opened.answered.catch(() => null);
  if (answer?.status === 201) {
    await expectImported(target, { version, before, jobId: JSON.parse(answer.text).jobId });
    return 'taken';
  }
  const inForce = await until(
    async () => (await readVersionInForce(target).catch(ifDown)) ?? (false as const),
  );
  if (inForce !== before)
    throw new Error(`Version ${inForce} of ${target.problemId} is in force without a word`);
  await expectImported(
    target,
    await until(async () => (await sendUpload(target).catch(ifDown)) ?? (false as const)),
  );
  return 'repeated';
}

/** A part of the instance is away for a moment: not an answer. */
export function ifDown(error: unknown): null {
  const isPassing =
    error instanceof Refused ? error.status >= 500 : isDatabaseAway(error) || isServerAway(error);
  if (!isPassing) throw error;
  return null;
}

/** A connection to the server broke: refused or reset as those to the database are, or in the words of Node's fetch. */
function isServerAway(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET';
}
