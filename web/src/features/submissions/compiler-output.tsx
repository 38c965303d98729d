import { useMessages } from '../../lib/messages.ts';
import styles from './code-viewer.module.css';
import { readCompilerLines } from './compiler-lines.ts';

interface CompilerOutputProps {
  text: string;
  /** Of the source. */
  lineCount: number;
  onLine: (line: number) => void;
}

/** What the compiler said; a line that speaks of one of the source's leads there. */
export function CompilerOutput({ text, lineCount, onLine }: CompilerOutputProps) {
  const { submissions: texts } = useMessages();
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{texts.compilerOutput}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={styles.output} tabIndex={0}>
        {readCompilerLines(text, lineCount).map(({ text: line, sourceLine }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
          <span key={index}>
            {sourceLine === null ? (
              line
            ) : (
              <button
                type="button"
                className={styles.message}
                title={texts.goToLine(sourceLine)}
                onClick={() => onLine(sourceLine)}
              >
                {line}
              </button>
            )}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  );
}
