/**
 * The statement by pdf.js, because phones do not show an embedded PDF. Loaded only with the first statement.
 * Pages are drawn when they come near the screen and forgotten when they are far from it, so that a long
 * statement costs no more than a short one. Everything pdf.js may need (worker, fonts, character maps, image
 * decoders without WebAssembly) comes from this origin.
 */
import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import { ActionIcon, Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FetchFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './statement.module.css';
import { StatementPlace } from './statement-place.tsx';
import { fitWidth, zoomIn, zoomOut, zoomSteps } from './zoom.ts';

/** Where the build puts the files (vite.config.ts). */
const pdfAssets = `/assets/pdfjs-${pdfjs.version}/`;
pdfjs.GlobalWorkerOptions.workerSrc = `${pdfAssets}build/pdf.worker.min.mjs`;

const options = {
  cMapUrl: `${pdfAssets}cmaps/`,
  standardFontDataUrl: `${pdfAssets}standard_fonts/`,
  wasmUrl: `${pdfAssets}wasm/`,
  // The content-security policy allows no WebAssembly; the decoders exist in JavaScript too.
  useWasm: false,
  // The page fetches, not the worker: the policy of the page is the one that allows it.
  useWorkerFetch: false,
};

/** Sharper than this only costs memory. */
const pixelRatio = Math.min(window.devicePixelRatio || 1, 2);
const a4 = 297 / 210;

/** Without an address there is no PDF. */
export function Statement({ url }: { url: string | null }) {
  const { problem: texts } = useMessages();
  return url === null ? <EmptyNote title={texts.noPdf} /> : <PdfView url={url} />;
}

function PdfView({ url }: { url: string }) {
  const { problem: texts } = useMessages();
  const [attempt, setAttempt] = useState(0);
  const [pageCount, setPageCount] = useState(0);
  const [zoom, setZoom] = useState(fitWidth);
  const [frame, width] = useWidth();
  return (
    <>
      <div className={styles.toolbar}>
        <p className={styles.count}>{pageCount > 0 && texts.pages(pageCount)}</p>
        <ZoomTools zoom={zoom} onZoom={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={frame} className={styles.frame} tabIndex={0} aria-label={texts.statement}>
        <Document
          key={attempt}
          // With it, a file that cannot be read would take the whole page down instead of showing `error`.
          suspense={false}
          file={url}
          options={options}
          externalLinkTarget="_blank"
          externalLinkRel="noopener noreferrer"
          loading={<StatementPlace />}
          error={<FetchFailure onRetry={() => setAttempt(attempt + 1)}>{texts.pdfFailed}</FetchFailure>}
          onLoadSuccess={({ numPages }) => setPageCount(numPages)}
        >
          {width > 0 &&
            Array.from({ length: pageCount }, (_, index) => (
              <LazyPage
                // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
                key={index}
                number={index + 1}
                total={pageCount}
                width={Math.floor(width * zoom)}
              />
            ))}
        </Document>
      </section>
    </>
  );
}

interface LazyPageProps {
  number: number;
  total: number;
  width: number;
}

function LazyPage({ number, total, width }: LazyPageProps) {
  const { problem: texts } = useMessages();
  const [place, isNear] = useNearScreen();
  const [ratio, setRatio] = useState(a4);
  const height = Math.floor(width * ratio);
  return (
    <section
      ref={place}
      className={styles.page}
      style={{ width, height }}
      aria-label={texts.page(number, total)}
    >
      {isNear && (
        <Page
          pageNumber={number}
          width={width}
          devicePixelRatio={pixelRatio}
          loading={null}
          error={<p>{texts.pdfFailed}</p>}
          onLoadSuccess={({ originalWidth, originalHeight }) => setRatio(originalHeight / originalWidth)}
        />
      )}
    </section>
  );
}

function ZoomTools({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { problem: texts } = useMessages();
  return (
    <fieldset className={styles.zoom} aria-label={texts.zoom}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={texts.zoomOut}
        disabled={zoom <= (zoomSteps[0] ?? 0)}
        onClick={() => onZoom(zoomOut(zoom))}
      >
        <Icon name="minus" />
      </ActionIcon>
      <output className={styles.share}>{texts.percent(zoom)}</output>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={texts.zoomIn}
        disabled={zoom >= (zoomSteps.at(-1) ?? 0)}
        onClick={() => onZoom(zoomIn(zoom))}
      >
        <Icon name="plus" />
      </ActionIcon>
      <Button variant="default" disabled={zoom === fitWidth} onClick={() => onZoom(fitWidth)}>
        {texts.fitWidth}
      </Button>
    </fieldset>
  );
}

/** The width there is for a page, kept while the tab is closed. */
function useWidth() {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.floor(entry?.contentRect.width ?? 0);
      if (now > 0) setWidth(now);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}

function useNearScreen() {
  const element = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '100% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, isNear] as const;
}
