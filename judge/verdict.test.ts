import { describe, expect, test } from 'vitest';
import { decideRun, type Limits, type RunFacts, shownMemoryKb, shownTimeMs, wallLimitMs } from './verdict.ts';

const limits: Limits = { timeLimitMs: 1000, memoryLimitBytes: 256 << 20, outputLimitBytes: 64 << 20 };
const clean: RunFacts = {
  cpuUs: 1200,
  wallUs: 1500,
  memoryBytes: 1 << 20,
  exitCode: 0,
  signal: null,
  stoppedBy: null,
  oomKilled: false,
  allocationRefused: false,
  outputOverflow: false,
  stderr: '',
};
const killed = { exitCode: null, signal: 9 };

function status(facts: Partial<RunFacts>): string {
  return decideRun({ ...clean, ...facts }, limits)?.status ?? 'checker decides';
}
function reason(facts: Partial<RunFacts>): string {
  return decideRun({ ...clean, ...facts }, limits)?.reason ?? '';
}

describe('borders', () => {
  test.each<[string, Partial<RunFacts>, string]>([
    ['CPU time exactly at the limit', { cpuUs: 1_000_000 }, 'checker decides'],
    ['CPU time one microsecond over', { cpuUs: 1_000_001 }, 'Time Limit Exceeded'],
    ['memory exactly at the limit', { memoryBytes: 256 << 20 }, 'checker decides'],
    ['memory one byte over', { memoryBytes: (256 << 20) + 1 }, 'Memory Limit Exceeded'],
    ['a long wait on a busy machine', { wallUs: 2_900_000 }, 'checker decides'],
    ['no CPU time at all', { cpuUs: 0 }, 'checker decides'],
    ['exit code 0', { exitCode: 0 }, 'checker decides'],
    ['exit code 1', { exitCode: 1 }, 'Runtime Error'],
    ['exit code 255', { exitCode: 255 }, 'Runtime Error'],
  ])('%s', (_, facts, expected) => expect(status(facts)).toBe(expected));

  test('the wall clock is twice the limit and a second', () => {
    expect(wallLimitMs(1000)).toBe(3000);
    expect(wallLimitMs(1)).toBe(1002);
  });
});

describe('what each way of ending badly is called', () => {
  test.each<[string, Partial<RunFacts>, string]>([
    [
      'a loop stopped by the CPU clock',
      { ...killed, stoppedBy: 'cpu', cpuUs: 1_001_600 },
      'Time Limit Exceeded',
    ],
    [
      'stopped by the CPU clock at the border itself',
      { ...killed, stoppedBy: 'cpu', cpuUs: 1_000_000 },
      'Time Limit Exceeded',
    ],
    ['a sleeper', { ...killed, stoppedBy: 'wall', wallUs: 3_000_000 }, 'Time Limit Exceeded'],
    ['too slow, though it ended by itself', { cpuUs: 1_000_400 }, 'Time Limit Exceeded'],
    ['too slow and then exit 1', { cpuUs: 1_000_400, exitCode: 1 }, 'Time Limit Exceeded'],
    ['killed by the kernel for memory', { ...killed, oomKilled: true }, 'Memory Limit Exceeded'],
    ['a thread was killed for memory, main returned 0', { oomKilled: true }, 'Memory Limit Exceeded'],
    ['stopped by the sandbox for memory', { ...killed, stoppedBy: 'memory' }, 'Memory Limit Exceeded'],
    ['memory and time both gone', { ...killed, oomKilled: true, cpuUs: 1_200_000 }, 'Memory Limit Exceeded'],
    ['a flood of output', { ...killed, stoppedBy: 'output', outputOverflow: true }, 'Runtime Error'],
    ['output over its limit, then exit 0', { outputOverflow: true }, 'Runtime Error'],
    ['a flood and too slow', { outputOverflow: true, cpuUs: 1_000_001 }, 'Time Limit Exceeded'],
    [
      'null access after a refused malloc',
      { exitCode: null, signal: 11, allocationRefused: true },
      'Memory Limit Exceeded',
    ],
    ['exit 1 after a refused malloc', { exitCode: 1, allocationRefused: true }, 'Memory Limit Exceeded'],
    ['a refused malloc that the program lived with', { allocationRefused: true }, 'checker decides'],
    [
      'an uncaught bad_alloc',
      {
        exitCode: null,
        signal: 6,
        stderr: "terminate called after throwing an instance of 'std::bad_alloc'\n",
      },
      'Memory Limit Exceeded',
    ],
    [
      'an uncaught bad_array_new_length',
      {
        exitCode: null,
        signal: 6,
        stderr: "terminate called after throwing an instance of 'std::bad_array_new_length'",
      },
      'Memory Limit Exceeded',
    ],
    ['the words bad_alloc on stderr of a clean run', { stderr: 'std::bad_alloc' }, 'checker decides'],
    ['an ordinary crash', { exitCode: null, signal: 11 }, 'Runtime Error'],
    ['an assertion', { exitCode: null, signal: 6 }, 'Runtime Error'],
    ['a division by zero', { exitCode: null, signal: 8 }, 'Runtime Error'],
    ['a forbidden system call', { exitCode: null, signal: 31 }, 'Runtime Error'],
    ['killing itself', killed, 'Runtime Error'],
    ['noise on standard error', { stderr: 'debug: 1 2 3' }, 'checker decides'],
  ])('%s', (_, facts, expected) => expect(status(facts)).toBe(expected));
});

