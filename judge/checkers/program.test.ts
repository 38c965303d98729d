import { describe, expect, test } from 'vitest';
import { fraction, isLess, one, toFraction, zero } from '#contract/fractions.ts';
import { words } from '#contract/words.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { PointsRule } from './points.ts';
import { readVerdict } from './program.ts';

const onScale = (scale: PointsRule['scale'], worth: number | null = null) => ({ scale, worth });

const ended = (exitCode: number | null) => ({
  exitCode,
  signal: null,
  limit: null,
  stdout: Buffer.of(),
  stderr: Buffer.of(),
  givenBack: {},
});

function verdict(exitCode: number | null, words = '', rest = {}, points: PointsRule = onScale('share')) {
  return readVerdict('testlib', { ...ended(exitCode), stderr: Buffer.from(words), ...rest }, points);
}

/** The share that a checker gives by these words. */
const gives = (words: string, points: PointsRule) => verdict(7, words, {}, points).share;

describe('what a checker’s exit code means', () => {
  test.each([
    ['accepted', 0, 'ok 3 tokens', 1],
    ['wrong answer', 1, 'expected 3, found 4', 0],
    ['bad format', 2, 'not a number', 0],
    ['text after the end', 4, 'extra token', 0],
    ['unexpected end', 8, 'no more tokens', 0],
    ['points', 7, 'points 0.25 a quarter', 0.25],
    ['points as a bare number', 7, '0.5', 0.5],
  ])('%s', (_, code, said, share) => expect(verdict(code, said).share).toEqual(toFraction(share)));

  test('its words are kept for staff, within bounds', () => {
    expect(verdict(0, 'ok 3 tokens').said).toEqual(words('verbatim', { text: 'ok 3 tokens' }));
    const said = words('verbatim', { text: 'expected 3, found 4' });
    expect(verdict(1, 'expected 3, found 4').said).toEqual(said);
    expect(verdict(1, 'x'.repeat(100_000)).said?.params).toEqual({ text: 'x'.repeat(1000) });
  });
});

describe('a checker that fails is a fault of the judge', () => {
  test.each<[string, number | null, string, object]>([
    ['it says so', 3, 'the answer file is broken', {}],
    ['an unknown code', 42, '', {}],
    ['a crash', null, '', { signal: 'SIGSEGV' }],
    ['too slow', null, '', { signal: 'SIGKILL', limit: 'cpu' }],
  ])('%s', (_, code, words, rest) => expect(() => verdict(code, words, rest)).toThrow(JudgeFault));
});

describe('points are on the scale that the manifest declares', () => {
  test.each<[PointsRule, string, readonly [number, number]]>([
    [onScale('share'), 'points 1 all of it', [1, 1]],
    [onScale('share'), '0 nothing', [0, 1]],
    [onScale('share'), '0.000000001', [1, 1e9]],
    [onScale('percent'), 'points 1 a hundredth', [1, 100]],
    [onScale('percent'), 'points 0.5', [5, 1000]],
    [onScale('percent'), '33.333', [33_333, 100_000]],
    [onScale('percent'), '100', [1, 1]],
    [onScale('percent'), '100.000', [1, 1]],
    [onScale('absolute', 30), 'points 1', [1, 30]],
    [onScale('absolute', 30), '30', [1, 1]],
    [onScale('absolute', 33.3), '33.3', [1, 1]],
    [onScale('absolute', 33.3), '11.1', [1, 3]],
    [onScale('absolute', 0.1), '0.1', [1, 1]],
    [onScale('absolute', 1_000_000), '1000000', [1, 1]],
  ])('%j: %s gives %j', (points, words, [part, whole]) =>
    expect(gives(words, points)).toEqual(fraction(BigInt(part), BigInt(whole))),
  );

  test.each<[PointsRule, string]>([
    [onScale('share'), 'points 0.9999999999999999999999'],
    [onScale('percent'), 'points 99.99999999999999999999'],
    [onScale('absolute', 33.3), 'points 33.2999999999999999999'],
  ])('%j: %s is not all of it', (points, words) => {
    expect(isLess(gives(words, points), one)).toBe(true);
  });

  const rows = (points: PointsRule, ...words: string[]) =>
    words.map((text): [PointsRule, string] => [points, text]);

  test.each([
    ...rows(onScale('share'), 'well done', '', 'points', 'points 1.01', 'points 1.000000001', 'points 50'),
    ...rows(onScale('percent'), 'points 250', `points 1${'0'.repeat(400)}`, 'points 1.2.3', 'points 1e1'),
    ...rows(onScale('percent'), 'points -1', 'points -0', 'points nan', 'points inf', 'points 0x10'),
    ...rows(onScale('absolute', 30), 'points 30.5'),
  ])('%j: %s is a fault of the judge', (points, words) => {
    expect(() => gives(words, points)).toThrow(/the checker gave points, but no number from 0 to/);
  });

  test('without one points are a fault that says what to do, whatever the number', () => {
    for (const words of ['points 1', 'points 0', 'points 50', 'well done'])
      expect(() => gives(words, onScale(null))).toThrow(/^the checker gave points, but minos.yaml does/);
    expect(verdict(0, '', {}, onScale(null)).share).toEqual(one);
    expect(verdict(1, '', {}, onScale(null)).share).toEqual(zero);
  });

  test('absolute ones in a group that is worth none are a fault', () => {
    for (const worth of [0, null])
      expect(() => gives('points 0', onScale('absolute', worth))).toThrow('worth none');
  });
});

