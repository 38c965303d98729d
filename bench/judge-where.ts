/** Where the time of compiling goes: each step by itself, from the difference that it makes. */

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
import { fastest, milliseconds } from './table.ts';

const run = promisify(execFile);
const rounds = 15;

const kinds = {
  'bits/stdc++.h': {
    include: '#include <bits/stdc++.h>\n',
    body: `int main() {
      int n; std::cin >> n; std::vector<int> a(n); for (auto& x : a) std::cin >> x;
      std::sort(a.begin(), a.end()); for (int x : a) std::cout << x;
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
  for (const [kind, { include, body }] of Object.entries(kinds)) {
    console.log(`\n${kind}`);
    const parts = await partsOf(judge, folder, include, body);
    for (const [part, ms] of Object.entries(parts)) console.log(`  ${part.padEnd(60)}${milliseconds(ms)}`);
  }
}

async function partsOf(judge: Judge, folder: string, include: string, body: string) {
  const toolchain = await openToolchain(judge.cacheFolder);
  const source = Buffer.from(include + body);
  await writeFile(join(folder, 'main.cpp'), source);
  await writeFile(join(folder, 'empty.cpp'), `${include}int main() {}\n`);
  const header = toolchain.chooseHeader(source);
  const loaded = header ? ['-include', header] : [];
  const runtime = chooseRuntime(source, toolchain.runtimes());
  const time = (name: string, args: readonly string[]) =>
    fastest(rounds, async () => void (await run(name, args, { cwd: folder })));
  const compile = (...args: string[]) => time(toolchain.compiler, [...toolchain.flags, ...loaded, ...args]);

  const driver = await time(toolchain.compiler, ['-###', '-c', 'main.cpp']);
  const loading = (await compile('-fsyntax-only', 'empty.cpp')) - driver;
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
    'loading the header, instantiating what it leaves pending': loading,
    'parsing and instantiating the program': understood - loading - driver,
    optimising: optimised - understood,
    assembling,
    linking,
    'sandbox, shell and driver, as the rest': whole - (optimised - driver) - assembling - linking,
    together: whole,
  };
}
