/**
 * `node scripts/run.mjs [--for-tests] MODULE [ARGUMENTS]`: sets up what is missing, then runs a module on the
 * pinned Node and ends as it ends. Signals are passed on; if this process is killed the module notices by its
 * message channel.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pinnedNode, root, setUp } from './set-up.mjs';

const args = process.argv.slice(2);
const forTests = args[0] === '--for-tests';
if (forTests) args.shift();

await setUp({ forTests });

// The flag: see scripts/supervisor/kept-process.ts.
const child = spawn(pinnedNode, ['--max-semi-space-size=4', ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.on('message', (message) => console.log(message.greeting));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
