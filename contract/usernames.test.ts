import { expect, it } from 'vitest';
import { readUsernames } from './usernames.ts';

it('reads names that were pasted, however they were separated, each once', () => {
  expect(readUsernames('ada\nben, cho;dan\r\n\teve  ada,ADA\n\n')).toEqual([
    'ada',
    'ben',
    'cho',
    'dan',
    'eve',
  ]);
  expect(readUsernames(' ,;\n')).toEqual([]);
});
