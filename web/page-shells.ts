/**
 * What the document shows of a page before any script has run: its bar, its heading and the places that are held for
 * what is to come, drawn at build time by the app itself (src/app/shell.tsx). Nothing in it is anybody's own. The app puts
 * the page in its place (src/app/main.tsx); until then it cannot be used.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = import.meta.dirname;
/** Inside the project, so that packages are found from there. */
const buildsFolder = join(root, '../node_modules/.cache');

interface ShellApp {
  renderShell: (address: string) => Promise<string | null>;
}

export interface Shells {
  /** For a visitor, or one who is not known yet. */
  everyone: string;
  signedIn: string;
}

/** `paths`: of pages, with `:names` in them. */
export async function drawShells(paths: readonly string[]): Promise<Map<string, Shells>> {
  await mkdir(buildsFolder, { recursive: true });
  const folder = await mkdtemp(join(buildsFolder, 'minos-shells-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      build: { ssr: 'src/app/shell.tsx', outDir: folder, emptyOutDir: true, minify: false },
    });
    let hasSession = false;
    // All that the app wants to know of the document while it is drawn.
    const document = {
      querySelector: (selector: string) => {
        if (selector.includes('csp-nonce')) return { content: '__CSP_NONCE__' };
        return hasSession && selector.includes('session') ? {} : null;
      },
    };
    Object.assign(globalThis, { document });
    const app = (await import(pathToFileURL(join(folder, 'shell.js')).href)) as ShellApp;
    const shells = new Map<string, Shells>();
    for (const path of paths) {
      const draw = async (isSignedIn: boolean) => {
        hasSession = isSignedIn;
        return toDocumentPart(await app.renderShell(path.replace(/:\w+/g, '1')));
      };
      shells.set(path, { everyone: await draw(false), signedIn: await draw(true) });
    }
    return shells;
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
    await rm(folder, { recursive: true });
  }
}

/** As the content-security policy allows it: styles that stood at their elements go into a sheet with the nonce. */
function toDocumentPart(html: string | null): string {
  if (html === null) return '';
  const styles: string[] = [];
  const body = html
    .replace(/<title>.*?<\/title>/g, '')
    .replace(/<script\b.*?<\/script>/gs, '')
    // Whatever were typed now would be lost.
    .replace(/<(input|select|textarea)\b/g, '<$1 disabled')
    .replace(/ style="([^"]*)"/g, (_, style: string) => {
      if (!styles.includes(style)) styles.push(style);
      return ` data-style="${styles.indexOf(style)}"`;
    });
  const rules = styles.map((style, index) => `[data-style="${index}"]{${style.replaceAll('&quot;', '"')}}`);
  return `<div inert aria-hidden="true" class="shell"><style nonce="__CSP_NONCE__">.shell{display:contents}${rules.join('')}</style>${body}</div>`;
}
