/** Where the time of a submission goes: each step of compiling by the difference that it makes, and what comes behind. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { getLanguage } from '#judge/languages/catalogue.ts';
import { chooseRuntime } from '#judge/languages/cpp/runtimes.ts';
import { openToolchain } from '#judge/languages/cpp/toolchain.ts';
import type { Judge } from '#judge/run/judge.ts';
import { emptyCompiler } from './judge-compiling.ts';
import { measureSubmissions } from './judge-submissions.ts';
import { fastest, milliseconds } from './table.ts';

const run = promisify(execFile);
const rounds = 15;

interface Kind {
  readonly include: string;
  /** Prints the number that it reads. */
  readonly body: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  'bits/stdc++.h': {
    include: '#include <bits/stdc++.h>\n',
    body: `int main() {
      int n; std::cin >> n; std::vector<int> a(1, n); for (auto& x : a) std::cin >> x;
      std::sort(a.begin(), a.end()); std::cout << n;
    }\n`,
  },
  iostream: {
    include: '#include <iostream>\n',
    body: 'int main() { int n; std::cin >> n; std::cout << n; }\n',
  },
  cstdio: {
    include: '#include <cstdio>\n',
    body: 'int main() { int n; scanf("%d", &n); printf("%d", n); }\n',
  },
};

export async function printWhere(judge: Judge, folder: string): Promise<void> {
  await getLanguage(judge.languages, 'cpp').buildAhead();
  const sources = Object.entries(kinds).map(([kind, { include, body }]) => ({
    kind,
    write: (round: number) => `${include}${body}// ${round}\n`,
  }));
  const submissions = await measureSubmissions(judge.cacheFolder, sources);
  for (const [kind, { include, body }] of Object.entries(kinds)) {
    const compiling = await partsOf(judge, folder, include, body);
    const { databaseMs = 0, verdictMs = 0 } = submissions.get(kind) ?? {};
    const parts = {
      ...compiling,
      'database, beside the others': databaseMs,
      'request, queue and ten tests, as the rest': verdictMs - compiling['compiled, together'],
      'from submission to verdict, together': verdictMs,
    };
    console.log(`\n${kind}`);
    for (const [part, ms] of Object.entries(parts)) console.log(`  ${part.padEnd(60)}${milliseconds(ms)}`);
  }
}

async function partsOf(judge: Judge, folder: string, include: string, body: string) {
  const toolchain = await openToolchain(judge.cacheFolder);
  const source = Buffer.from(include + body);
  await writeFile(join(folder, 'main.cpp'), source);
  // Where there is an error, nothing is instantiated that waits for the end of the file.
  await writeFile(join(folder, 'loaded.cpp'), `${include}#error\n`);
  await writeFile(join(folder, 'parsed.cpp'), `${include}${body}#error\n`);
  const header = toolchain.chooseHeader(source);
  const loaded = header ? ['-include', header] : [];
  const runtime = chooseRuntime(source, toolchain.runtimes());
  const time = (name: string, args: readonly string[]) =>
    fastest(rounds, async () => void (await run(name, args, { cwd: folder })));
  const compile = (...args: string[]) => time(toolchain.compiler, [...toolchain.flags, ...loaded, ...args]);
  const compileToError = (name: string) =>
    fastest(rounds, async () => {
      const args = [...toolchain.flags, ...loaded, '-Wfatal-errors', '-fsyntax-only', name];
      const { stderr } = await run(toolchain.compiler, args, { cwd: folder }).catch((error) => error);
      if (!stderr?.includes('#error')) throw new Error(`${name} is wrong: ${stderr}`);
    });

  const driver = await time(toolchain.compiler, ['-###', '-c', 'main.cpp']);
  const loading = (await compileToError('loaded.cpp')) - driver;
  const parsed = await compileToError('parsed.cpp');
  const understood = await compile('-fsyntax-only', 'main.cpp');
  const optimised = await compile('-S', 'main.cpp');
  const assembling = await time('as', ['main.s', '-o', 'main.o']);
  const [linker = '', ...linkArgs] = runtime ? toolchain.linkWith(runtime) : [];
  const linking = linker ? await time(linker, linkArgs) : 0;
  const compiler = await emptyCompiler(judge, folder, () => {});
  const whole = await fastest(rounds, async (round) => {
    const compiled = await compiler.compile({
      language: 'cpp',
      code: Buffer.from(`${include}${body}// ${round}\n`),
    });
    if (!compiled.ok) throw new Error(sayInEnglish(compiled.said));
    void compiled.release();
  });
  return {
    'loading the header': loading,
    'parsing the program': parsed - loading - driver,
    'instantiating, what the header leaves pending too': understood - parsed,
    optimising: optimised - understood,
    assembling,
    linking,
    'sandbox, shell and driver, as the rest': whole - (optimised - driver) - assembling - linking,
    'compiled, together': whole,
  };
}
