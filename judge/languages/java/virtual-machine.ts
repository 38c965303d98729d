/** How the virtual machine is started, for a compiler that runs in it and for contestants' programs. */

import type { MemoryRoom } from '../language.ts';

const mebibyte = 1024 * 1024;

const always = [
  // One collector that works when it has to, in the thread that needs it, on the one core there is.
  '-XX:+UseSerialGC',
  '-XX:ActiveProcessorCount=1',
  // Nothing is asked of the machine or told to it: no groups, no file of counters, no door for debuggers.
  '-XX:-UseContainerSupport',
  '-XX:-UsePerfData',
  '-XX:+DisableAttachMechanism',
  // There is work for one thread of each compiler. Else they ask for the machine's memory, which the cell has to answer,
  // before each of the hundred methods that they compile while a program starts.
  '-XX:-UseDynamicNumberOfCompilerThreads',
  // Its own words go where a program's do not, if anywhere, and a crash leaves no file.
  '-Xlog:disable',
  '-XX:+DisplayVMOutputToStderr',
  '-XX:+ErrorFileToStderr',
  '-XX:-CreateCoredumpOnCrash',
];

/** A compiler is over before it would pay to optimise it. */
export const compilerMachine: readonly string[] = [
  ...always,
  '-XX:TieredStopAtLevel=1',
  // Room enough that most sources need no collection.
  '-Xms96m',
  '-Xmn64m',
  '-Xmx640m',
  '-Djava.io.tmpdir=.',
];

/** What is the same for all programs. */
export const programMachine: readonly string[] = [
  ...always,
  // The first error ends the program: one that catches it would fill its memory again and again.
  '-XX:+ExitOnOutOfMemoryError',
  '-Dfile.encoding=UTF-8',
  '-Dstdout.encoding=UTF-8',
];

/** Less, and it does not start. */
const leastBytes = 8 * mebibyte;
/** As much as there can be of one. */
const mostStackBytes = 1000 * mebibyte;

/**
 * The heap has what a problem allows, and stacks have as much. Either is only taken as far as it is used. What the virtual
 * machine takes beside them, its code, that of the program, classes and tables, is what the allowance is for.
 */
export function memoryFlags({ programBytes }: MemoryRoom): string[] {
  const bytes = Math.max(leastBytes, programBytes);
  const heap = Math.floor(bytes / mebibyte);
  const stack = Math.floor(Math.min(mostStackBytes, bytes) / mebibyte);
  return [`-Xms${heap}m`, `-Xmx${heap}m`, `-Xss${stack}m`];
}

/** Its threads beside main: compilers, collector, signals, clean-up. */
export const ownThreads = 24;