describe('a checker in the way of CMS', () => {
  const cms = (stdout: string, facts = {}) =>
    readVerdict(
      'cms',
      { ...ended(0), stdout: Buffer.from(stdout), stderr: Buffer.from('nearly'), ...facts },
      onScale(null),
    );

  test.each([
    ['1.0\n', one],
    ['0', zero],
    ['0.25\n', fraction(1n, 4n)],
  ])('says %j on standard output', (stdout, share) => {
    expect(cms(stdout)).toEqual({ share, said: words('verbatim', { text: 'nearly' }) });
  });

  test.each([
    ['1.5', {}],
    ['', {}],
    ['well done', {}],
    ['1', { exitCode: 1 }],
    ['1', { exitCode: null, signal: 'SIGSEGV' }],
  ])('is broken with %j and %j', (stdout, facts) => {
    expect(() => cms(stdout, facts)).toThrow(JudgeFault);
  });
});

describe('a validator in the way of Kattis', () => {
  const said = (text: string) => words('verbatim', { text });
  const kattis = (
    exitCode: number | null,
    files: Record<string, string> = {},
    points = onScale('absolute', 40),
  ) =>
    readVerdict(
      'kattis',
      {
        ...ended(exitCode),
        stderr: Buffer.from('debugging'),
        givenBack: Object.fromEntries(
          Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]),
        ),
      },
      points,
    );

  test('accepts with 42 and rejects with 43', () => {
    expect(kattis(42)).toEqual({ share: one, passed: true, said: said('debugging') });
    expect(kattis(43)).toEqual({ share: zero, said: said('debugging') });
  });

  test.each([0, 1, 41, 44, null])('is broken when it ends with %s', (exitCode) => {
    expect(() => kattis(exitCode)).toThrow(JudgeFault);
  });

  test('has words for the judges, and words for the team', () => {
    const messages = { 'judgemessage.txt': 'expected 3\n', 'teammessage.txt': ' Try again.\n' };
    expect(kattis(43, messages)).toEqual({ share: zero, said: said('expected 3'), told: 'Try again.' });
    expect(kattis(42, { 'teammessage.txt': 'x'.repeat(100_000) }).told).toHaveLength(1000);
    expect(kattis(42, { 'judgemessage.txt': '', 'teammessage.txt': '' })).not.toHaveProperty('told');
  });

  test.each<[Record<string, string>, PointsRule, number]>([
    [{ 'score.txt': '10' }, onScale('absolute', 40), 0.25],
    [{ 'score.txt': '40.0\n' }, onScale('absolute', 40), 1],
    [{ 'score.txt': '1e1' }, onScale('absolute', 40), 0.25],
    [{ 'score.txt': '50' }, onScale('percent', 40), 0.5],
    [{ 'score_multiplier.txt': '0.75' }, onScale('absolute', 40), 0.75],
    [{ 'score_multiplier.txt': '5e-01' }, onScale('percent'), 0.5],
    [{ 'score.txt': 'whatever' }, onScale('absolute', 0), 1],
  ])('gives %j on the scale %j', (files, points, share) => {
    expect(kattis(42, files, points)).toMatchObject({ share: toFraction(share), passed: true });
  });

  test('gives nothing for what it rejects, whatever it has written', () => {
    expect(kattis(43, { 'score.txt': '10' }).share).toEqual(zero);
  });

  test.each<[string, Record<string, string>, PointsRule]>([
    ['no number from 0 to 40', { 'score.txt': '41' }, onScale('absolute', 40)],
    ['no number from 0 to 40', { 'score.txt': '-1' }, onScale('absolute', 40)],
    ['no number from 0 to 40', { 'score.txt': '' }, onScale('absolute', 40)],
    ['no number from 0 to 1', { 'score_multiplier.txt': '1.5' }, onScale('absolute', 40)],
    ['on which scale', { 'score.txt': '1' }, onScale(null, 40)],
    ['on which scale', { 'score_multiplier.txt': '1' }, onScale(null, 40)],
    ['in both', { 'score.txt': '1', 'score_multiplier.txt': '1' }, onScale('absolute', 40)],
  ])('is broken: %s, with %j', (fault, files, points) => {
    expect(() => kattis(42, files, points)).toThrow(fault);
  });
});

describe('the convention of sinol packages', () => {
  const said = (stdout: string, exitCode = 0) =>
    readVerdict('sinol', { ...ended(exitCode), stdout: Buffer.from(stdout) }, onScale(null));

  test.each([
    ['OK\n', one, null],
    ['OK\nwell done\n', one, 'well done'],
    ['OK\r\n\r\n50\r\n', fraction(1n, 2n), null],
    ['OK\nhalf\n12.5', fraction(1n, 8n), 'half'],
    ['WRONG\nline 2\n100', zero, 'line 2'],
    ['', zero, null],
  ])('%j', (stdout, share, text) => {
    expect(said(stdout)).toEqual({ share, said: text === null ? null : words('verbatim', { text }) });
  });

  test('a percentage that is none, and another exit code, are faults of the judge', () => {
    expect(() => said('OK\n\n101')).toThrow(JudgeFault);
    expect(() => said('OK\n\nmuch')).toThrow(JudgeFault);
    expect(() => said('OK', 2)).toThrow(JudgeFault);
    expect(said('WRONG', 1).share).toEqual(zero);
  });
});
