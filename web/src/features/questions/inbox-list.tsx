import { UnstyledButton } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { InboxQuestion, questionStates } from '#contract/questions.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { When } from '../../components/when.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { AnswerForm } from './answer-form.tsx';
import styles from './inbox-list.module.css';
import { About } from './notes.tsx';

interface InboxListProps {
  questions: readonly InboxQuestion[];
  state: (typeof questionStates)[number];
  onSent: () => void;
}

/**
 * Each question is a button that opens the form below it; one is open at a time. One that somebody else has answered
 * meanwhile stays as long as it is open: what was typed is not taken away.
 */
export function InboxList({ questions, state, onSent }: InboxListProps) {
  const { inbox: texts } = useMessages();
  const [open, setOpen] = useState<InboxQuestion | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useQuestionKeys(list);
  const isKept = open !== null && !questions.some(({ id }) => id === open.id);
  const shown = isKept ? [open, ...questions] : questions;
  if (shown.length === 0) {
    return state === 'open' ? (
      <EmptyNote title={texts.noneOpen}>{texts.noneOpenNext}</EmptyNote>
    ) : (
      <EmptyNote title={texts.noneAnswered} />
    );
  }
  return (
    <>
      <ul ref={list} className={styles.list}>
        {shown.map((question) => (
          <li key={question.id} className={styles.item}>
            <QuestionButton
              question={question}
              isOpen={open?.id === question.id}
              onToggle={() => setOpen(open?.id === question.id ? null : question)}
            />
            {open?.id === question.id && (
              <AnswerForm
                question={open}
                onClose={() => {
                  setOpen(null);
                  focusQuestion(list.current, question.id);
                }}
                onSent={() => {
                  setOpen(null);
                  onSent();
                  focusNext(list.current, question.id);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={styles.keys}>{texts.keys}</p>
    </>
  );
}

interface QuestionButtonProps {
  question: InboxQuestion;
  isOpen: boolean;
  onToggle: () => void;
}

function QuestionButton({ question, isOpen, onToggle }: QuestionButtonProps) {
  const { inbox: texts, questions } = useMessages();
  const { user } = useSession();
  const { claim, answer } = question;
  return (
    <UnstyledButton
      className={styles.button ?? ''}
      data-question={question.id}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <span className={styles.line}>
        <About problem={question.problem} />
        <span>{texts.askedBy(question.asker?.username ?? null)}</span>
        <span>{question.contest.title}</span>
        {claim && (
          <span className={styles.claim}>
            {claim.id === user?.id ? texts.youAnswer : texts.answering(claim.username)}
          </span>
        )}
        <span className={styles.when}>
          <When at={question.asked_at} />
        </span>
      </span>
      <span className={styles.text}>{question.text}</span>
      {answer && (
        <span className={styles.answer}>
          <span className={styles.text}>{answer.text}</span>
          <span className={styles.line}>
            <span>{answer.is_public ? questions.answerToAll : questions.answer}</span>
            <span>{texts.answeredBy(answer.by?.username ?? null)}</span>
            {answer.edited_at !== null && <span>{questions.edited}</span>}
            {answer.is_public && <span>{texts.readBy(answer.read_count, answer.participant_count)}</span>}
            {question.asker && <span>{answer.is_read ? texts.readByAsker : texts.unreadByAsker}</span>}
          </span>
        </span>
      )}
    </UnstyledButton>
  );
}

function listButtons(list: HTMLUListElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-question]') ?? [])];
}

function focusQuestion(list: HTMLUListElement | null, id: string): void {
  listButtons(list)
    .find(({ dataset }) => dataset.question === id)
    ?.focus();
}

/** The one that was answered goes away with the next answer of the server. */
function focusNext(list: HTMLUListElement | null, id: string): void {
  const buttons = listButtons(list);
  const index = buttons.findIndex(({ dataset }) => dataset.question === id);
  (buttons[index + 1] ?? buttons[index - 1])?.focus();
}

/** j and k, as in many lists; not while somebody writes. */
function useQuestionKeys(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isWriting = target instanceof Element && target.closest('input,textarea,select,dialog');
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
      if (key !== 'j' && key !== 'k') return;
      const buttons = listButtons(list.current);
      const present = buttons.indexOf(document.activeElement as HTMLElement);
      const next = key === 'j' ? present + 1 : present - 1;
      buttons[Math.max(0, Math.min(next, buttons.length - 1))]?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [list]);
}
