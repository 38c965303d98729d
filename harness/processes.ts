import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface InstanceProcesses {
  server?: number;
  worker?: number;
  postgres?: number;
}

/** The processes of an instance by what they run, from /proc: its children and PostgreSQL. */
export function findProcesses(dataDir: string): InstanceProcesses {
  const found: InstanceProcesses = {};
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres')) {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (command.includes('\0-D\0')) found.postgres = pid;
      } else if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`)) {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (command.includes('server/main.ts')) found.server = pid;
        if (command.includes('judge/worker/main.ts')) found.worker = pid;
      }
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

export const isGone = (pid: number) => !existsSync(`/proc/${pid}`);
