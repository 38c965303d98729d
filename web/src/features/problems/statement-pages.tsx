/**
 * The pages of a statement. They are drawn when they come near the screen and forgotten when they are far from it, so
 * that a long statement costs no more than a short one. Their places have their sizes from the beginning, and what is
 * drawn stays, stretched, until it has been drawn anew in another size: nothing jumps, nothing flashes.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Page } from 'react-pdf';
import { useMessages } from '../../lib/messages.ts';
import styles from './statement.module.css';

export const a4 = 297 / 210;

/** Sharper than twice only costs memory, and phones draw no canvas of more pixels than this. */
const mostSharpness = 2;
const mostPixels = 16_000_000;
/** A divider or two fingers move; pages are drawn anew when they rest. */
const restMs = 150;

interface StatementPagesProps {
  frame: RefObject<HTMLElement | null>;
  ratios: readonly number[];
  zoom: number;
  onDrawn: OnDrawn;
}

type OnDrawn = (number: number, canvas: HTMLCanvasElement) => void;

export function StatementPages({ frame, ratios, zoom, onDrawn }: StatementPagesProps) {
  const width = Math.floor(useWidth(frame) * zoom);
  const drawnWidth = useRested(width);
  if (width === 0) return null;
  return ratios.map((ratio, index) => (
    <LazyPage
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
      key={index}
      number={index + 1}
      total={ratios.length}
      width={width}
      drawnWidth={drawnWidth || width}
      firstRatio={ratio}
      onDrawn={onDrawn}
    />
  ));
}

interface LazyPageProps {
  number: number;
  total: number;
  width: number;
  drawnWidth: number;
  firstRatio: number;
  onDrawn: OnDrawn;
}

function LazyPage({ number, total, width, drawnWidth, firstRatio, onDrawn }: LazyPageProps) {
  const { problem: texts } = useMessages();
  const [place, isNear] = useNearScreen();
  const [ratio, setRatio] = useState(firstRatio);
  return (
    <section
      ref={place}
      className={styles.page}
      style={{ width, height: Math.floor(width * ratio) }}
      aria-label={texts.page(number, total)}
      data-page={number}
    >
      {isNear && (
        <PageLayers
          number={number}
          width={width}
          drawnWidth={drawnWidth}
          ratio={ratio}
          onRatio={setRatio}
          onDrawn={onDrawn}
        />
      )}
    </section>
  );
}

interface PageLayersProps {
  number: number;
  width: number;
  drawnWidth: number;
  ratio: number;
  onRatio: (ratio: number) => void;
  onDrawn: OnDrawn;
}

/** What has been drawn, and above it, unseen until it is ready, what is being drawn in another size. */
function PageLayers({ number, width, drawnWidth, ratio, onRatio, onDrawn }: PageLayersProps) {
  const { problem: texts } = useMessages();
  const [readyWidth, setReadyWidth] = useState<number | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const widths = [...new Set([readyWidth ?? drawnWidth, drawnWidth])];
  return widths.map((layerWidth) => (
    <div
      key={layerWidth}
      className={styles.layer}
      data-waiting={layerWidth !== (readyWidth ?? drawnWidth) || undefined}
      style={{ transform: `scale(${width / layerWidth})` }}
    >
      <Page
        pageNumber={number}
        width={layerWidth}
        devicePixelRatio={sharpness(layerWidth, ratio)}
        loading={null}
        error={<p>{texts.pdfFailed}</p>}
        onLoadSuccess={({ originalWidth, originalHeight }) => onRatio(originalHeight / originalWidth)}
        canvasRef={layerWidth === drawnWidth ? canvas : null}
        onRenderSuccess={() => {
          setReadyWidth(layerWidth);
          if (canvas.current) onDrawn(number, canvas.current);
        }}
      />
    </div>
  ));
}

function sharpness(width: number, ratio: number): number {
  return Math.min(
    window.devicePixelRatio || 1,
    mostSharpness,
    Math.sqrt(mostPixels / (width * width * ratio)),
  );
}

/** The width there is for a page, kept while the tab is closed. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.floor(entry?.contentRect.width ?? 0);
      if (now > 0) setWidth(now);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

function useRested(value: number): number {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

function useNearScreen() {
  const element = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '100% 0px',
      // The same for a statement that scrolls inside the page.
      scrollMargin: '100% 0px',
    } as IntersectionObserverInit);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, isNear] as const;
}
