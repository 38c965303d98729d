import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callUrl } from '#contract/call.ts';
import { editorialPdf } from '#contract/page-calls.ts';
import { Icon } from '../../components/icons.tsx';
import { LinkedText } from '../../components/linked-text.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './contest-page.module.css';
import { editorialQuery } from './queries.ts';

/** How the problems of a finished contest are solved, where staff have written it. Nothing where they have not. */
export function ContestEditorial({ contestId }: { contestId: number }) {
  const { contests: texts } = useMessages();
  const { data: editorial } = useQuery(editorialQuery(contestId));
  if (!editorial || (editorial.text === '' && !editorial.has_pdf)) return null;
  return (
    <section className={styles.editorial}>
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
