import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Far more than a pipe and its reader hold. */
const lineCount = 20_000;

/** Settles when the process has logged it all and hears us: most of it is still to be written. */
async function startLogging(timeoutMs = 60_000): Promise<ChildProcess> {
  const module = new URL('./testing/logging-process.ts', import.meta.url);
  const child = fork(module, [String(lineCount), String(timeoutMs)], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'message')).toEqual(['logged', undefined]);
  return child;
}

async function readAll({ stdout }: ChildProcess): Promise<{ line?: number; msg: string }[]> {
  if (!stdout) throw new Error('no pipe');
  const lines = (await text(stdout)).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

describe('the log of a process', () => {
  it.each([
    ['exit', 7],
    ['crash', 1],
    ['end', 0],
  ])('arrives to the last word at its %s, however late its reader begins', async (how, code) => {
    const child = await startLogging();
    const exited = once(child, 'exit');
    child.send(how);
    const log = await readAll(child);
    expect(log.map(({ line }) => line)).toEqual([
      ...Array.from({ length: lineCount }, (_, i) => i + 1),
      undefined,
    ]);
    expect(log.at(-1)?.msg).toBe('the last words');
    expect(await exited).toEqual([code, null]);
  });

  it.each(['exit', 'crash', 'end'])('does not keep it from its %s when the reader is gone', async (how) => {
    const child = await startLogging();
    const exited = once(child, 'exit');
    child.stdout?.destroy();
    child.send(how);
    expect((await exited)[1]).toBeNull();
  });

  it.each([
    ['exit', 7],
    ['crash', 1],
    ['end', 0],
  ])('does not keep it from its %s for ever when the reader stands still', async (how, code) => {
    const child = await startLogging(100);
    const exited = once(child, 'exit');
    child.send(how);
    expect(await exited).toEqual([code, null]);
  });
});
