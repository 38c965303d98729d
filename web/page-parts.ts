/**
 * Which files make up a page. The build needs to know it twice: to put what contestants' pages share into one file
 * instead of thirty (over HTTP/1.1 a browser fetches six at a time), and to tell the server, by page-parts.json, what the
 * page it sends should name at once. Otherwise a browser would find a page's own files only after the frame has run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { apiBase } from '#contract/call.ts';
import { getMe } from '#contract/page-calls.ts';
import { pagePaths } from '#contract/pages.ts';
import { drawShells } from './page-shells.ts';

const source = join(import.meta.dirname, 'src');
const routesFile = join(source, 'app/routes.tsx');
const allTexts = join(import.meta.dirname, '../contract/messages/en.ts');
const contestLayout = join(source, 'app/layouts/contest-layout.tsx');
const adminParts = [join(source, 'app/layouts/admin-layout.tsx'), join(source, 'app/layouts/guards.tsx')];
const overview = join(source, 'features/home/overview.tsx');
const accountMenu = join(source, 'app/layouts/account-menu.tsx');

type PageName = keyof typeof pagePaths;

interface Page {
  name: PageName;
  /** The module that the router loads for it. */
  module: string;
  /** One that a visitor may see first, which does without the texts of the others. */
  isFirst: boolean;
}

/** The pages as the router has them: its table is the only one. */
function readPages(): Page[] {
  const table = readFileSync(routesFile, 'utf8');
  const entry = /path: pagePaths\.(\w+),[^}]*?\b(loadFirstPage|loadPage)\(\s*\(\) => import\('([^']+)'\)/g;
  const pages = [...table.matchAll(entry)].map(([, name, load, path = '']) => ({
    name: name as PageName,
    module: join(source, 'app', path),
    isFirst: load === 'loadFirstPage',
  }));
  const missing = Object.keys(pagePaths).filter((name) => !pages.some((page) => page.name === name));
  if (missing.length > 0)
    throw new Error(`routes.tsx has no page that can be read for ${missing.join(', ')}`);
  return pages;
}

const pages = readPages();

function isIn(section: string, { name }: Page): boolean {
  return pagePaths[name] === section || pagePaths[name].startsWith(`${section}/`);
}

function listLayouts(page: Page): string[] {
  if (isIn(pagePaths.admin, page)) return adminParts;
  return isIn(pagePaths.contest, page) ? [contestLayout] : [];
}

const firstModules = pages.filter(({ isFirst }) => isFirst).map(({ module }) => module);
const contestantModules = pages
  .filter((page) => !page.isFirst && !isIn(pagePaths.admin, page))
  .map(({ module }) => module);

/** For each of our own modules, those of these that need it. */
function findUsers(roots: readonly string[], context: Rolldown.ChunkingContext): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const root of roots) {
    const reached = new Set([root]);
    for (const id of reached) {
      const imported = context.getModuleInfo(id)?.importedIds ?? [];
      for (const next of imported) if (!next.includes('/node_modules/')) reached.add(next);
    }
    for (const id of reached) users.set(id, [...(users.get(id) ?? []), root]);
  }
  return users;
}

/** What more than one page needs, this page among them; null for everything else. */
function nameShared(name: string, isOne: (page: string) => boolean) {
  const roots = [...new Set([...firstModules, ...contestantModules, contestLayout, overview, accountMenu])];
  let users: Map<string, string[]> | undefined;
  return (moduleId: string, context: Rolldown.ChunkingContext): string | null => {
    users ??= findUsers(roots, context);
    const own = users.get(moduleId) ?? [];
    return own.length > 1 && !own.includes(moduleId) && own.some(isOne) ? name : null;
  };
}

const furtherFields = /node_modules\/@mantine\/.*\/(?:Textarea|Switch|NativeSelect|Combobox|InlineInput)\//;
const isComponentBut = (others: RegExp) => (moduleId: string) =>
  moduleId.includes('/node_modules/@mantine/') && !others.test(moduleId);

/** One file for what a visitor's first pages have part in, one for the other pages of contestants, two of components. */
export const sharedChunks = [
  {
    debugName: 'first-pages',
    name: nameShared('first-pages', (page) => firstModules.includes(page)),
    priority: 3,
  },
  { debugName: 'contestant-pages', name: nameShared('contestant-pages', () => true), priority: 2 },
  // Fields that no page has on which people sign in are apart: what a visitor loads first has a bound.
  { name: 'components', test: isComponentBut(furtherFields), minShareCount: 2, priority: 4 },
  { name: 'further-fields', test: furtherFields, minShareCount: 2, priority: 3 },
];

