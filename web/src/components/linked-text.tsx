import { Fragment } from 'react';
import { splitLinks } from './link-parts.ts';
import styles from './linked-text.module.css';

/** What somebody wrote, in the lines they wrote it in; addresses in it can be followed, and nothing else is taken for more than text. */
export function LinkedText({ children }: { children: string }) {
  return (
    <p className={styles.text}>
      {splitLinks(children).map(({ text, isLink }, index) =>
        isLink ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, drawn together
          <a key={index} href={text} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, drawn together
          <Fragment key={index}>{text}</Fragment>
        ),
      )}
    </p>
  );
}
