/** The statement by pdf.js, because phones do not show an embedded PDF. Loaded only with the first statement. */
import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import { ActionIcon, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Document } from 'react-pdf';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FetchFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import { type PdfDocument, pdfOptions } from '../../lib/pdf.ts';
import { useRemembered } from '../../lib/remembered.ts';
import {
  keepPicture,
  keepStatement,
  RecalledPages,
  RecalledPlace,
  recallStatement,
} from './recalled-pages.tsx';
import styles from './statement.module.css';
import { a4, StatementPages } from './statement-pages.tsx';
import { PagePlace } from './statement-place.tsx';
import { hasText } from './statement-text.ts';
import { StatementTextView } from './statement-text-view.tsx';
import { handOutTextInPieces } from './text-in-pieces.ts';
import { fitWidth, useZoom, type Zoom, zoomIn, zoomOut, zoomSteps } from './zoom.ts';

interface LoadedPdf {
  document: PdfDocument;
  /** Height by width of the pages, so that nothing moves when they are drawn. */
  ratios: readonly number[];
  hasText: boolean;
}

/** Without an address there is no PDF. */
export function Statement({ url }: { url: string | null }) {
  const { problem: texts } = useMessages();
  return url === null ? <EmptyNote title={texts.noPdf} /> : <PdfView url={url} />;
}

type View = 'page' | 'text';

function PdfView({ url }: { url: string }) {
  const { problem: texts } = useMessages();
  const [attempt, setAttempt] = useState(0);
  const [pdf, setPdf] = useState<LoadedPdf | null>(null);
  const [recalled] = useState(() => recallStatement(url));
  const [isDrawn, setDrawn] = useState(false);
  const [wantedView, setView] = useRemembered<View>('statement-view', 'page', (stored) =>
    stored === 'text' ? stored : null,
  );
  const [isDimmed, setDimmed] = useRemembered('statement-dimmed', false, (stored) => stored === 'true');
  const frame = useRef<HTMLElement>(null);
  const zoom = useZoom(frame);
  const known = pdf ?? recalled;
  const view = known?.hasText ? wantedView : 'page';
  const place =
    recalled && view === 'page' ? <RecalledPlace statement={recalled} zoom={zoom.zoom} /> : <PagePlace />;
  const load = async (document: PdfDocument) => {
    handOutTextInPieces(document);
    const loaded = await measurePdf(document);
    keepStatement(url, loaded);
    setPdf(loaded);
  };
  const noteDrawn = (number: number, canvas: HTMLCanvasElement) => {
    if (number === 1) setDrawn(true);
    void keepPicture(url, number, canvas);
  };
  return (
    <>
      <div className={styles.toolbar}>
        <p className={styles.count}>{known && texts.pages(known.ratios.length)}</p>
        {known?.hasText && <ViewChoice view={view} onView={setView} />}
        <ZoomTools {...zoom} isDisabled={view === 'text'} />
        <span className={styles.dim}>
          <DisabledReason reason={view === 'text' ? texts.forPagesOnly : undefined}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={texts.dimPage}
              title={texts.dimPage}
              aria-pressed={isDimmed}
              onClick={() => setDimmed(!isDimmed)}
            >
              <Icon name="moon" />
            </ActionIcon>
          </DisabledReason>
        </span>
      </div>
      <section
        ref={frame}
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={texts.statement}
        data-dimmed={isDimmed || undefined}
      >
        {recalled && !isDrawn && view === 'page' && <RecalledPages statement={recalled} zoom={zoom.zoom} />}
        <Document
          key={attempt}
          // With it, a file that cannot be read would take the whole page down instead of showing `error`.
          suspense={false}
          file={url}
          options={pdfOptions}
          externalLinkTarget="_blank"
          externalLinkRel="noopener noreferrer"
          loading={place}
          error={<FetchFailure onRetry={() => setAttempt(attempt + 1)}>{texts.pdfFailed}</FetchFailure>}
          onLoadSuccess={load}
          onItemClick={({ pageNumber }) =>
            frame.current?.querySelector(`[data-page="${pageNumber}"]`)?.scrollIntoView()
          }
        >
          {pdf === null && place}
          {pdf && view === 'page' && (
            <StatementPages frame={frame} ratios={pdf.ratios} zoom={zoom.zoom} onDrawn={noteDrawn} />
          )}
          {pdf && view === 'text' && <StatementTextView document={pdf.document} />}
        </Document>
      </section>
    </>
  );
}

/** Further ones are taken to be like the first until they are drawn. */
const pagesMeasured = 30;

async function measurePdf(document: PdfDocument): Promise<LoadedPdf> {
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  try {
    const pages = await Promise.all(
      numbers.slice(0, pagesMeasured).map((number) => document.getPage(number)),
    );
    const ratios = pages.map((page) => {
      const { width, height } = page.getViewport({ scale: 1 });
      return height / width;
    });
    const first = await pages[0]?.getTextContent();
    return {
      document,
      ratios: numbers.map((_, index) => ratios[index] ?? ratios[0] ?? a4),
      // A scan has none; who wrote text began with the first page.
      hasText: first !== undefined && hasText(first.items),
    };
  } catch {
    // A page that cannot be read says so in its own place.
    return { document, ratios: numbers.map(() => a4), hasText: false };
  }
}

function ViewChoice({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { problem: texts } = useMessages();
  const choices = [
    { value: 'page', text: texts.viewPage },
    { value: 'text', text: texts.viewText },
  ] as const;
  return (
    <fieldset className={styles.tools} aria-label={texts.statementViews}>
      {choices.map(({ value, text }) => (
        <Button
          key={value}
          variant="default"
          size="sm"
          px={12}
          className={styles.choice ?? ''}
          aria-pressed={view === value}
          onClick={() => onView(value)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}

function ZoomTools({ zoom, zoomTo, isDisabled }: Zoom & { isDisabled: boolean }) {
  const { problem: texts } = useMessages();
  const whyNot = (isAtEnd: boolean, reason: string) => {
    if (isDisabled) return texts.forPagesOnly;
    return isAtEnd ? reason : undefined;
  };
  return (
    <fieldset className={styles.tools} aria-label={texts.zoom}>
      <ZoomButton
        icon="minus"
        label={texts.zoomOut}
        whyNot={whyNot(zoom <= (zoomSteps[0] ?? 0), texts.smallest)}
        onClick={() => zoomTo(zoomOut(zoom))}
      />
      <output className={styles.percent}>{texts.percent(zoom)}</output>
      <ZoomButton
        icon="plus"
        label={texts.zoomIn}
        whyNot={whyNot(zoom >= (zoomSteps.at(-1) ?? 0), texts.largest)}
        onClick={() => zoomTo(zoomIn(zoom))}
      />
      <ZoomButton
        icon="fit"
        label={texts.fitWidth}
        title={texts.fitWidth}
        whyNot={whyNot(zoom === fitWidth, texts.fitsWidth)}
        onClick={() => zoomTo(fitWidth)}
      />
    </fieldset>
  );
}

interface ZoomButtonProps {
  icon: 'minus' | 'plus' | 'fit';
  label: string;
  title?: string;
  whyNot: string | undefined;
  onClick: () => void;
}

function ZoomButton({ icon, label, title, whyNot, onClick }: ZoomButtonProps) {
  return (
    <DisabledReason reason={whyNot}>
      <ActionIcon variant="default" size={36} aria-label={label} title={title} onClick={onClick}>
        <Icon name={icon} />
      </ActionIcon>
    </DisabledReason>
  );
}
