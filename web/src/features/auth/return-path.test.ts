import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test('the whole address comes back: path, query and hash', () => {
  expect(returnPath('/admin/contests?filter=%E0%B8%81&page=2#row-7')).toBe(
    '/admin/contests?filter=%E0%B8%81&page=2#row-7',
  );
});

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/admin',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  'javascript:alert(1)',
  'admin',
  '//',
  '',
  null,
  undefined,
  { pathname: '/admin' },
])('%j does not lead out of the site', (from) => {
  expect(returnPath(from)).toBe('/');
});
