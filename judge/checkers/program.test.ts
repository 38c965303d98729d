import { describe, expect, test } from 'vitest';
import { JudgeFault } from '../fault.ts';
import { readVerdict } from './program.ts';

function verdict(exitCode: number | null, words = '', rest = {}) {
  return readVerdict({ exitCode, signal: null, limit: null, stderr: Buffer.from(words), ...rest });
}

describe('what a checker’s exit code means', () => {
  test.each([
    ['accepted', 0, 'ok 3 tokens', 1],
    ['wrong answer', 1, 'expected 3, found 4', 0],
    ['bad format', 2, 'not a number', 0],
    ['text after the end', 4, 'extra token', 0],
    ['unexpected end', 8, 'no more tokens', 0],
    ['points as a share', 7, 'points 0.25 a quarter', 0.25],
    ['points as a bare number', 7, '0.5', 0.5],
    ['points as percent', 7, 'points 40', 0.4],
    ['full points', 7, 'points 1 all of it', 1],
    ['no points', 7, '0 nothing', 0],
    ['a hundred percent', 7, '100', 1],
  ])('%s', (_, code, words, share) => expect(verdict(code, words).share).toBe(share));

  test('its words are kept for staff, within bounds', () => {
    expect(verdict(1, 'expected 3, found 4').message).toBe('expected 3, found 4');
    expect(verdict(1, 'x'.repeat(100_000)).message).toHaveLength(1000);
  });
});

describe('a checker that fails is a fault of the judge', () => {
  test.each<[string, number | null, string, object]>([
    ['it says so', 3, 'the answer file is broken', {}],
    ['an unknown code', 42, '', {}],
    ['a crash', null, '', { signal: 'SIGSEGV' }],
    ['too slow', null, '', { signal: 'SIGKILL', limit: 'cpu' }],
    ['points without a number', 7, 'well done', {}],
    ['points beyond a hundred', 7, 'points 250', {}],
    ['a number with more to it', 7, 'points 1.2.3', {}],
    ['negative points', 7, 'points -1', {}],
  ])('%s', (_, code, words, rest) => expect(() => verdict(code, words, rest)).toThrow(JudgeFault));
});
