/**
 * `node scripts/run.mjs [--for-tests | --without-web] MODULE [ARGUMENTS]`: sets up what is missing, then runs a module
 * on the pinned Node and ends as it ends. Signals are passed on; if this process is killed the module notices by its
 * message channel.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pinnedNode, root, setUp } from './set-up.mjs';

const args = process.argv.slice(2);
const flag = args[0]?.startsWith('--') ? args.shift() : null;

await setUp({ forTests: flag === '--for-tests', withoutWeb: flag === '--without-web' });

// The flag: see scripts/supervisor/supervised-process.ts.
const child = spawn(pinnedNode, ['--max-semi-space-size=4', ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.on('message', (message) => console.log(message.greeting));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
