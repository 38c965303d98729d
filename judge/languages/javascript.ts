/**
 * JavaScript by Node, the one that this judge itself runs on. As in Python there is nothing to compile: the source is
 * read once for mistakes of syntax, and is what runs, as a script or, where it imports or exports, as a module.
 */

import { words } from '#contract/words.ts';
import { cleanDiagnostics } from './javascript/diagnostics.ts';
import { knownPrograms } from './javascript/known-programs.ts';
import { runtimeWords } from './javascript/runtime-words.ts';
import { keepSource } from './keep-source.ts';
import { type Language, type Launch, type MemoryRoom, requestOf } from './language.ts';
import { languageKey } from './language-key.ts';
import { allOf } from './limits.ts';
import { librariesOf, preloadEnv, shownFolders } from './shown-folders.ts';

const sourceName = 'main.js';
const mebibyte = 1024 * 1024;

/** What Node has in memory beside the program's own heap or stack, whatever it is allowed. */
const ownMemoryBytes = 64 * mebibyte;
const leastBytes = 8 * mebibyte;

/** Its own threads: the pool for files and names, the engine's helpers, one that waits for a debugger's signal. */
const ownThreads = 16;

/** A run has one core: helpers beside it would only wait for it. */
const flags = ['--v8-pool-size=1', '--single-threaded', '--no-warnings'];

/** A file that is not there, where the machine's own may be there and not be read. */
const env = ['OPENSSL_CONF=openssl.cnf'];

export const javascript: Language = {
  sourceName,
  runtimeWords,
  knownPrograms,
  async open() {
    const node = process.execPath;
    const readOnly = await shownFolders(await librariesOf([node]));
    const startEnv = [...env, ...preloadEnv(await librariesOf([node]))];
    const start = (room: MemoryRoom, ...args: string[]): Launch => ({
      profile: 'program',
      program: node,
      args: [...flags, ...memoryFlags(room), ...args, sourceName],
      env: startEnv,
      readOnly,
    });
    return {
      version: `Node.js ${process.version}`,
      flags,
      commands: {
        compile: `node --check ${sourceName}`,
        // Both by the memory limit, in these units.
        run: ['node', ...flags, '--max-old-space-size=MB', '--stack-size=KB', sourceName].join(' '),
      },
      key: languageKey(
        [process.versions, flags, env],
        ['javascript.ts', 'javascript/diagnostics.ts', 'keep-source.ts', 'machine-paths.ts', 'printed.ts'],
      ),
      diagnostics: {
        clean: cleanDiagnostics,
        tooLarge: /(?!)/,
        adviceWhenTooLarge: words('fill_arrays_in_main'),
      },
      async compile(job) {
        const { limits, source } = job;
        const files = { [sourceName]: source.code };
        const launch = { ...start(allOf(limits), '--check'), files, processes: ownThreads };
        return keepSource(job, await job.run(requestOf(launch, { limits })));
      },
      launch: (program, room) => ({
        ...start(room),
        files: { [sourceName]: program },
        processes: ownThreads,
        showsInput: true,
      }),
      slowBecause: () => null,
      buildAhead: async () => {},
    };
  },
};

/**
 * The engine would size both by the machine. The heap has what a problem allows. So has the stack, which has to end
 * before what the kernel gives it: beyond that a recursion would crash, and not be told by the engine as what it is.
 */
function memoryFlags({ memoryBytes, programBytes }: MemoryRoom): string[] {
  const heap = Math.max(programBytes, leastBytes);
  const stack = Math.max(Math.min(programBytes, memoryBytes - ownMemoryBytes), leastBytes);
  return [`--max-old-space-size=${Math.floor(heap / mebibyte)}`, `--stack-size=${Math.floor(stack / 1024)}`];
}
