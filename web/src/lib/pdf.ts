/**
 * pdf.js, set up. To be loaded only where a PDF is shown or looked into. Everything it may need (worker, fonts, character
 * maps, image decoders without WebAssembly) comes from this origin.
 */
import { type DocumentProps, pdfjs } from 'react-pdf';

export type PdfDocument = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0];

/** Where the build puts the files (vite.config.ts). */
const pdfAssets = `/assets/pdfjs-${pdfjs.version}/`;
pdfjs.GlobalWorkerOptions.workerSrc = `${pdfAssets}build/pdf.worker.min.mjs`;

export const pdfOptions = {
  cMapUrl: `${pdfAssets}cmaps/`,
  standardFontDataUrl: `${pdfAssets}standard_fonts/`,
  wasmUrl: `${pdfAssets}wasm/`,
  // The fonts that a PDF need not bring along look the same on every machine.
  useSystemFonts: false,
  // The content-security policy allows no WebAssembly; the decoders exist in JavaScript too.
  useWasm: false,
  // The page fetches, not the worker: the policy of the page is the one that allows it.
  useWorkerFetch: false,
  // Whoever leaves while a page is being read has done nothing that is worth a warning.
  verbosity: pdfjs.VerbosityLevel.ERRORS,
};

/** Fetches no more of it than that takes. */
export async function countPages(url: string): Promise<number> {
  const loading = pdfjs.getDocument({ ...pdfOptions, url, disableAutoFetch: true });
  try {
    return (await loading.promise).numPages;
  } finally {
    await loading.destroy();
  }
}
