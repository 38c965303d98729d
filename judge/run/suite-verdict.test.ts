import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runtimeWords } from '../languages/cpp/runtime-words.ts';
import type { RunFacts, RunRequest } from '../sandbox/run-types.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { buildCase, loadCases, runCase } from '../sandbox/suite.ts';
import { openTestSandbox } from '../sandbox/testing.ts';
import { decideRun } from './verdict.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let sandbox: Sandbox;
const scratch = mkdtempSync(join(tmpdir(), 'minos-verdicts-'));
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(async () => {
  await sandbox?.close();
  rmSync(scratch, { recursive: true });
});

describe('the verdicts of the hostile suite', () => {
  const certain = loadCases().filter((suiteCase) => suiteCase.verdict !== undefined);
  test.each(certain)('$name → $verdict: $about', async (suiteCase) => {
    if (suiteCase.notIn?.[sandbox.facts.tier]) return;
    const seen: { request: RunRequest; facts: RunFacts }[] = [];
    const watched: Sandbox = {
      facts: sandbox.facts,
      busyCores: () => sandbox.busyCores(),
      close: () => sandbox.close(),
      async run(request, signal) {
        const facts = await sandbox.run(request, signal);
        seen.push({ request, facts });
        return facts;
      },
    };
    await runCase(watched, suiteCase, await buildCase(suiteCase), scratch);
    const verdicts = seen.map(({ request: { limits }, facts }) => {
      const { cpuMs: timeLimitMs, memoryBytes: memoryLimitBytes, outputBytes: outputLimitBytes } = limits;
      const decision = decideRun(facts, { timeLimitMs, memoryLimitBytes, outputLimitBytes }, runtimeWords);
      return decision?.status ?? 'Accepted';
    });
    expect(new Set(verdicts)).toEqual(new Set([suiteCase.verdict]));
  });
});
