import { expect, test } from 'vitest';
import { languageIds } from '#contract/programs.ts';
import { placeCursor, startingPrograms } from './starting-programs.ts';

test('one goes on writing on the line with nothing but a bar, as far in as that stands', () => {
  expect(placeCursor('begin\n  | \nend.\n')).toEqual({ before: 'begin\n  ', after: '\nend.\n' });
});

test('a bar among other things is part of the program', () => {
  const program = 'let f = |x| x | 1;\nif (a || b) {}\n';
  expect(placeCursor(program)).toEqual({ before: program, after: '' });
});

test.each(languageIds)('our own program in %s says where to go on', (id) => {
  const { before, after } = placeCursor(startingPrograms[id]);
  expect(before + after).not.toContain('|');
  expect(after).toMatch(/^\n/);
});
