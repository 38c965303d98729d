import { expect, test } from 'vitest';
import { testLanguage } from './testing.ts';

await testLanguage('c', ({ judge }) => {
  test('what only C++ understands is a Compilation Error', async () => {
    expect(await judge('#include <iostream>\nint main() { std::cout << 42; }\n')).toMatchObject({
      status: 'Compilation Error',
      why: expect.stringMatching(/^main\.c:1/),
    });
  });
});
