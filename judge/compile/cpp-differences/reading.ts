/**
 * The includes that headers.ts reads at the top of a source, against the preprocessor itself: loading them before all
 * else must change nothing. Headers of one line stand for the real ones, so thousands of sources are a matter of a
 * minute.
 */

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { includesUnguardedOnce, leadingHeaders } from '../../languages/cpp/headers.ts';
import { randomOf } from './random.ts';
import { headersUsed, readAgain, topOfFile } from './top-of-file.ts';

const run = promisify(execFile);

/** Sources whose includes are read otherwise than the preprocessor does, as the seed makes them. */
export async function checkReading(
  compiler: string,
  folder: string,
  { seed, count }: { seed: number; count: number },
): Promise<string[]> {
  const headers = join(folder, 'headers');
  for (const [index, name] of headersUsed.entries()) {
    await mkdir(dirname(join(headers, name)), { recursive: true });
    await writeFile(
      join(headers, name),
      `#ifndef GUARD_${index}\n#define GUARD_${index}\nheader_${index}\n#endif\n`,
    );
  }
  const source = join(folder, 'main.cpp');
  const forced = join(folder, 'forced.h');
  const preprocess = async (options: readonly string[]) => {
    const flags = ['-E', '-P', '-w', '-std=gnu++20', '-DONLINE_JUDGE', '-nostdinc', '-isystem', headers];
    const ended = await run(compiler, [...flags, ...options, source]).catch((error) => error);
    // The words of an error tell where a forced header came from, and only they.
    return `${ended.code ?? 0}\n${ended.stdout}`;
  };
  const differences: string[] = [];
  for (let index = 0; index < count; index++) {
    const code = `${topOfFile(randomOf(seed, index))}last\n`;
    const read = [...leadingHeaders(Buffer.from(code))];
    if (read.length === 0) continue;
    await writeFile(source, code);
    await writeFile(forced, read.map((header) => `#include <${header}>\n`).join(''));
    if ((await preprocess([])) !== (await preprocess(['-include', forced])))
      differences.push(`seed ${seed}, number ${index}: read ${read.join(', ')} in ${JSON.stringify(code)}`);
  }
  return differences;
}

/** Sources that are taken to read <bits/stdc++.h> once, and of which the preprocessor reads it again. */
export async function checkReadOnce(
  compiler: string,
  folder: string,
  { seed, count }: { seed: number; count: number },
): Promise<string[]> {
  const headers = join(folder, 'unguarded');
  await mkdir(join(headers, 'bits'), { recursive: true });
  await writeFile(join(headers, 'bits/stdc++.h'), 'read_once\n');
  const source = join(folder, 'main.cpp');
  const flags = ['-E', '-P', '-w', '-std=gnu++20', '-nostdinc', '-isystem', headers];
  const differences: string[] = [];
  for (let index = 0; index < count; index++) {
    const code = readAgain(randomOf(seed, index));
    if (!includesUnguardedOnce(Buffer.from(code))) continue;
    await writeFile(source, code);
    // What is refused is compiled without a precompiled header.
    const { stdout } = await run(compiler, [...flags, source]).catch(() => ({ stdout: '' }));
    if (stdout.split('read_once').length > 2)
      differences.push(`seed ${seed}, number ${index}: read again in ${JSON.stringify(code)}`);
  }
  return differences;
}
