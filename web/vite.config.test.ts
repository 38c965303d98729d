import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('finds what it replaces of Mantine where it looks for it', () => {
  const hooks = readFileSync(fileURLToPath(import.meta.resolve('@mantine/hooks')), 'utf8');
  expect(hooks).toContain('"./use-id/use-id.mjs"');
});
