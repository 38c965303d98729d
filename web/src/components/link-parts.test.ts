import { expect, it } from 'vitest';
import { splitLinks } from './link-parts.ts';

const links = (text: string) => splitLinks(text).flatMap(({ text: part, isLink }) => (isLink ? [part] : []));

it('finds addresses of pages, and leaves the sentence around them', () => {
  expect(links('See https://example.org/a?b=1#c, (http://x.test/y) and more.')).toEqual([
    'https://example.org/a?b=1#c',
    'http://x.test/y',
  ]);
  expect(links('javascript:alert(1) data:text/html,x mailto:a@b //x.test')).toEqual([]);
});

it('loses nothing of the text', () => {
  const text = 'a https://x.test/<b>"\nb https://y.test';
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
