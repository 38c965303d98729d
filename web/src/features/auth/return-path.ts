import { pagePaths } from '#contract/pages.ts';

const ownOrigin = 'http://minos.invalid';

/**
 * Where to go after signing in. Taken only when a browser would read it as an address of this site: `//host`,
 * `/\host` and the like lead elsewhere although they begin as a path does.
 */
export function returnPath(from: unknown): string {
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, ownOrigin)) {
    return pagePaths.home;
  }
  const { origin, pathname, search, hash } = new URL(from, ownOrigin);
  if (origin !== ownOrigin || pathname.startsWith('//')) return pagePaths.home;
  return pathname + search + hash;
}
