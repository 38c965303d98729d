import { describe, expect, it } from 'vitest';
import { batchSchema } from './accounts.ts';
import { catalogues, chooseCatalogue, sayInEnglish } from './messages/catalogues.ts';
import { en, type Messages } from './messages/en.ts';
import { sayIn } from './messages/say-in.ts';
import { besideText, mapTexts, readRule, readStoredWords, words } from './words.ts';

/** A second language: of the type of the first, so that no sentence can be missing. */
const shouted: Messages = {
  ...en,
  sentences: {
    ...en.sentences,
    checker_ended: ({ exitCode }) => `CHECKER: ${exitCode}!`,
    judging_failed: 'FAILED!',
    fault_caused: ({ fault, cause }, say) =>
      `${say(fault)} BECAUSE: ${typeof cause === 'string' ? cause : say(cause)}`,
  },
};

describe('words', () => {
  it('become a sentence of the catalogue, those within them too', () => {
    const said = words('fault_caused', {
      fault: words('judging_failed'),
      cause: words('verbatim', { text: 'disk full' }),
    });
    expect(sayInEnglish(said)).toBe('judging failed: disk full');
    expect(sayIn(shouted)(said)).toBe('FAILED! BECAUSE: disk full');
  });

  it('of what Minos announces by itself say how long, and how it is with one’s own clock', () => {
    const said = [
      ...[1, 15].map((minutes) => words('announced_extra_minutes', { minutes })),
      ...[-1, 0, 15].map((minutes) => words('announced_end_moved', { minutes, hasWindow: false })),
      words('announced_end_moved', { minutes: 15, hasWindow: true }),
      words('announced_pause'),
      ...[0, 1, 15].map((minutes) => words('announced_resume', { minutes })),
    ];
    expect(said.map(sayInEnglish)).toEqual([
      'Everybody has 1 more minute. The clock on your page has moved.',
      'Everybody has 15 more minutes. The clock on your page has moved.',
      'The contest ends 1 minute earlier than before. The clock on your page goes by it.',
      'The end of the contest has been moved by less than a minute. The clock on your page goes by it.',
      'The contest ends 15 minutes later than before. The clock on your page goes by it.',
      'The contest ends 15 minutes later than before. Your own time is as long as it was, unless the contest ends before it.',
      'The contest is paused. All clocks stand still, and nothing can be submitted until it goes on.',
      'The contest goes on. Your clock has not lost any time.',
      'The contest goes on after 1 minute. Your clock has not lost any time.',
      'The contest goes on after 15 minutes. Your clock has not lost any time.',
    ]);
  });

  it('of an earlier release are the sentences they were', () => {
    expect(sayInEnglish(readStoredWords('Exited with code 3'))).toBe('Exited with code 3');
    expect(readStoredWords(words('no_tests'))).toEqual(words('no_tests'));
  });

  it('stand beside a text unless they are only that text', () => {
    expect(besideText(words('verbatim', { text: 'main.cpp:1: error' }))).toBeNull();
    expect(besideText(words('no_tests'))).toEqual({ code: 'no_tests', params: {} });
  });

  it('can have every text in them changed, however deep', () => {
    const mistake = words('manifest_no_such_test', { test: 'a', tests: { shown: ['b', 'c'], more: 3 } });
    const said = words('archive_manifest', {
      file: 'x',
      mistakes: [{ line: 1, path: 'y', mistake }],
      more: 0,
    });
    expect(sayInEnglish(mapTexts(said, (text) => (text.length === 1 ? text.toUpperCase() : text)))).toBe(
      'X: line 1, Y: no test is called “A”; the tests are called B, C and 3 more.',
    );
  });

  it('pass through a schema as the rule that was broken; zod’s own complaints are none of ours', () => {
    const complaints = (value: unknown) =>
      (batchSchema.safeParse(value).error?.issues ?? []).map(({ message }) => readRule(message)?.code);
    expect(complaints({ prefix: '', count: 101 })).toEqual(['prefix_required', 'batch_count']);
    expect(complaints('{"code":"internal","params":{}}')).toEqual([undefined]);
  });
});

describe('the language of a reader', () => {
  const offered = { ...catalogues, xx: shouted };

  it.each([
    ['xx', shouted],
    ['xx-Latn, en;q=0.9', shouted],
    ['en;q=0.4, XX;q=0.5', shouted],
    ['en, xx', en],
    ['xx;q=0', en],
    ['fr, de', en],
    ['*', en],
    ['', en],
    [undefined, en],
    ['constructor, __proto__', en],
    ['xx;q=nonsense', en],
  ])('that asks for %j', (header, expected) => {
    expect(chooseCatalogue(header, offered)).toBe(expected);
  });
});
