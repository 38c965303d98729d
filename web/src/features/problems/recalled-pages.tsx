/**
 * Statements as they were drawn last, for as long as the tab lives. Who comes back to one sees its first pages at once, and
 * not a place held for them, while pdf.js reads the file again and draws the real pages beneath.
 */
import { useLayoutEffect, useRef } from 'react';
import styles from './statement.module.css';

/** What there is to see of a statement before its file has been read. */
export interface RecalledStatement {
  /** Height by width of each page. */
  readonly ratios: readonly number[];
  readonly hasText: boolean;
  /** Of the first pages, in their order. */
  readonly pictures: ImageBitmap[];
}

/** A picture takes as much memory as the page on the screen. */
const mostStatements = 4;
const mostPictures = 2;

const recalled = new Map<string, RecalledStatement>();

export function recallStatement(url: string): RecalledStatement | null {
  return recalled.get(url) ?? null;
}

/** What is kept longest goes first. */
export function keepStatement(url: string, { ratios, hasText }: Omit<RecalledStatement, 'pictures'>): void {
  const pictures = recalled.get(url)?.pictures ?? [];
  recalled.delete(url);
  recalled.set(url, { ratios, hasText, pictures });
  for (const [oldest] of recalled) {
    if (recalled.size <= mostStatements) return;
    recalled.delete(oldest);
  }
}

export async function keepPicture(url: string, number: number, canvas: HTMLCanvasElement): Promise<void> {
  if (number > mostPictures) return;
  const picture = await createImageBitmap(canvas);
  const pictures = recalled.get(url)?.pictures;
  if (pictures) pictures[number - 1] = picture;
}

interface RecalledPagesProps {
  statement: RecalledStatement;
  zoom: number;
}

/** Over the place where the real pages will be, and for the eye alone. */
export function RecalledPages({ statement, zoom }: RecalledPagesProps) {
  return (
    <div className={styles.recalled} aria-hidden="true">
      {statement.pictures.map((picture, index) => (
        <RecalledPage
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
          key={index}
          picture={picture}
          ratio={statement.ratios[index] ?? 1}
          zoom={zoom}
        />
      ))}
    </div>
  );
}

function RecalledPage({ picture, ratio, zoom }: { picture: ImageBitmap; ratio: number; zoom: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => canvas.current?.getContext('2d')?.drawImage(picture, 0, 0), [picture]);
  return (
    <div className={styles.page} style={{ width: `${zoom * 100}%`, aspectRatio: 1 / ratio }}>
      <canvas ref={canvas} className={styles.picture} width={picture.width} height={picture.height} />
    </div>
  );
}

/** As high as what is drawn over it. */
export function RecalledPlace({ statement, zoom }: RecalledPagesProps) {
  return statement.ratios.map((ratio, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
    <div key={index} className={styles.page} style={{ width: `${zoom * 100}%`, aspectRatio: 1 / ratio }} />
  ));
}
