import type { Judgement } from '#contract/submissions.ts';
import { StatusLabel } from '../../components/status-label.tsx';
import { When } from '../../components/when.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import viewer from './code-viewer.module.css';
import styles from './judgement-history.module.css';

/** For staff: what each judgement found, newest first, when, and with what. */
export function JudgementHistory({ judgements }: { judgements: readonly Judgement[] }) {
  const { submissions: texts } = useMessages();
  if (judgements.length === 0) return null;
  return (
    <section className={viewer.section} aria-labelledby="viewer-history">
      <h3 id="viewer-history" className={viewer.heading}>
        {texts.history}
      </h3>
      <ol className={styles.list}>
        {judgements.map((judgement) => (
          <li key={judgement.id} className={styles.item} data-in-force={judgement.is_in_force || undefined}>
            <div className={styles.outcome}>
              <StatusLabel status={judgement.status} />
              <span className={styles.score}>{judgement.score ?? texts.noScore}</span>
              {judgement.is_in_force && <span className={styles.tag}>{texts.inForce}</span>}
            </div>
            <div className={styles.facts}>
              <When at={judgement.finished_at ?? judgement.requested_at} />
              {[
                judgement.provenance &&
                  texts.judgedWith(
                    judgement.provenance.time_limit_ms,
                    judgement.provenance.memory_limit_mb,
                    judgement.provenance.compiler,
                    judgement.provenance.flags,
                  ),
                judgement.test_set !== null && texts.testSet(judgement.test_set),
                judgement.judged_by && texts.judgedOn(judgement.judged_by),
                sayOr(judgement.fault_words, judgement.fault),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
