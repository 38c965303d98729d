/** Where the time of compiling goes: by the compiler's own report, by assembling and linking alone, and what is left. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Judge } from '#judge/judge.ts';
import { chooseRuntime } from '#judge/runtimes.ts';
import { emptyCompiler } from './judge-compiling.ts';
import { fastest, milliseconds } from './table.ts';

const run = promisify(execFile);
const rounds = 15;

const kinds = {
  'bits/stdc++.h': `#include <bits/stdc++.h>
    int main() {
      int n; std::cin >> n; std::vector<int> a(n); for (auto& x : a) std::cin >> x;
      std::sort(a.begin(), a.end()); for (int x : a) std::cout << x;
    }\n`,
  iostream: '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n; }\n',
  cstdio: '#include <cstdio>\nint main() { int n; scanf("%d", &n); printf("%d", n); }\n',
};

export async function printWhere(judge: Judge, folder: string): Promise<void> {
  await judge.toolchain.buildAhead();
  for (const [kind, code] of Object.entries(kinds)) {
    console.log(`\n${kind}`);
    const parts = await partsOf(judge, folder, code);
    for (const [part, ms] of Object.entries(parts)) console.log(`  ${part.padEnd(40)}${milliseconds(ms)}`);
  }
}

async function partsOf({ toolchain, ...judge }: Judge, folder: string, code: string) {
  const source = Buffer.from(code);
  await writeFile(join(folder, 'main.cpp'), source);
  const header = toolchain.chooseHeader(source);
  const include = header ? ['-include', header] : [];
  const runtime = chooseRuntime(source, toolchain.runtimes());
  const command = (name: string, args: readonly string[]) => run(name, args, { cwd: folder });
  const compile = (...args: string[]) =>
    command(toolchain.compiler, [...toolchain.flags.filter((flag) => flag !== '-pipe'), ...include, ...args]);

  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1)
    reports.push(readReport((await compile('-ftime-report', '-S', 'main.cpp')).stderr));
  const mean = (key: keyof Report) => reports.reduce((all, report) => all + report[key], 0) / rounds;
  const reported = {
    loading: mean('loading'),
    parsing: mean('parsing'),
    instantiating: mean('instantiating'),
    optimising: mean('optimising'),
  };
  const assembling = await fastest(
    rounds,
    async () => void (await command('as', ['main.s', '-o', 'main.o'])),
  );
  const [linker = '', ...linkArgs] = runtime ? toolchain.linkWith(runtime) : [];
  const linking = linker ? await fastest(rounds, async () => void (await command(linker, linkArgs))) : 0;
  const compiler = await emptyCompiler({ toolchain, ...judge }, folder, () => {});
  const whole = await fastest(rounds, async (round) => {
    const compiled = await compiler.compile({ code: Buffer.from(`${code}// ${round}\n`) });
    if (!compiled.ok) throw new Error(compiled.message);
    void compiled.release();
  });
  const parts = { ...reported, assembling, linking };
  const known = Object.values(parts).reduce((all, ms) => all + ms, 0);
  return { ...parts, 'sandbox, shell and driver, as the rest': whole - known, together: whole };
}

type Report = Record<'loading' | 'parsing' | 'instantiating' | 'optimising', number>;

/** User and system time. A hundredth of a second is the report's smallest step, so only the mean of many tells. */
function readReport(text: string): Report {
  const ms = (name: string) => {
    const line = text.split('\n').find((each) => each.trim().startsWith(name)) ?? '';
    const seconds = [...line.matchAll(/(\d+\.\d+) \(/g)].map(([, figure]) => Number(figure));
    return ((seconds[0] ?? 0) + (seconds[1] ?? 0)) * 1000;
  };
  const loading = ms('PCH main state restore') + ms('PCH preprocessor state restore') + ms('phase setup');
  return {
    loading,
    parsing: ms('phase parsing') + ms('phase setup') - loading,
    instantiating: ms('phase lang. deferred'),
    optimising: ms('phase opt and generate') + ms('phase last asm') + ms('phase finalize'),
  };
}
