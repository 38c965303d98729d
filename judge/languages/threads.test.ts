import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { usualAllowances } from '#contract/language-limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import { openTestBench, type TestBench, verdictOf } from '../run/testing.ts';
import { withAllowance } from './limits.ts';
import { needLanguage } from './testing.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench?.close());

const inThreads = (target: string) =>
  `import threading, zlib\n${target}for i in range(4): threading.Thread(target=work).start()\n`;

const loopInCpp =
  '#include <thread>\nint main() { std::thread work([] { for (volatile int i = 0;; i = i + 1); }); work.join(); }\n';

/** Threads that work for ever, while the one that the program began with waits for them. */
const programs: Partial<Record<LanguageId, readonly string[]>> = {
  cpp: [loopInCpp],
  cpp17: [loopInCpp],
  c: [
    '#include <pthread.h>\nvoid* work(void* x) { for (volatile int i = 0;; i = i + 1); return x; }\nint main(void) { pthread_t thread; pthread_create(&thread, 0, work, 0); pthread_join(thread, 0); }\n',
  ],
  python: [
    inThreads('def work():\n    while True: pass\n'),
    // In C, with the interpreter's lock released.
    inThreads('room = bytes(1 << 24)\ndef work():\n    while True: zlib.crc32(room)\n'),
  ],
  pypy: [inThreads('def work():\n    while True: pass\n')],
  javascript: [
    `const { Worker } = require('worker_threads');\nfor (let i = 0; i < 4; i++) new Worker('for (;;);', { eval: true });\n`,
  ],
  java: [
    'class Main { public static void main(String[] args) throws Exception { Thread work = null; for (int i = 0; i < 4; i++) { work = new Thread(() -> { for (;;); }); work.start(); } work.join(); } }\n',
  ],
  go: ['package main\nfunc main() { for i := 0; i < 4; i++ { go func() { for {} }() }; select {} }\n'],
  rust: ['fn main() { std::thread::spawn(|| loop {}).join().unwrap(); }\n'],
};

const limits = { timeLimitMs: 300, memoryLimitBytes: 256 << 20 };

test.for(Object.entries(programs) as [LanguageId, readonly string[]][])(
  '%s: the processor time of all threads counts',
  async ([language, codes], { skip }) => {
    needLanguage(bench.judge.languages, language, skip);
    const testSet = await bench.testSet([['', '']]);
    const { timeLimitMs: limitMs } = withAllowance(usualAllowances[language], limits);
    const verdicts = codes.map((code) =>
      verdictOf(bench.judge.judgeSubmission({ language, code }, testSet, limits)),
    );
    for (const { results } of await Promise.all(verdicts))
      expect(results[0]).toMatchObject({
        status: 'Time Limit Exceeded',
        // And not by the wall clock, which would have the same to say of a program that sleeps.
        reason: words('over_cpu_time', { limitMs }),
      });
  },
);
