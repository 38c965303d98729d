/**
 * What the document shows of a page before any script has run: its bar, its heading and the places that are held for
 * what is to come, drawn at build time by the app itself (src/app/page-drawing.tsx). Nothing in it is anybody's own. The
 * app puts the page in its place (src/app/main.tsx); until then it cannot be used. The program that draws is kept, for the
 * server to draw pages as somebody is to see them (server/page-drawing.ts).
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { PageDrawing } from '#contract/page-drawing.ts';

const root = import.meta.dirname;
/** Inside the project, so that packages are found from there. */
const buildsFolder = join(root, '../node_modules/.cache');
const drawingFile = 'page-drawing.js';

/** Large, and of no use before there is a browser: what holds their places is drawn instead. */
const browsersAlone = /\/src\/.*\/(?:code-editor|code-mirror|palette|statement)\.tsx$/;

function leaveOutBrowsersParts(): Plugin {
  return {
    name: 'minos-browsers-parts',
    load: (id) => (browsersAlone.test(id) ? "throw new Error('This is for browsers alone.')" : undefined),
  };
}

export interface Shells {
  /** For a visitor, or one who is not known yet. */
  everyone: string;
  signedIn: string;
}

/** `paths`: of pages, with `:names` in them. `drawing`: the program that draws them, in one file. */
export async function drawShells(
  paths: readonly string[],
): Promise<{ shells: Map<string, Shells>; drawing: string }> {
  await mkdir(buildsFolder, { recursive: true });
  const folder = await mkdtemp(join(buildsFolder, 'minos-shells-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [leaveOutBrowsersParts(), react()],
      ssr: { noExternal: true },
      // Otherwise React would draw as for developers: slower, and with the places of errors in what is drawn.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        ssr: 'src/app/page-drawing.tsx',
        outDir: folder,
        emptyOutDir: true,
        minify: true,
        copyPublicDir: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    const path = join(folder, drawingFile);
    const { drawFrame } = (await import(pathToFileURL(path).href)) as PageDrawing;
    const shells = new Map<string, Shells>();
    for (const path of paths) {
      const address = path.replace(/:\w+/g, '1');
      shells.set(path, {
        everyone: await drawFrame(address, false),
        signedIn: await drawFrame(address, true),
      });
    }
    return { shells, drawing: await readFile(path, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
