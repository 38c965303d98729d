import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Outcome, tellFailedTool } from './outcome.ts';

export interface Step {
  name: string;
  command: string[];
  report?: { file: string; read: (json: never) => Outcome };
}

interface Options {
  env: NodeJS.ProcessEnv;
  /** What it prints is shown as it comes; otherwise when it has ended, so that its lines stand together. */
  isShown: boolean;
}

export async function runStep(step: Step, { env, isShown }: Options): Promise<Outcome> {
  const { name, command } = step;
  const [tool = '', ...args] = command;
  const startedAt = Date.now();
  if (isShown) console.log(`\n── ${name}`);
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isShown) process.stdout.write(chunk);
    });
  const end = await once(child, 'close').then(
    ([code, signal]) => tellEnd(code, signal),
    (error: Error) => error.message,
  );
  const printed = Buffer.concat(chunks);
  if (!isShown) process.stdout.write(`\n── ${name}\n${printed}`);
  console.log(`   ${name} ${end ? 'FAILED' : 'passed'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return readOutcome(step, end, printed.toString());
}

/** How a process ended that did not end well. */
function tellEnd(code: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal) return `ended by ${signal}`;
  return code === 0 ? null : `ended with ${code}`;
}

/** A tool that fails without a failing test to show for it (a crash, an unhandled error) is one failure. */
function readOutcome({ name, report }: Step, end: string | null, printed: string): Outcome {
  const own = tellFailedTool(`${name}: ${end ?? 'no report'}`, printed);
  if (!report) return end ? { passed: 0, failures: [own] } : { passed: 1, failures: [] };
  try {
    const outcome = report.read(JSON.parse(readFileSync(report.file, 'utf8')) as never);
    return end && outcome.failures.length === 0 ? { ...outcome, failures: [own] } : outcome;
  } catch {
    return { passed: 0, failures: [own] };
  }
}
