import type { TriedSolution } from '#contract/packages.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './expectation-view.module.css';
import { tellExpectation } from './expectations.ts';

export function ExpectationView({ expected }: Pick<TriedSolution, 'expected'>) {
  const { problemPackages: texts } = useMessages();
  const { word, details } = tellExpectation(expected, texts);
  return (
    <>
      {word}
      {details.map((detail) => (
        <span key={detail} className={styles.detail}>
          {detail}
        </span>
      ))}
    </>
  );
}
