import { type DataRouter, matchPath, matchRoutes } from 'react-router';
import { pagePaths } from '#contract/pages.ts';

/** What a problem's page loads after its own script; both are large. */
const problemParts = [
  () => import('../components/code-editor.tsx'),
  () => import('../features/problems/statement.tsx'),
];

/**
 * Whoever points at a link, or reaches it by keyboard, is likely to follow it: its page's scripts are fetched ahead. One
 * pair of listeners for all links of all pages. What fails is tried again when the page is really opened.
 */
export function prefetchPages(router: DataRouter): void {
  const seen = new Set<string>();
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin !== window.location.origin || seen.has(link.pathname)) return;
    seen.add(link.pathname);
    for (const load of findLoads(router, link.pathname)) void load().catch(() => {});
  };
  document.addEventListener('pointerover', prefetch);
  document.addEventListener('focusin', prefetch);
}

function findLoads(router: DataRouter, pathname: string): (() => Promise<unknown>)[] {
  const pages = (matchRoutes(router.routes, { pathname }) ?? [])
    .map(({ route }) => route.lazy)
    .filter((lazy) => typeof lazy === 'function');
  const isProblem = [pagePaths.problem, pagePaths.contestProblem].some((path) => matchPath(path, pathname));
  return isProblem ? [...pages, ...problemParts] : pages;
}
