/**
 * Builds the native sandbox helper when its sources have changed. Plain JavaScript that runs on any Node from
 * 20 on: set-up calls it before the pinned Node is in place. Says nothing when there is nothing to do.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servedMs, stayStillMs } from './quiet-times.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const flags = [
  ...['-std=c++20', '-O2', '-Wall', '-Wextra', '-Wshadow', '-fno-exceptions', '-fno-rtti'],
  ...[`-DMINOS_SERVED_MS=${servedMs}`, `-DMINOS_STAY_STILL_MS=${stayStillMs}`],
];
const setUpLine = 'apt-get install -y g++ libseccomp-dev';

/** Where the helper is, built or not. */
export const helperPath = join(folder, 'build', 'minos-sandbox');

/** Hash of everything the helper is made of: the version it reports and the one its client insists on. */
export function hashSources() {
  const hash = createHash('sha256').update(flags.join(' '));
  for (const name of sources(['.cpp', '.h']))
    hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Makes sure the helper at helperPath is the one of these sources. Throws an Error that says what to do. */
export async function buildSandbox(log = console.log) {
  const version = hashSources();
  const have = spawnSync(helperPath, ['--version'], { encoding: 'utf8' });
  if (have.status === 0 && have.stdout.trim() === version) return helperPath;
  log('Building the sandbox helper');
  mkdirSync(dirname(helperPath), { recursive: true });
  const work = mkdtempSync(join(dirname(helperPath), 'work-'));
  try {
    const files = sources(['.cpp']);
    const objects = files.map((name) => join(work, name.replace('.cpp', '.o')));
    await Promise.all(
      files.map((name, i) =>
        compile([...flags, `-DMINOS_BUILD="${version}"`, '-c', join(folder, name), '-o', objects[i]]),
      ),
    );
    const built = join(work, 'minos-sandbox');
    await compile(['-static', '-o', built, ...objects, '-lseccomp']);
    // In one step: another process may be starting the old one at this moment.
    renameSync(built, helperPath);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return helperPath;
}

function sources(endings) {
  return readdirSync(folder)
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .sort();
}

function compile(args) {
  return new Promise((resolve, reject) => {
    const child = spawn('g++', args, { stdio: ['ignore', 'inherit', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    child.on('error', () => reject(new Error(`g++ is not installed. As root: ${setUpLine}`)));
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const missing = errors.includes('seccomp.h') || errors.includes('-lseccomp');
      reject(
        new Error(
          missing
            ? `libseccomp is not installed. As root: ${setUpLine}`
            : `The sandbox helper does not compile:\n${errors}`,
        ),
      );
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSandbox().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
