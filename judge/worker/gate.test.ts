import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import type { OpenLanguage } from '../languages/catalogue.ts';
import { missingTool } from '../languages/tools.ts';
import { makeFolder } from '../run/testing.ts';
import { type Sandbox, SandboxFault } from '../sandbox/sandbox.ts';
import { openTestSandbox } from '../sandbox/testing.ts';
import { listLacking, openFitJudge } from './gate.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000 });

const folder = await makeFolder();
afterAll(() => rm(folder, { recursive: true }));
const stay = new AbortController().signal;
const cache = { cacheFolder: join(folder, 'cache'), cacheBytes: 1 << 30 };
const required = { languages: ['cpp'], packages: [] } as const;

async function tryGate(open: () => Promise<Sandbox>) {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const fit = await openFitJudge(open, cache, required, logger, stay);
  const isFit = 'judge' in fit;
  if (isFit) await fit.close();
  const errors = lines.map((line) => JSON.parse(line)).filter((entry) => entry.level >= 50);
  const failures = errors.flatMap((entry) => entry.failures as string[]);
  const said = isFit ? [] : fit.failures;
  expect(said.map(sayInEnglish)).toEqual(failures);
  return { isFit, failures, said };
}

describe('the gate of a worker', () => {
  it('lets this machine judge', async () => {
    expect(await tryGate(() => openTestSandbox())).toEqual({ isFit: true, failures: [], said: [] });
  });

  it('is closed by a sandbox that does not start, and says why', async () => {
    const { isFit, failures, said } = await tryGate(() => openTestSandbox({ helper: '/nowhere/helper' }));
    expect([isFit, failures]).toEqual([false, ['the sandbox helper ended: spawn /nowhere/helper ENOENT']]);
    expect(said).toEqual([words('sandbox_ended', { said: 'spawn /nowhere/helper ENOENT' })]);
  });

  it('is closed by a language or a package that is wanted and not there, and says what to install', () => {
    const numpy = { id: 'numpy', found: { missing: missingTool('numpy', 'python3-numpy').said } } as const;
    const lacks = (isAllowed: boolean, languages: readonly LanguageId[]) =>
      listLacking(
        {
          installed: { python: { packages: [{ ...numpy, isAllowed }] } as unknown as OpenLanguage },
          missing: new Map([['go', missingTool('go', 'golang-go')]]),
        },
        languages,
      ).map(sayInEnglish);
    expect(lacks(false, ['python'])).toEqual([]);
    expect(lacks(true, ['cpp'])).toEqual([]);
    expect(lacks(true, ['python', 'go'])).toEqual([
      'Python 3: numpy is not installed: install the package python3-numpy',
      'Go: go is not installed: install the package golang-go',
    ]);
  });

  it('is open for all others when one language fails, and says which and why', async () => {
    const sandbox = await openTestSandbox();
    const run: Sandbox['run'] = async (request, ...rest) => {
      if (request.files?.['main.c']) throw new SandboxFault(words('sandbox_closed'));
      return sandbox.run(request, ...rest);
    };
    const open = async () => ({
      facts: sandbox.facts,
      run,
      busyCores: () => 0,
      close: () => sandbox.close(),
    });
    const both = { languages: ['cpp', 'c'], packages: [] } as const;
    const fit = await openFitJudge(open, cache, both, pino({ enabled: false }), stay);
    if (!('judge' in fit)) throw new Error('not fit');
    await fit.close();
    const [fault] = fit.unproved.values();
    expect([...fit.unproved.keys()]).toEqual(['c']);
    expect(fault?.params.failures[0]).toEqual(
      words('known_program_not_judged', {
        program: 'right (c)',
        fault: words('fault_caused', { fault: words('judging_failed'), cause: words('sandbox_closed') }),
      }),
    );
    expect(fault && sayInEnglish(fault)).toMatch(
      /^its known programs .*: right \(c\): judging failed: the sandbox is closed; .*; and \d+ more$/,
    );
  });

  it('is closed by one wrong verdict, and names the program', async () => {
    const { isFit, failures } = await tryGate(async () => {
      const sandbox = await openTestSandbox();
      const run: Sandbox['run'] = async (request, signal) => {
        const facts = await sandbox.run(request, signal);
        // A machine whose memory limit does not hold.
        return facts.limit === 'memory'
          ? { ...facts, limit: null, exitCode: 0, signal: null, memoryBytes: 0 }
          : facts;
      };
      return {
        facts: sandbox.facts,
        run,
        busyCores: () => sandbox.busyCores(),
        close: () => sandbox.close(),
      };
    });
    expect(isFit).toBe(false);
    expect(failures.join('\n')).toContain('instead of Memory Limit Exceeded');
  });
});
