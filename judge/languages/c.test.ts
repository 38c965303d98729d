import { expect, test } from 'vitest';
import { testLanguage } from './testing.ts';

await testLanguage('c', ({ judge }) => {
  test('what only C++ understands is a Compilation Error', async () => {
    expect(await judge('#include <iostream>\nint main() { std::cout << 42; }\n')).toMatchObject({
      status: 'Compilation Error',
      why: expect.stringMatching(/^main\.c:1/),
    });
  });

  test('assembly that looks like the link-time optimiser’s does not reach it', async () => {
    const sections = ['.gnu.lto_.symtab.1', '.gnu.lto_main.1'].map(
      (name) => `.section ${name},\\"e\\",%progbits\\n.byte 1\\n`,
    );
    const assembly = `asm("${sections.join('')}.text\\n.comm __gnu_lto_slim,1,1\\n");`;
    const { status, why } = await judge(`#include <stdio.h>\n${assembly}\nint main() { puts("42"); }\n`);
    // One linker refuses such an object, the other takes it for what it is.
    if (status !== 'Accepted') expect(why).toContain('LTO object file because no -plugin option was given');
  });
});
