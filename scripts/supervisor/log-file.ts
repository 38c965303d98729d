import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
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

/** DATA_DIR/logs/minos.log and one predecessor: the terminal stays readable, what happened stays findable. */
export function openLogFile(dataDir: string): LogFile {
  const folder = join(dataDir, 'logs');
  const path = join(folder, 'minos.log');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let file = openSync(path, 'a', 0o600);
  let size = statSync(path).size;

  function line(text: string): void {
    try {
      if (size > rotateAtBytes) rotate();
      size += writeSync(file, `${text}\n`);
    } catch (error) {
      // A full disk must not take the supervisor down with it.
      process.stderr.write(`${text}\n(not logged: ${error})\n`);
    }
  }

  function rotate(): void {
    closeSync(file);
    renameSync(path, `${path}.1`);
    file = openSync(path, 'a', 0o600);
    size = 0;
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

/** pino writes the level first: 40 is warn. */
function isWarning(text: string): boolean {
  return Number(/^\{"level":(\d+)/.exec(text)?.[1]) >= 40;
}
