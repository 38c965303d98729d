import { expect, test } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { words } from '#contract/words.ts';
import { cleanDiagnostics } from './diagnostics.ts';

function clean(text: string | Uint8Array, ...folders: string[]): string {
  const printed = cleanDiagnostics(typeof text === 'string' ? Buffer.from(text) : text, folders);
  return sayInEnglish(words('compiler_printed', { printed }));
}

test('the contestant’s own file, line and column stay', () => {
  expect(clean('main.cpp:3:5: error: expected ‘;’\n')).toBe('main.cpp:3:5: error: expected ‘;’');
});

test.each([
  [
    '/usr/include/c++/12/bits/stl_algo.h:1938:50: error: no match',
    'bits/stl_algo.h:1938:50: error: no match',
  ],
  ['/usr/include/x86_64-linux-gnu/c++/12/bits/stdc++.h:33: note', 'bits/stdc++.h:33: note'],
  ['/usr/include/stdio.h:7: note: declared here', 'stdio.h:7: note: declared here'],
  ['/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h:1: x', 'stddef.h:1: x'],
  ["/usr/bin/ld: /tmp/ccAbC123.o: in function `main':", "ld: main.o: in function `main':"],
  ['>>> ./ccAbC123.o:(main)', '>>> main.o:(main)'],
  ['>>>               ccAbC123.o:(main)', '>>>               main.o:(main)'],
  ['{standard input}:4: Error: file not found', 'main.s:4: Error: file not found'],
  ['/data/cache/toolchain/abc/iostream.h:1: x', 'iostream.h:1: x'],
])('no folder of the machine: %s', (printed, shown) => {
  expect(clean(printed, '/data/cache/toolchain/abc')).toBe(shown);
});

test('the trail of standard headers is left out, the contestant’s line is not', () => {
  const printed = [
    'In file included from /usr/include/c++/12/algorithm:61,',
    '                 from main.cpp:1:',
    'In file included from /usr/include/c++/12/vector:60:',
    'main.cpp:6:12:   required from here',
  ].join('\n');
  expect(clean(printed)).toBe('main.cpp:6:12:   required from here');
});

test('the compiler’s apologies for being stopped are left out', () => {
  const printed = [
    'g++: internal compiler error: File size limit exceeded signal terminated program as',
    'Please submit a full bug report, with preprocessed source (by using -freport-bug).',
    'See <file:///usr/share/doc/gcc-12/README.Bugs> for instructions.',
    'g++: fatal error: Killed signal terminated program cc1plus',
  ].join('\n');
  expect(clean(printed)).toBe('');
});

test.each([
  [
    'mold',
    [
      'mold: error: /usr/lib/x86_64-linux-gnu/libc.a(abort.o):(.text): relocation R_X86_64_PC32 against _end out of range: 40000103082 is not in [-2147483648, 2147483648)',
      'mold: error: /tmp/cc7MSYfB.o:(.text.startup): relocation R_X86_64_PC32 against a out of range: 4611686018428023512 is not in [-2147483648, 2147483648)',
    ],
  ],
  [
    'ld',
    [
      "(.text+0x36): relocation truncated to fit: R_X86_64_PC32 against `.bss'",
      "main.cpp:(.text.startup+0x34): relocation truncated to fit: R_X86_64_PC32 against symbol `c' defined in .bss section in /tmp/ccQGToJE.o",
    ],
  ],
])('what lies behind too large an array is told once, as what it is: %s', (_, lines) => {
  expect(clean([...lines, 'collect2: error: ld returned 1 exit status'].join('\n'))).toBe(
    'error: the arrays and variables outside functions are too large together\ncollect2: error: ld returned 1 exit status',
  );
});

test('control characters and text that runs backwards are made visible', () => {
  expect(clean('a\x1b[31mb\x07\u202ec\r\n\td')).toBe('a\ufffd[31mb\ufffd\ufffdc\n\td');
});

test('bytes that are no text do no harm', () => {
  expect(clean(Buffer.from([0x61, 0xff, 0x00, 0x62]))).toBe('a\ufffd\ufffdb');
});

test('megabytes become a screen, cut at a line', () => {
  const shown = clean(`${'main.cpp:1:1: error: no\n'.repeat(100_000)}`);
  expect(shown.length).toBeLessThan(9000);
  expect(shown).toMatch(/error: no\n… \(the rest is left out\)$/);
  expect(clean('x'.repeat(1_000_000)).length).toBeLessThan(500);
});

test('a line made to be slow to look at is not', () => {
  const slow = ['/lib', '/a', './', ' ', '.so('].map((part) => `x${part.repeat(500_000)}`).join('\n');
  expect(clean(slow).length).toBeLessThan(9000);
});
