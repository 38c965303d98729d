import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { StaffAnnouncement } from '#contract/questions.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { AnnounceDialog } from './announce-dialog.tsx';
import styles from './announcement-list.module.css';
import { Note } from './notes.tsx';
import { announcementsQuery } from './queries.ts';

interface AnnouncementListProps {
  contestId: number | null;
  onSaved: () => void;
}

/** For staff: with who posted each, and how many have read it. */
export function AnnouncementList({ contestId, onSaved }: AnnouncementListProps) {
  const { inbox: texts } = useMessages();
  const announcements = useQuery(announcementsQuery(contestId ?? undefined));
  const [edited, setEdited] = useState<StaffAnnouncement | null>(null);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {texts.announcements}
      </h2>
      <QueryFailure query={announcements}>{texts.fetchFailed}</QueryFailure>
      {announcements.isPending && <ListSkeleton text={texts.loading} />}
      {announcements.data?.length === 0 && (
        <EmptyNote title={texts.noAnnouncements}>{texts.noAnnouncementsNext}</EmptyNote>
      )}
      {announcements.data?.map((announcement) => (
        <Note
          key={announcement.id}
          problem={announcement.problem}
          at={announcement.edited_at ?? announcement.posted_at}
          isEdited={announcement.edited_at !== null}
        >
          <p className={styles.text}>{sayOr(announcement.words, announcement.text)}</p>
          <p className={styles.line}>
            <span>{announcement.contest.title}</span>
            {announcement.by && <span>{announcement.by.username}</span>}
            <span>{texts.readBy(announcement.read_count, announcement.participant_count)}</span>
            <Button variant="subtle" size="sm" onClick={() => setEdited(announcement)}>
              {texts.editAnnouncement}
              <VisuallyHidden component="span">
                {texts.editAnnouncementOf(sayOr(announcement.words, announcement.text))}
              </VisuallyHidden>
            </Button>
          </p>
        </Note>
      ))}
      {edited && (
        <AnnounceDialog
          contestId={edited.contest.id}
          announcement={edited}
          onClose={() => setEdited(null)}
          onSent={() => {
            setEdited(null);
            onSaved();
          }}
        />
      )}
    </section>
  );
}