/**
 * What a page asks the API for first, whoever looks and beside that who has signed in; `:names` are those in its own
 * path. Asked for with the files, an answer is there when the page has been put together instead of one way there and
 * back later. e2e/loading.spec.ts holds each page to it.
 */
const firstCalls: Partial<Record<PageName, { everyone?: readonly string[]; signedIn?: readonly string[] }>> =
  {
    home: { signedIn: ['/contests', '/problems-with-stats', '/submissions?filter=mine&limit=5'] },
    problems: { signedIn: ['/problems-with-stats'] },
    problem: { everyone: ['/problems/:problemId'] },
    scoreboard: { signedIn: ['/scoreboard'] },
    submissions: { signedIn: ['/submissions'] },
    contests: { everyone: ['/contests'] },
    contest: { everyone: ['/contests'], signedIn: ['/contests/:contestId'] },
    contestProblems: { everyone: ['/contests'], signedIn: ['/contests/:contestId/problems'] },
    contestScoreboard: { everyone: ['/contests', '/contests/:contestId/scoreboard'] },
  };

/**
 * Those that the server sends as their visitor is to see them (server/page-drawing.ts): what people open first, and come back
 * to. A contest's board is not among them: it may have hundreds of rows, and is opened by everybody at once.
 */
const drawnPages: readonly PageName[] = [
  'home',
  'problems',
  'problem',
  'scoreboard',
  'submissions',
  'contests',
  'contest',
  'contestProblems',
];

/** What belongs into the document for somebody. */
interface PageParts {
  /** As they stand in its head. */
  files: string;
  /** Addresses of the first calls, with the `:names` of the page's path. */
  calls: string[];
  /** What stands in the page's place before there is a script. */
  shell: string;
}

interface PagePartsByVisitor {
  everyone: PageParts;
  /** For who comes with a session: the shell instead of everyone's, the others beside those. */
  signedIn: PageParts;
  isDrawn: boolean;
}

/** Tells the page that it may ask for what needs a session without waiting for the word that there is one. */
const sessionMark = '<meta name="session" content="expected">';

const addressOf = (call: string) => apiBase + call;

/** Scripts wait for the first paint (before-app.js). */
function linkFiles(files: readonly string[]): string {
  return files
    .map(
      (file) =>
        `<link ${file.endsWith('.css') ? 'rel="stylesheet"' : 'data-script'} crossorigin href="/${file}">`,
    )
    .join('');
}

export function tellPageParts(): Plugin {
  return {
    name: 'minos-page-parts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { shells, drawing } = await drawShells(Object.values(pagePaths));
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const listFiles = (modules: readonly string[], known: ReadonlySet<string>): string[] => {
          const found = new Set<string>();
          const seen = new Set<Rolldown.OutputChunk>();
          const add = (chunk: Rolldown.OutputChunk | undefined) => {
            if (!chunk || seen.has(chunk)) return;
            seen.add(chunk);
            // What a page imports comes before it: of two rules of the same weight the page's own is the last.
            for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
            found.add(chunk.fileName);
            for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
          };
          for (const module of modules) add(chunks.find(({ facadeModuleId }) => facadeModuleId === module));
          return [...found].filter((file) => !known.has(file));
        };
        const frame = chunks.find(({ isEntry }) => isEntry)?.facadeModuleId ?? '';
        const ofFrame = new Set(listFiles([frame], new Set()));
        const parts = pages.map((page): [string, PagePartsByVisitor] => {
          const modules = [page.module, ...listLayouts(page), ...(page.isFirst ? [] : [allTexts])];
          const everyone = listFiles(modules, ofFrame);
          const calls = firstCalls[page.name];
          const ofSession = [accountMenu, allTexts, ...(page.name === 'home' ? [overview] : [])];
          const signedIn = listFiles(ofSession, new Set([...ofFrame, ...everyone]));
          return [
            pagePaths[page.name],
            {
              everyone: {
                files: linkFiles(everyone),
                calls: [getMe.path, ...(calls?.everyone ?? [])].map(addressOf),
                shell: shells.get(pagePaths[page.name])?.everyone ?? '',
              },
              signedIn: {
                files: sessionMark + linkFiles(signedIn),
                calls: (calls?.signedIn ?? []).map(addressOf),
                shell: shells.get(pagePaths[page.name])?.signedIn ?? '',
              },
              isDrawn: drawnPages.includes(page.name),
            },
          ];
        });
        this.emitFile({ type: 'asset', fileName: 'page-drawing.mjs', source: drawing });
        this.emitFile({
          type: 'asset',
          fileName: 'page-parts.json',
          source: JSON.stringify(Object.fromEntries(parts)),
        });
      },
    },
  };
}
