import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callUrl } from '#contract/call.ts';
import type { Editorial } from '#contract/contest-editorials.ts';
import { editorialPdf } from '#contract/page-calls.ts';
import { Icon } from '../../components/icons.tsx';
import { LinkedText } from '../../components/linked-text.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './contest-page.module.css';
import { editorialQuery } from './queries.ts';

/** By which a link on the same page leads to it. */
export const editorialPlace = 'editorial';

/** How the problems of a finished contest are solved; null where staff have not written it, and until that is known. */
export function useEditorial(contestId: number, isFinished: boolean): Editorial | null {
  const { data } = useQuery({ ...editorialQuery(contestId), enabled: isFinished });
  return data && (data.text !== '' || data.has_pdf) ? data : null;
}

/** Nothing where there is none. */
export function ContestEditorial({ contestId }: { contestId: number }) {
  const { contests: texts } = useMessages();
  const editorial = useEditorial(contestId, true);
  if (!editorial) return null;
  return (
    <section id={editorialPlace} className={styles.editorial}>
      <h2 className={styles.stageTitle}>{texts.editorial}</h2>
      {editorial.text !== '' && <LinkedText>{editorial.text}</LinkedText>}
      {editorial.has_pdf && (
        <Button
          variant="default"
          component="a"
          href={callUrl(editorialPdf.path, { id: contestId })}
          target="_blank"
          rightSection={<Icon name="outside" />}
        >
          {texts.editorialPdf}
        </Button>
      )}
    </section>
  );
}
