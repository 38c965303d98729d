import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const rotateAtBytes = 20 * 1024 * 1024;

export interface LogFile {
  /** Takes a child's output line by line: `loud` shows all of it in the terminal, `quiet` warnings and worse. */
  take(stream: Readable | null, volume: 'quiet' | 'loud'): void;
  line(text: string): void;
  say(text: string): void;
}

/**
 * The log in DATA_DIR/logs: the terminal stays readable, what happened stays findable. What tells of a submission
 * has a file of its own, which is kept longer: in a busy contest the requests alone fill the other in minutes.
 */
export function openLogFile(dataDir: string): LogFile {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const everything = openRotating(join(folder, 'minos.log'), 1);
  const submissions = openRotating(join(folder, 'submissions.log'), 9);
  // Whoever read along is gone. That is no reason to end: it is all in the files.
  process.stderr.on('error', () => {});

  function line(text: string): void {
    try {
      (tellsOfSubmission(text) ? submissions : everything).write(text);
    } catch (error) {
      // A full disk must not take the supervisor down with it.
      process.stderr.write(`${text}\n(not logged: ${error})\n`);
    }
  }

  function say(text: string): void {
    line(text);
    process.stderr.write(`${text}\n`);
  }

  function take(stream: Readable | null, volume: 'quiet' | 'loud'): void {
    if (!stream) return;
    createInterface({ input: stream }).on('line', (text) => {
      if (volume === 'loud' || isWarning(text)) say(text);
      else line(text);
    });
  }

  return { take, line, say };
}

/** A file and so many predecessors, `.1` the latest. */
function openRotating(path: string, predecessors: number) {
  let file = openSync(path, 'a', 0o600);
  let size = statSync(path).size;

  function rotate(): void {
    closeSync(file);
    for (let number = predecessors; number > 0; number--) {
      const younger = number === 1 ? path : `${path}.${number - 1}`;
      if (existsSync(younger)) renameSync(younger, `${path}.${number}`);
    }
    file = openSync(path, 'a', 0o600);
    size = 0;
  }

  return {
    write(text: string): void {
      if (size > rotateAtBytes) rotate();
      size += writeSync(file, `${text}\n`);
    },
  };
}

function tellsOfSubmission(text: string): boolean {
  return text.startsWith('{"level":') && text.includes('"submission":');
}

/** pino writes the level first: 40 is warn. */
function isWarning(text: string): boolean {
  return Number(/^\{"level":(\d+)/.exec(text)?.[1]) >= 40;
}
