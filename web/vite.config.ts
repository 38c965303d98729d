import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { en } from '#contract/messages/en.ts';
import { sharedChunks, tellPageParts } from './page-parts.ts';

const root = import.meta.dirname;
const compressible = /\.(?:m?js|css|svg|json|txt)$/;
/** Which the server keeps to itself. */
const unserved = /^(?:page-drawing\.mjs|page-parts\.json)$/;
/** Text faces that every page shows at once; the others load when a page needs them. */
const firstFonts = /ibm-plex-sans-latin-(?:400|600)-normal/;

/** What the page says before there is a script, or without any, in the one language that it has then. */
function fillTexts(): Plugin {
  const { loadTitle, loadLine } = en.trouble;
  const texts = Object.entries({ ...en.bareDocument, loadTitle, loadLine, retry: en.app.retry });
  return {
    name: 'minos-texts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => texts.reduce((page, [name, text]) => page.replaceAll(`{${name}}`, text), html),
    },
  };
}

/** Asks for the first fonts together with the style sheet instead of after it. */
function preloadFonts(): Plugin {
  return {
    name: 'minos-preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => firstFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** Scripts are only named: before-app.js fetches them and runs them, in this order, after the first paint. */
function runAfterPaint(): Plugin {
  const runner = 'before-app.js';
  const fetched = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
  const run = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;
  return {
    name: 'minos-run-after-paint',
    apply: 'build',
    async generateBundle() {
      const source = await readFile(join(root, runner), 'utf8');
      // It holds up the first paint: not a byte more than it needs.
      const { code } = await minify(runner, source);
      this.emitFile({ type: 'asset', fileName: runner, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const scripts = [fetched, run].flatMap((tag) =>
          [...html.matchAll(tag)].map(([, address]) => address),
        );
        if (scripts.length < 2)
          throw new Error('index.html has not the scripts of the form that Vite gives them');
        const links = scripts.map((href) => `<link data-script="run" crossorigin href="${href}">`);
        return html
          .replace(fetched, '')
          .replace(run, '')
          .replace('</head>', `${links.join('\n    ')}\n  </head>`);
      },
    },
  };
}

/** pdf.js: its worker and what that may need. No WebAssembly, which the content-security policy refuses. */
const pdfAssets = [
  { folder: 'build', wanted: /^pdf\.worker\.min\.mjs$/ },
  { folder: 'cmaps', wanted: /\.bcmap$/ },
  { folder: 'standard_fonts', wanted: /\.(?:pfb|ttf)$/ },
  { folder: 'wasm', wanted: /_nowasm_fallback\.js$/ },
];

/** Copied under a name with the version, because what lies in /assets is kept by browsers for ever. */
function servePdfAssets(): Plugin {
  const source = join(root, '../node_modules/pdfjs-dist');
  return {
    name: 'minos-pdf-assets',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
      for (const { folder, wanted } of pdfAssets) {
        const names = (await readdir(join(source, folder))).filter((name) => wanted.test(name));
        for (const name of names) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: await readFile(join(source, folder, name)),
          });
        }
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/assets\/pdfjs-[\d.]+\//, `/@fs${source}/`);
        next();
      });
    },
  };
}

/** Writes x.br and x.gz beside every x worth it, so that the server never compresses a file while serving. */
function precompress(outDir: string): Plugin {
  const brotli = promisify(brotliCompress);
  const deflate = promisify(gzip);
  return {
    name: 'minos-precompress',
    apply: 'build',
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries.filter(
        (entry) => entry.isFile() && compressible.test(entry.name) && !unserved.test(entry.name),
      );
      await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const plain = await readFile(path);
          const variants = [
            {
              suffix: '.br',
              bytes: await brotli(plain, {
                params: {
                  [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length,
                  // Scripts come out a little shorter than by the usual values.
                  [zlib.BROTLI_PARAM_NPOSTFIX]: 3,
                  [zlib.BROTLI_PARAM_NDIRECT]: 2 << 3,
                },
              }),
            },
            { suffix: '.gz', bytes: await deflate(plain, { level: 9 }) },
          ];
          for (const { suffix, bytes } of variants) {
            if (bytes.length < plain.length) await writeFile(path + suffix, bytes);
          }
        }),
      );
    },
  };
}

export default defineConfig({
  root,
  plugins: [
    react(),
    fillTexts(),
    preloadFonts(),
    runAfterPaint(),
    servePdfAssets(),
    tellPageParts(),
    precompress(join(root, 'dist')),
  ],
  resolve: {
    alias: [
      // Of the viewer that pdf.js comes with, react-pdf needs two small classes.
      { find: 'pdfjs-dist/web/pdf_viewer.mjs', replacement: join(root, 'src/lib/pdf-links.ts') },
      { find: /^\.\/use-id\/use-id\.mjs$/, replacement: join(root, 'src/lib/mantine-id.ts') },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined assets would be data: URLs, which the content-security policy refuses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // pdf.js is one piece of this size, and loads only with a statement.
    chunkSizeWarningLimit: 700,
    // What changes with our own code stays apart from what changes with an upgrade: caches keep the latter.
    rolldownOptions: {
      output: {
        // Of eight characters as any other, but these compress: the first page names every file.
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack)\//,
              priority: 5,
            },
            { name: 'zod', test: /node_modules\/zod\//, priority: 5 },
            { name: 'frame', tags: ['$initial'], priority: 4 },
            ...sharedChunks,
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
