import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useMessages } from '../../lib/messages.ts';
import type { PdfDocument } from '../../lib/pdf.ts';
import styles from './statement.module.css';
import { type PageText, reflowText, type TextBlock } from './statement-text.ts';

/** The statement's text without its pages, as wide as the screen. */
export function StatementTextView({ document }: { document: PdfDocument }) {
  const { problem: texts } = useMessages();
  const blocks = useTextBlocks(document);
  if (blocks === 'failed') return <Notice tone="error">{texts.textFailed}</Notice>;
  if (blocks === null) {
    return (
      <div role="status">
        <VisuallyHidden>{texts.loadingPdf}</VisuallyHidden>
        <Skeleton height={320} />
      </div>
    );
  }
  return (
    <div className={styles.text}>
      <p className={styles.textNote}>{texts.textNote}</p>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place
        <Block key={index} {...block} />
      ))}
    </div>
  );
}

function Block({ kind, text }: TextBlock) {
  if (kind === 'heading') return <h2>{text}</h2>;
  if (kind === 'code') return <pre>{text}</pre>;
  return <p data-item={kind === 'item' || undefined}>{text}</p>;
}

function useTextBlocks(document: PdfDocument): readonly TextBlock[] | 'failed' | null {
  const [blocks, setBlocks] = useState<readonly TextBlock[] | 'failed' | null>(null);
  useEffect(() => {
    let isWanted = true;
    readPages(document).then(
      (pages) => isWanted && setBlocks(reflowText(pages)),
      () => isWanted && setBlocks('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [document]);
  return blocks;
}

/** One after the other: a long statement does not hold up the pages that are being drawn. */
async function readPages(document: PdfDocument): Promise<PageText[]> {
  const pages: PageText[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items, styles } = await page.getTextContent();
    pages.push({
      height: page.getViewport({ scale: 1 }).height,
      items: items.filter((item) => 'str' in item),
      styles,
    });
  }
  return pages;
}
