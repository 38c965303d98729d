import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Language } from '#contract/languages.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { languagesQuery } from '../../lib/languages.ts';
import { useMessages } from '../../lib/messages.ts';
import { isStaff, useSession } from '../../lib/session.ts';
import { LanguageSection } from './language-section.tsx';
import styles from './languages-page.module.css';
import { StartingTextDialog } from './starting-text-dialog.tsx';

/** For contestants: what is judged, what exactly runs, and what is good to know of it. Staff set what to begin with. */
export function LanguagesPage() {
  const { languageGuide: texts, submissions } = useMessages();
  const languages = useQuery(languagesQuery);
  const { user } = useSession();
  const [changed, setChanged] = useState<Language | null>(null);
  const [saved, setSaved] = useState<Language | null>(null);
  const maySetStart = isStaff(user);
  useScrollToHash(languages.isSuccess);
  return (
    <>
      <PageHeading lead={texts.lead}>{texts.title}</PageHeading>
      <QueryFailure query={languages}>{texts.fetchFailed}</QueryFailure>
      {languages.isPending && (
        <div role="status">
          <VisuallyHidden>{texts.loading}</VisuallyHidden>
          <Skeleton height="24rem" />
        </div>
      )}
      {languages.data?.length === 0 && <EmptyNote title={texts.none}>{texts.noneNext}</EmptyNote>}
      <Notice tone="success">{saved && texts.saved(submissions.languages[saved.id])}</Notice>
      {languages.data && languages.data.length > 0 && (
        <div className={styles.columns}>
          <LanguageIndex languages={languages.data} />
          <div className={styles.sections}>
            {languages.data.map((language) => (
              <LanguageSection
                key={language.id}
                language={language}
                {...(maySetStart && { onChangeStart: () => setChanged(language) })}
              />
            ))}
          </div>
        </div>
      )}
      {changed && (
        <StartingTextDialog
          language={changed}
          onSaved={() => {
            setSaved(changed);
            setChanged(null);
          }}
          onClose={() => setChanged(null)}
        />
      )}
    </>
  );
}

function LanguageIndex({ languages }: { languages: readonly Language[] }) {
  const { languageGuide: texts, submissions } = useMessages();
  if (languages.length === 1) return null;
  return (
    <nav className={styles.index} aria-label={texts.index}>
      <ul>
        {languages.map(({ id }) => (
          <li key={id}>
            <Link to={`#${id}`}>{submissions.languages[id]}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The browser looks for it before the list is there. */
function useScrollToHash(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);
}
