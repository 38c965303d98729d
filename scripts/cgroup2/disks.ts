/** The disks of the machine: Debian, this project, and its npm packages. What changes seldom is kept for the next time. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Below sandbox/build, which git ignores and anybody may delete. */
const kept = join(root, 'sandbox/build/machine');

const targets = {
  x64: {
    debian: 'amd64',
    emulator: 'qemu-system-x86_64',
    emulatorPackage: 'qemu-system-x86',
    machine: 'q35',
    console: 'ttyS0',
  },
  arm64: {
    debian: 'arm64',
    emulator: 'qemu-system-aarch64',
    emulatorPackage: 'qemu-system-arm',
    machine: 'virt',
    console: 'ttyAMA0',
  },
};
export const target = process.arch === 'arm64' ? targets.arm64 : targets.x64;

const release = 'bookworm';
/** Beyond Debian's minimum: what Node is linked with, what the tests call, and the headers that they look at. */
const packages = [
  `linux-image-cloud-${target.debian}`,
  'libstdc++6',
  'libatomic1',
  'util-linux',
  'procps',
  'libc6-dev',
];
/** Everything else of the machine is in the project, so that a change needs no new one. */
const firstProgram =
  '#!/bin/sh\nmount -o ro /dev/vdb /minos && exec /bin/sh /minos/scripts/cgroup2/init.sh\n';

export interface System {
  readonly disk: string;
  readonly kernel: string;
  readonly initrd: string;
}

/** What is missing here, in words. */
export function findMissing(): string[] {
  const missing: string[] = [];
  if (process.getuid?.() !== 0) missing.push('to be run as root');
  const commands = {
    mmdebstrap: 'mmdebstrap',
    [target.emulator]: target.emulatorPackage,
    mke2fs: 'e2fsprogs',
  };
  const lacking = Object.entries(commands)
    .filter(([command]) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)
    .map(([, name]) => name);
  if (lacking.length > 0)
    missing.push(`Debian packages (apt-get install -y --no-install-recommends ${lacking.join(' ')})`);
  return missing;
}

export function makeSystem(): System {
  const folder = keep('debian', [release, ...packages, firstProgram].join('\n'), (draft) => {
    console.log(`Making a machine from the packages of Debian ${release}`);
    const tree = mkdtempSync(join(tmpdir(), 'minos-debian-'));
    try {
      run('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${packages}`, release, tree]);
      mkdirSync(join(tree, 'minos'));
      writeFileSync(join(tree, 'minos-init'), firstProgram, { mode: 0o755 });
      const boot = (start: string) =>
        join(tree, 'boot', readdirSync(join(tree, 'boot')).find((name) => name.startsWith(start)) ?? start);
      cpSync(boot('vmlinuz-'), join(draft, 'vmlinuz'));
      cpSync(boot('initrd.img-'), join(draft, 'initrd.img'));
      makeDisk(join(draft, 'disk'), tree, '2G');
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  });
  return {
    disk: join(folder, 'disk'),
    kernel: join(folder, 'vmlinuz'),
    initrd: join(folder, 'initrd.img'),
  };
}

export function makePackagesDisk(): string {
  const folder = keep('packages', readFileSync(join(root, 'package-lock.json'), 'utf8'), (draft) => {
    console.log('Making a disk of the npm packages');
    makeDisk(join(draft, 'disk'), join(root, 'node_modules'), '2G');
  });
  return join(folder, 'disk');
}

/** What the sandbox's tests are made of, wherever it stands. */
export const projectParts = [
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'contract',
  'judge',
  'sandbox',
  'scripts/cgroup2',
];

/** The sandbox, its tests, and the programs that were built for them. */
export function makeProjectDisk(work: string): string {
  const tree = join(work, 'project');
  for (const name of projectParts) {
    cpSync(join(root, name), join(tree, name), { recursive: true, filter: (path) => !path.startsWith(kept) });
  }
  mkdirSync(join(tree, 'node_modules'));
  const disk = join(work, 'project.disk');
  makeDisk(disk, tree, '1G');
  rmSync(tree, { recursive: true });
  return disk;
}

/** A folder for what is made once, named after what it is made from. Its predecessors go. */
function keep(name: string, madeFrom: string, make: (draft: string) => void): string {
  const key = createHash('sha256').update(target.debian).update(madeFrom).digest('hex').slice(0, 16);
  const folder = join(kept, `${name}-${key}`);
  if (existsSync(folder)) return folder;
  mkdirSync(kept, { recursive: true });
  for (const old of readdirSync(kept)) {
    if (old.startsWith(`${name}-`)) rmSync(join(kept, old), { recursive: true });
  }
  const draft = `${folder}.draft`;
  mkdirSync(draft);
  make(draft);
  renameSync(draft, folder);
  return folder;
}

function makeDisk(disk: string, tree: string, size: string): void {
  run('mke2fs', ['-q', '-t', 'ext4', '-d', tree, disk, size]);
}

function run(command: string, args: readonly string[]): void {
  const { status, signal } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ended with ${signal ?? `code ${status}`}`);
}