describe('precedence: of two things that happened, the upper row of the table decides', () => {
  const rows: [string, Partial<RunFacts>, string][] = [
    ['out of memory', { oomKilled: true }, 'Memory Limit Exceeded'],
    ['CPU over', { cpuUs: 2_000_000 }, 'Time Limit Exceeded'],
    ['wall over', { stoppedBy: 'wall' }, 'Time Limit Exceeded'],
    ['output over', { outputOverflow: true }, 'Runtime Error'],
    ['refused and crashed', { allocationRefused: true, exitCode: null, signal: 11 }, 'Memory Limit Exceeded'],
    ['crashed', { exitCode: null, signal: 11 }, 'Runtime Error'],
    ['exit 3', { exitCode: 3 }, 'Runtime Error'],
  ];
  for (const [upperIndex, [upper, upperFacts, expected]] of rows.entries()) {
    for (const [lower, lowerFacts] of rows.slice(upperIndex + 1)) {
      test(`${upper} beats ${lower}`, () => expect(status({ ...lowerFacts, ...upperFacts })).toBe(expected));
    }
  }
});

describe('the reason is in words', () => {
  test.each<[Partial<RunFacts>, string]>([
    [{ exitCode: 3 }, 'Exited with code 3'],
    [{ exitCode: null, signal: 11 }, 'Invalid memory access (SIGSEGV)'],
    [{ exitCode: null, signal: 8 }, 'Arithmetic error such as division by zero (SIGFPE)'],
    [{ exitCode: null, signal: 40 }, 'Ended by signal 40'],
    [{ outputOverflow: true }, 'More than 64 MB of output'],
    [{ oomKilled: true }, 'More than 256 MB of memory'],
    [{ cpuUs: 1_000_001 }, 'More than 1000 ms of CPU time'],
    [{ stoppedBy: 'wall' }, 'Still not finished after 3000 ms of waiting'],
    [
      {
        exitCode: null,
        signal: 6,
        stderr: "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector",
      },
      'Uncaught exception std::out_of_range',
    ],
  ])('%j → %s', (facts, expected) => expect(reason(facts)).toBe(expected));

  test('a type of the contestant’s own is not repeated: it could carry a secret input', () => {
    const stderr = "terminate called after throwing an instance of 'secret_42'";
    expect(reason({ exitCode: null, signal: 6, stderr })).toBe('Aborted (SIGABRT)');
  });
});

describe('what is shown', () => {
  test.each([
    [999_999, 999],
    [1_000_000, 1000],
    [1_000_001, 1001],
    [1_001_600, 1002],
    [400, 0],
  ])('%i µs against 1000 ms shows as %i ms', (cpuUs, shown) => expect(shownTimeMs(cpuUs, 1000)).toBe(shown));

  test('memory is rounded up to whole KB', () => {
    expect(shownMemoryKb(1)).toBe(1);
    expect(shownMemoryKb(1024)).toBe(1);
    expect(shownMemoryKb(1025)).toBe(2);
  });
});
