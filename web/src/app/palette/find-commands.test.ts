import { expect, it } from 'vitest';
import { type CommandGroup, findCommands } from './find-commands.ts';

const command = (text: string, hint?: string) => ({ id: text, text, ...(hint && { hint }), run: () => {} });
const groups: CommandGroup[] = [
  { title: 'Pages', commands: [command('Problems'), command('Scoreboard')] },
  {
    title: 'Problems',
    isFoundOnly: true,
    commands: [
      command('The Judge’s Scales', 'scales'),
      command('Sum of Two', 'sum'),
      command('Assume', 'a1'),
    ],
  },
];
const found = (typed: string) =>
  findCommands(groups, typed).map(({ title, commands }) => [title, ...commands.map(({ text }) => text)]);

it('shows the pages to who has typed nothing', () => {
  expect(found(' ')).toEqual([['Pages', 'Problems', 'Scoreboard']]);
});

it('finds by title and by id, in any case, what begins so first', () => {
  expect(found('SUM')).toEqual([['Problems', 'Sum of Two', 'Assume']]);
  expect(found('scales')).toEqual([['Problems', 'The Judge’s Scales']]);
});

it('wants every word, in any order', () => {
  expect(found('two sum')).toEqual([['Problems', 'Sum of Two']]);
  expect(found('two scales')).toEqual([]);
});

it('offers a handful of each', () => {
  const many = [{ title: 'Many', commands: Array.from({ length: 500 }, (_, n) => command(`Problem ${n}`)) }];
  expect(findCommands(many, 'problem')[0]?.commands).toHaveLength(8);
});
