/**
 * `npm run test:cgroup2`: the sandbox's tests on a machine that has cgroup v2 and nothing else, as root and as an
 * ordinary user in a delegated group. The machine is made from Debian's packages and emulated where it must be.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildCase, loadCases } from '#judge/sandbox/suite.ts';
import { findMissing, makePackagesDisk, makeProjectDisk, makeSystem, type System, target } from './disks.ts';

const missing = findMissing();
if (missing.length > 0) {
  console.error(`npm run test:cgroup2 needs ${missing.join(', and ')}.`);
  process.exit(1);
}

const startedAt = Date.now();
const work = mkdtempSync(join(tmpdir(), 'minos-cgroup2-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

// Compiled here: the machine has no compiler, and emulated it would be slow.
for (const suiteCase of loadCases()) await buildCase(suiteCase);
const system = makeSystem();
const disks = [system.disk, makeProjectDisk(work), makePackagesDisk()];
const { passed, failed } = await bootMachine(system, disks);
console.log(`${Math.round((Date.now() - startedAt) / 1000)} s\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The machine's console is ours. What its init counts at the end of each part is added up. */
async function bootMachine({ kernel, initrd }: System, disks: readonly string[]) {
  const accelerator = hasVirtualisation() ? 'kvm' : 'tcg';
  console.log(`Booting the machine (${accelerator === 'kvm' ? 'KVM' : 'emulated: this takes a while'})`);
  const machine = spawn(
    target.emulator,
    [
      ...[
        '-machine',
        `${target.machine},accel=${accelerator}`,
        '-cpu',
        accelerator === 'kvm' ? 'host' : 'max',
      ],
      ...['-smp', '2', '-m', '8G', '-nographic', '-no-reboot', '-nic', 'none'],
      ...['-kernel', kernel, '-initrd', initrd],
      ...[
        '-append',
        `console=${target.console} root=/dev/vda rw loglevel=1 panic=-1 init=/minos-init MINOS_SLOWNESS=${accelerator === 'kvm' ? 1 : 20}`,
      ],
      // What the machine writes is forgotten with it.
      ...disks.flatMap((disk) => ['-drive', `file=${disk},if=virtio,format=raw,snapshot=on`]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  process.on('exit', () => machine.kill('SIGKILL'));
  const total = { passed: 0, failed: 0 };
  let parts = 0;
  for await (const line of createInterface({ input: machine.stdout })) {
    console.log(line);
    const counts = /minos: (\d+) passed, (\d+) failed/.exec(line);
    if (!counts) continue;
    parts++;
    total.passed += Number(counts[1]);
    total.failed += Number(counts[2]);
  }
  if (machine.exitCode === null) await once(machine, 'close');
  // A machine that did not come to its end has failed, whatever it counted.
  if (parts !== 4) total.failed++;
  return total;
}

function hasVirtualisation(): boolean {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  // A virtual machine may have the device without the means.
  return process.arch === 'arm64' || /\b(vmx|svm)\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));
}
