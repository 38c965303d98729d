import type { ReactNode } from 'react';
import type { AboutProblem, Announcement, ContestQuestion } from '#contract/questions.ts';
import { When } from '../../components/when.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import styles from './notes.module.css';

/** What something is about, as the contest calls it. */
export function About({ problem }: { problem: AboutProblem }) {
  const { questions: texts } = useMessages();
  return <span className={styles.about}>{problem ? nameProblem(problem) : texts.generalShort}</span>;
}

function nameProblem({ id, label, title }: NonNullable<AboutProblem>): string {
  return `${label}: ${title ?? id}`;
}

interface NoteProps {
  problem: AboutProblem;
  at: string;
  isNew?: boolean;
  isEdited: boolean;
  children: ReactNode;
}

/** Paragraphs with a line above that says what they are about, when, and what is special about them. */
export function Note({ problem, at, isNew = false, isEdited, children }: NoteProps) {
  const { questions: texts } = useMessages();
  return (
    <article className={styles.note} data-new={isNew || undefined}>
      <p className={styles.line}>
        {isNew && <span className={styles.new}>{texts.new}</span>}
        <About problem={problem} />
        {isEdited && <span className={styles.tag}>{texts.edited}</span>}
        <span className={styles.when}>
          <When at={at} />
        </span>
      </p>
      {children}
    </article>
  );
}

interface AnnouncementNoteProps {
  announcement: Announcement;
  isNew: boolean;
}

export function AnnouncementNote({ announcement, isNew }: AnnouncementNoteProps) {
  const { problem, text, words, posted_at, edited_at } = announcement;
  return (
    <Note problem={problem} at={edited_at ?? posted_at} isNew={isNew} isEdited={edited_at !== null}>
      <p className={styles.text}>{sayOr(words, text)}</p>
    </Note>
  );
}

interface QuestionNoteProps {
  question: ContestQuestion;
  isNew: boolean;
}

export function QuestionNote({ question, isNew }: QuestionNoteProps) {
  const { questions: texts } = useMessages();
  const { problem, text, asked_at, answer, is_own } = question;
  const at = answer?.edited_at ?? answer?.answered_at ?? asked_at ?? '';
  return (
    <Note problem={problem} at={at} isNew={isNew} isEdited={answer !== null && answer.edited_at !== null}>
      <p className={styles.who}>{is_own ? texts.own : texts.fromOther}</p>
      <p className={styles.text}>{text}</p>
      {answer ? (
        <div className={styles.answer}>
          <p className={styles.who}>{answer.is_public ? texts.answerToAll : texts.answer}</p>
          <p className={styles.text}>{answer.text}</p>
        </div>
      ) : (
        <p className={styles.waiting}>{texts.waiting}</p>
      )}
    </Note>
  );
}
