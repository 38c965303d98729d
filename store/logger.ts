/**
 * The log of every process: lines of JSON on standard output, which is a pipe to the supervisor, a terminal or a file.
 *
 * A line is written before the call returns, so that the last words of a process that is killed are there. A pipe whose
 * reader is behind takes no more for the moment (Node has set it to refuse rather than wait): what is left goes when
 * there is room, without holding up the process. At its end a process waits for that, but not for ever.
 */
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Environment } from '#config/environment.ts';
import { logSerializers } from './log-error.ts';

const tryAgainMs = 20;
/** How long a process that ends waits for a reader that takes nothing at all. */
const exitTimeoutMs = 10_000;

export function openLogger(level: Environment['LOG_LEVEL'], base: Record<string, unknown>): Logger {
  return pino({ level, base, serializers: logSerializers }, openOutput(process.stdout.fd));
}

export function openOutput(fd: number, timeoutMs = exitTimeoutMs): DestinationStream {
  const lines: string[] = [];
  let begun: Buffer = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;

  /** Writes what the other end takes now: nothing of it, some, or all there is. */
  function writePending(): 'none' | 'some' | 'all' {
    let taken: 'none' | 'some' = 'none';
    while (begun.length > 0 || lines.length > 0) {
      if (begun.length === 0) begun = Buffer.from(lines.splice(0).join(''));
      try {
        begun = begun.subarray(writeSync(fd, begun));
        taken = 'some';
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return taken;
        // Nobody is left to read it (EPIPE), or it cannot be kept (a full disk): the same again is no use.
        begun = Buffer.alloc(0);
      }
    }
    return 'all';
  }

  function drain(): void {
    timer = writePending() === 'all' ? undefined : setTimeout(drain, tryAgainMs).unref();
  }

  process.once('exit', () => {
    const pause = new Int32Array(new SharedArrayBuffer(4));
    let deadline = Date.now() + timeoutMs;
    for (let taken = writePending(); taken !== 'all' && Date.now() < deadline; taken = writePending()) {
      if (taken === 'some') deadline = Date.now() + timeoutMs;
      Atomics.wait(pause, 0, 0, tryAgainMs);
    }
  });

  return {
    write(line) {
      lines.push(line);
      if (!timer) drain();
    },
  };
}
