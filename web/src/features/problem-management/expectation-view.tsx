import type { Expectation } from '#contract/test-set-plan.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './expectation-view.module.css';
import { tellExpectation } from './expectations.ts';

export function ExpectationView({ expected }: { expected: Expectation }) {
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
