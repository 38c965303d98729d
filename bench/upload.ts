/**
 * The memory of the server while a large archive of tests is uploaded, and the time until its tests are in force,
 * beside a plain copy of the same bytes to disk. And a package of 30 tests with five solutions of its jury: how long it
 * takes until their report is there, beside the same tests without solutions.
 *
 *   node bench/upload.ts [megabytes]
 */
import { randomBytes } from 'node:crypto';
import { openAsBlob, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, signIn } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { findProcesses } from '#harness/processes.ts';
import { createProblem, waitForImport } from '#harness/sample-problem.ts';
import { namePairs, writeZip, type ZipEntry } from '#harness/zip.ts';

const megabytes = Number(process.argv[2] ?? 300);
const targetMb = 300;

const folder = await mkdtemp(join(tmpdir(), 'minos-upload-'));
const archive = join(folder, 'tests.zip');
// Random, so that it is as large packed as unpacked; one small answer each.
await writeFile(
  archive,
  await writeZip(
    namePairs(Array.from({ length: 10 }, (_, i) => [randomBytes((megabytes / 10) * 1024 * 1024), `${i}\n`])),
  ),
);
const instance = await startInstance();
try {
  const admin = await signIn(instance.url, administrator);
  await createProblem(admin, { id: 'large', memoryLimitMb: 256 });
  const before = serverMemory();
  const startedAt = performance.now();
  const jobId = await admin.upload('large', { zip: await openAsBlob(archive) });
  if (jobId === null) throw new Error('The server found no tests in the upload');
  const uploadedMs = performance.now() - startedAt;
  const after = serverMemory();
  await waitForImport(admin, jobId);
  const importedMs = performance.now() - startedAt;
  const copyStarted = performance.now();
  await copyFile(archive, join(folder, 'copy.zip'));
  console.log(`${megabytes} MB`);
  console.log(`server at rest        ${before} MB`);
  console.log(
    `server at its peak    ${after} MB   target ≤ ${targetMb}   ${after <= targetMb ? 'met' : 'NOT MET'}`,
  );
  console.log(`uploaded in           ${(uploadedMs / 1000).toFixed(1)} s`);
  console.log(`tests in force after  ${(importedMs / 1000).toFixed(1)} s`);
  console.log(`plain copy of it      ${((performance.now() - copyStarted) / 1000).toFixed(1)} s`);
  await benchPackage(admin);
} finally {
  await instance.stop();
  await rm(folder, { recursive: true });
}

/** The most that the server's process ever had resident, in MB. */
function serverMemory(): number {
  const status = readFileSync(`/proc/${findProcesses(instance.dataDir).server}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Two are right, one is wrong, one crashes, one never ends. */
async function benchPackage(admin: Client): Promise<void> {
  const echo = '#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; std::cout << n; }\n';
  const solutions = {
    'right.cpp': ['{file: right.cpp}', echo],
    'right-too.cpp': ['{file: right-too.cpp}', `${echo}// too`],
    'wrong.cpp': ['{file: wrong.cpp, required: [Wrong Answer]}', 'int main() {}'],
    'crash.cpp': ['{file: crash.cpp, required: [Runtime Error]}', 'int main() { return 3; }'],
    'slow.cpp': [
      '{file: slow.cpp, required: [Time Limit Exceeded]}',
      'int main() { for (volatile int i = 0;; i = 1 - i); }',
    ],
  };
  const tests = namePairs(Array.from({ length: 30 }, (_, i) => [`${i}\n`, `${i}\n`]));
  const limits = 'time_limit_ms: 2000\nmemory_limit_mb: 256\n';
  const time = async (name: string, entries: ZipEntry[]) => {
    const startedAt = performance.now();
    await waitForImport(
      admin,
      await admin.importPackages(await writeZip([...entries, ...tests]), `${name}.zip`),
    );
    return (performance.now() - startedAt) / 1000;
  };
  const plainSeconds = await time('plain', [{ name: 'minos.yaml', content: `title: Plain\n${limits}` }]);
  const seconds = await time('jury', [
    {
      name: 'minos.yaml',
      content: `title: Jury\n${limits}solutions:\n${Object.values(solutions)
        .map(([line]) => `  - ${line}\n`)
        .join('')}`,
    },
    ...Object.entries(solutions).map(([name, [, content = '']]) => ({ name, content })),
  ]);
  console.log(`package of 30 tests   ${plainSeconds.toFixed(1)} s`);
  console.log(
    `with five solutions   ${seconds.toFixed(1)} s   target ≤ 60   ${seconds <= 60 ? 'met' : 'NOT MET'}`,
  );
}
