/**
 * Brings a fresh clone to where it can run: Debian and npm packages, the sandbox helper, the built web app. Plain JavaScript,
 * because it runs on whatever Node (20 or newer) the machine has; everything after it runs on the pinned one.
 * Each step says what it does, and does nothing when a stamp shows that its inputs have not changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSandbox } from '../sandbox/build.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const pinnedNode = join(root, 'node_modules/.bin/node');

/** What Debian must provide. `recommended` ones are installed along by root but missed by nobody. */
const debianPackages = [
  { name: 'g++', isPresent: () => isOnPath('g++') },
  { name: 'libseccomp-dev', isPresent: () => existsSync('/usr/include/seccomp.h') },
  { name: 'mold', isPresent: () => isOnPath('mold'), recommended: true },
  { name: 'chromium', isPresent: () => isOnPath('chromium'), forTests: true },
  // For the test with separate hosts, which only root can run; without them it says that it was skipped.
  { name: 'iproute2', isPresent: () => isOnPath('ip'), forTests: true, recommended: true },
  {
    name: 'postgresql',
    isPresent: () => existsSync('/usr/lib/postgresql'),
    forTests: true,
    recommended: true,
  },
];

/**
 * Languages beside C and C++ that are tested, and what staff may allow in them. None is missed where it cannot be had, unless MINOS_TEST_LANGUAGES=all asks
 * for every one. No kotlinc: Debian has no current one. JavaScript runs on the pinned Node.
 */
const testedLanguages = [
  { name: 'python3', isPresent: () => isInSystem('python3') },
  {
    name: 'python3-numpy',
    isPresent: () => existsSync('/usr/lib/python3/dist-packages/numpy'),
    onlyWithAll: true,
  },
  { name: 'pypy3', isPresent: () => isInSystem('pypy3') },
  { name: 'default-jdk-headless', isPresent: () => isInSystem('javac') },
  { name: 'rustc', isPresent: () => isInSystem('rustc'), onlyWithAll: true },
  { name: 'golang-go', isPresent: () => isInSystem('go'), onlyWithAll: true },
  { name: 'fpc', isPresent: () => isInSystem('fpc'), onlyWithAll: true },
];

/** What GCC's plug-ins are built from, of the compiler's own release: precompiled headers load faster by one. */
function pluginHeaders() {
  const env = { ...process.env, LC_ALL: 'C' };
  const ask = (question) => spawnSync('g++', [question], { encoding: 'utf8', env });
  const isGcc = /^gcc version/m.test(ask('-v').stderr ?? '');
  return {
    name: `gcc-${ask('-dumpversion').stdout?.split('.')[0]?.trim()}-plugin-dev`,
    isPresent: () =>
      !isGcc || existsSync(join(ask('-print-file-name=plugin').stdout.trim(), 'include/gcc-plugin.h')),
    recommended: true,
  };
}

export async function setUp({ forTests = false, withoutWeb = false } = {}) {
  checkNode();
  installDebianPackages(debianPackages.filter((wanted) => forTests || !wanted.forTests));
  installDebianPackages([pluginHeaders()]);
  if (forTests) installTestedLanguages();
  installNpmPackages();
  await buildSandbox(() => say('building the sandbox helper')).catch((error) => fail(error.message));
  if (!withoutWeb) buildWeb();
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`Minos needs Node 20 or newer to set itself up; this is ${process.version}.`);
}

function installDebianPackages(wanted) {
  const missing = wanted.filter((entry) => !entry.isPresent());
  const needed = missing.filter((entry) => !entry.recommended).map((entry) => entry.name);
  if (process.getuid?.() !== 0) {
    if (needed.length > 0) {
      fail(
        `Minos needs these packages. Run this line, then try again:\n  sudo apt-get update && sudo apt-get install -y ${needed.join(' ')}`,
      );
    }
    return;
  }
  if (missing.length === 0) return;
  const names = missing.map((entry) => entry.name);
  say(`installing Debian packages: ${names.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], { env, tolerateFailure: true });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    env,
    tolerateFailure: needed.length === 0,
  });
}

function installTestedLanguages() {
  const asked = process.env.MINOS_TEST_LANGUAGES || undefined;
  if (asked !== undefined && asked !== 'all') fail(`MINOS_TEST_LANGUAGES may be “all”, not “${asked}”.`);
  const wanted = testedLanguages.filter((entry) => asked === 'all' || !entry.onlyWithAll);
  installDebianPackages(wanted.map((entry) => ({ ...entry, recommended: asked !== 'all' })));
  const missing = wanted.filter((entry) => !entry.isPresent()).map((entry) => entry.name);
  if (missing.length > 0) say(`not installed, so their languages are not tested: ${missing.join(', ')}`);
}

function installNpmPackages() {
  const inputs = hashFiles(['package.json', 'package-lock.json', '.npmrc'].map((name) => join(root, name)));
  doWhenStale(join(root, 'node_modules/.minos-set-up'), `${process.arch} ${inputs}`, () => {
    say('installing npm packages');
    // Not `npm ci`: it refuses a lockfile without the binaries for systems that this registry does not serve.
    run('npm', ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund']);
    if (!existsSync(pinnedNode))
      fail('npm installed its packages without the pinned Node. Remove node_modules and try again.');
  });
}

function buildWeb() {
  const sources = ['web', 'contract'].flatMap((folder) => listFiles(join(root, folder)));
  const inputs = hashFiles([...sources, join(root, 'package-lock.json')]);
  doWhenStale(join(root, 'web/dist/.built-from'), inputs, () => {
    say('building the web app');
    run(pinnedNode, [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel=warn']);
  });
}

/** The stamp is written last: a step that was cut short is done again. */
function doWhenStale(stampFile, inputs, work) {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputs) return;
  work();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, inputs);
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === 'dist' || entry.name === 'node_modules') return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of [...paths].sort())
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

function isOnPath(command) {
  return searchedFolders().some((folder) => existsSync(join(folder, command)));
}

/** For everybody: what lies below somebody's home, such as the shims of pyenv, is no use to a sandbox. */
function isInSystem(command) {
  const isHome = (folder) => [homedir(), '/root', '/home'].some((home) => folder.startsWith(`${home}/`));
  return searchedFolders().some((folder) => !isHome(folder) && existsSync(join(folder, command)));
}

function searchedFolders() {
  return (process.env.PATH ?? '').split(delimiter);
}

/** Quiet while it goes well; what the command printed is shown when it fails. */
function run(command, args, { env = process.env, tolerateFailure = false } = {}) {
  const options = {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  };
  const { status, error, stdout, stderr } = spawnSync(command, args, options);
  if (status === 0 || tolerateFailure) return;
  fail(
    `${stdout ?? ''}${stderr ?? ''}\nThis failed${error ? ` (${error.message})` : ''}: ${command} ${args.join(' ')}`,
  );
}

function say(text) {
  process.stderr.write(`Minos: ${text}\n`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
