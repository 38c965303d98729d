/**
 * The memory of the server while a large archive of tests is uploaded, and the time until its tests are in force,
 * beside a plain copy of the same bytes to disk:
 *
 *   node bench/upload.ts [megabytes]
 */
import { randomBytes } from 'node:crypto';
import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { administrator, startInstance } from '#harness/instance.ts';
import { writeZip } from '#judge/import/testing/zip-writer.ts';

const megabytes = Number(process.argv[2] ?? 300);
const targetMb = 300;

const folder = await mkdtemp(join(tmpdir(), 'minos-upload-'));
const archive = join(folder, 'tests.zip');
// Random, so that it is as large packed as unpacked; one small answer each.
await writeFile(
  archive,
  writeZip(
    Array.from({ length: 10 }, (_, i) => [
      { name: `${i}.in`, content: randomBytes((megabytes / 10) * 1024 * 1024) },
      { name: `${i}.out`, content: `${i}\n` },
    ]).flat(),
  ),
);
const instance = await startInstance();
try {
  const cookie = await signIn();
  const json = { cookie, 'content-type': 'application/json' };
  const problem = { id: 'large', title: 'Large', author: 'admin', time_limit_ms: 1000, memory_limit_mb: 256 };
  await fetch(`${instance.url}/api/admin/problems`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(problem),
  });
  const before = serverMemory();
  const startedAt = performance.now();
  const form = new FormData();
  form.set('testcasesZip', await openAsBlob(archive), 'tests.zip');
  const url = `${instance.url}/api/admin/problems/large/upload`;
  const response = await fetch(url, { method: 'POST', headers: { cookie }, body: form });
  const { jobId } = (await response.json()) as { jobId: string };
  const uploadedMs = performance.now() - startedAt;
  const after = serverMemory();
  const status = await waitForImport(jobId, cookie);
  const importedMs = performance.now() - startedAt;
  const copyStarted = performance.now();
  await copyFile(archive, join(folder, 'copy.zip'));
  console.log(`${megabytes} MB, import ${status}`);
  console.log(`server at rest        ${before} MB`);
  console.log(
    `server at its peak    ${after} MB   target ≤ ${targetMb}   ${after <= targetMb ? 'met' : 'NOT MET'}`,
  );
  console.log(`uploaded in           ${(uploadedMs / 1000).toFixed(1)} s`);
  console.log(`tests in force after  ${(importedMs / 1000).toFixed(1)} s`);
  console.log(`plain copy of it      ${((performance.now() - copyStarted) / 1000).toFixed(1)} s`);
} finally {
  await instance.stop();
  await rm(folder, { recursive: true });
}

async function signIn(): Promise<string> {
  const response = await fetch(`${instance.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function waitForImport(jobId: string, cookie: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${instance.url}/api/admin/upload-progress/${jobId}`, {
      headers: { cookie },
    });
    const { status } = (await response.json()) as { status: string };
    if (status === 'completed' || status === 'failed') return status;
    await delay(200);
  }
}

/** The most that the server's process ever had resident, in MB. */
function serverMemory(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isServer = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts');
      if (!isServer || !readFileSync(`/proc/${pid}/environ`, 'utf8').includes(instance.dataDir)) continue;
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return Math.round(Number(peak) / 1024);
    } catch {
      // It ended while we looked.
    }
  }
  throw new Error('The server is not running');
}
