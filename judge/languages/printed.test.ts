import { expect, test } from 'vitest';
import { cleanDiagnostics as cleanGnu } from './gnu/diagnostics.ts';
import { cleanDiagnostics as cleanGo } from './go/diagnostics.ts';
import { cleanDiagnostics as cleanJvm } from './java/diagnostics.ts';
import { cleanDiagnostics as cleanNode } from './javascript/diagnostics.ts';
import { cleanDiagnostics as cleanPascal } from './pascal/diagnostics.ts';
import { cleanPrinted } from './printed.ts';
import { cleanDiagnostics as cleanRust } from './rust/diagnostics.ts';

const everyLine = { isNoise: () => false, clean: (line: string) => line };

test('lines that are not going to be shown are not cleaned', () => {
  let cleaned = 0;
  const clean = (line: string) => {
    cleaned += 1;
    return line;
  };
  const printed = Buffer.from('an error of forty characters, more or less\n'.repeat(100_000));
  expect(cleanPrinted(printed, { ...everyLine, clean })).toMatchObject({ isCut: true });
  expect(cleaned).toBeLessThan(300);
});

test('blank lines stand between others, not before and behind them', () => {
  const blank = '\n \n'.repeat(20_000);
  expect(cleanPrinted(Buffer.from(`${blank}first\n\nsecond${blank}`), everyLine)).toEqual({
    text: 'first\n\nsecond',
    isCut: false,
  });
  const { text, isCut } = cleanPrinted(Buffer.from(`first${blank}second`), everyLine);
  expect({ text, isCut }).toEqual({ text: 'first', isCut: true });
});

const cleaners = {
  gnu: (printed: Uint8Array) => cleanGnu(printed, ['/data/cache']),
  go: (printed: Uint8Array) => cleanGo(printed, '/data/cache'),
  rust: (printed: Uint8Array) => cleanRust(printed, ['/data/cache']),
  jvm: (printed: Uint8Array) => cleanJvm(printed, ['/data/cache', '/usr/lib/jvm/java-17']),
  node: cleanNode,
  pascal: cleanPascal,
};

/** Of which a careless pattern would begin anew at every part; the whole is as much as is kept of a compiler's words. */
const hostile = [
  'a',
  '/',
  '/a',
  '/lib/',
  '/lib',
  '.so',
  '.so(',
  '"" ',
  '\tat (',
  ' from 1:',
  'cc',
  '/rustc',
  '/pkg/tool',
];
const heads = ['', ' from ', '      at ', '  = note: "', '\tat ', 'g++: fatal error: '];

test.each(Object.entries(cleaners))('what %s says is cleaned in no time, whatever it is', (_, clean) => {
  const lines = hostile.flatMap((part) => heads.map((head) => head + part.repeat(2000 / part.length)));
  for (const line of lines) expect(clean(Buffer.from(`${line}\n`.repeat(33))).text.length).toBeLessThan(9000);
});

test.each([
  ['jar:file:///data/cache/kotlin-stdlib.jar!/kotlin/Int.class: x', 'kotlin-stdlib.jar!/kotlin/Int.class: x'],
  ['file:///minos-work/Main.kt:1:1: error: y', 'Main.kt:1:1: error: y'],
  ['bad class file: /usr/lib/jvm/java-17/lib/modules', 'bad class file: lib/modules'],
  ['looked in /minos-work and /data/cache', 'looked in . and .'],
  ['jar:file:/usr/share/java/x.jar!/a: z', 'a: z'],
])('a compiler of the JVM tells no path of the machine: %s', (printed, shown) => {
  expect(cleaners.jvm(Buffer.from(printed)).text).toBe(shown);
});

test('nor does one that breaks down', () => {
  const printed = [
    'Main.java:1: error: said before',
    'OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory(0x7, 8192, 0) failed',
    'exception: java.lang.StackOverflowError',
    '\tat java.base/java.util.Objects.hash(Objects.java:147)',
    '\t... 23 more',
    '#',
    '# A fatal error has been detected by the Java Runtime Environment:',
    '#',
    '#  SIGSEGV (0xb) at pc=0x0000ffff8c5d0c0c, pid=2, tid=3',
    '# JRE version: OpenJDK Runtime Environment (17.0.12+7)',
    'Command Line: -XX:+UseSerialGC CompileJava Main.java',
    'ffff8c000000-ffff8c021000 r-xp 00000000 fe:01 1234 /usr/lib/jvm/java-17/lib/server/libjvm.so',
  ].join('\n');
  expect(cleaners.jvm(Buffer.from(printed)).text).toBe(
    'Main.java:1: error: said before\nexception: java.lang.StackOverflowError',
  );
});
