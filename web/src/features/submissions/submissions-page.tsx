import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../messages.ts';
import { useSession } from '../../session.ts';
import { SubmissionList } from './submission-list.tsx';
import styles from './submissions-page.module.css';

export function SubmissionsPage() {
  const { submissions: texts } = useMessages();
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const filter = search.get('filter') === 'mine' ? 'mine' : undefined;
  const choices = [
    { text: texts.all, value: undefined },
    { text: texts.mine, value: 'mine' },
  ] as const;
  return (
    <>
      <PageHeading
        actions={
          user && (
            <fieldset className={styles.filters} aria-label={texts.which}>
              {choices.map(({ text, value }) => (
                <Button
                  key={text}
                  variant="default"
                  aria-pressed={filter === value}
                  onClick={() => setSearch(value ? { filter: value } : {}, { preventScrollReset: true })}
                >
                  {text}
                </Button>
              ))}
            </fieldset>
          )
        }
      >
        {texts.title}
      </PageHeading>
      <SubmissionList filter={filter} />
    </>
  );
}
