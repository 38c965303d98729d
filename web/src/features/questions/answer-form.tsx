import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { intervals, limits } from '#contract/limits.ts';
import type { InboxQuestion } from '#contract/questions.ts';
import { words } from '#contract/words.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { errorText, RequestFailed } from '../../lib/api.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { readDetail } from '../../lib/refusal-details.ts';
import styles from './answer-form.module.css';
import { templatesQuery, useAnswer, useClaim, useRelease } from './queries.ts';

interface AnswerFormProps {
  /** As it was when the form was opened. */
  question: InboxQuestion;
  onClose: () => void;
  onSent: () => void;
}

type PresentAnswer = NonNullable<InboxQuestion['answer']>;

/** A first answer, or another in place of the one that is there. */
export function AnswerForm({ question, onClose, onSent }: AnswerFormProps) {
  const { app, inbox: texts, questions } = useMessages();
  const [base, setBase] = useState(question.answer);
  const [text, setText] = useState(question.answer?.text ?? '');
  const [isPublic, setPublic] = useState(question.answer?.is_public ?? false);
  const [isMissing, setMissing] = useState(false);
  const claim = useKeptClaim(question);
  const answer = useAnswer(question.id);
  const present = readSaid(answer.error) ?? readSaid(claim.error);

  const send = () => {
    if (answer.isPending) return;
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    answer.mutate({ text, is_public: isPublic, version: base?.version ?? 0 }, { onSuccess: onSent });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && text === (base?.text ?? '')) onClose();
  };
  /** What somebody else wrote is what is changed from now on; one's own words stay in the field. */
  const changeThat = (said: PresentAnswer) => {
    setBase(said);
    setPublic(isPublic || said.is_public);
    answer.reset();
    claim.reset();
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <ClaimNotice claim={claim} />
      <Templates
        onChoose={(template) => {
          setText(text.trim() === '' ? template : `${text.trimEnd()}\n${template}`);
          setMissing(false);
        }}
      />
      <Textarea
        label={texts.answer}
        rows={4}
        size="md"
        maxLength={limits.answerMax}
        description={questions.counter(text.length, limits.answerMax)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isMissing && say(words('answer_required'))}
        autoFocus
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setMissing(false);
        }}
      />
      <Audience
        asker={question.asker?.username ?? null}
        isPublic={isPublic}
        isFixed={base?.is_public ?? false}
        onChange={setPublic}
      />
      {base && <p className={styles.hint}>{texts.editIsSeen}</p>}
      <ActionFailure error={present ? null : answer.error}>{texts.sendFailed}</ActionFailure>
      <Notice
        tone="warning"
        action={
          present && (
            <Button variant="default" onClick={() => changeThat(present)}>
              {texts.changeThat}
            </Button>
          )
        }
      >
        {present && texts.answeredMeanwhile(present.by?.username ?? null, present.text)}
      </Notice>
      <div className={styles.buttons}>
        <Button variant="default" disabled={answer.isPending} onClick={onClose}>
          {app.cancel}
        </Button>
        <Button type="submit" disabled={answer.isPending || present !== null}>
          {answer.isPending ? texts.sending : base ? texts.sendChange : texts.send}
        </Button>
      </div>
    </form>
  );
}

/** With the refusal comes what the other has said. */
const readSaid = (error: Error | null) => readDetail<PresentAnswer>(error, 'question_answered', 'answer');

/** As long as the form is open the others see who answers. An answer that is changed needs no claim. */
function useKeptClaim(question: InboxQuestion) {
  const claim = useClaim(question.id);
  const release = useRelease(question.id);
  const isWanted = question.answer === null;
  const keep = useEffectEvent((takeOver: boolean) => claim.mutate(takeOver));
  const leave = useEffectEvent(() => release.mutate(undefined));
  useEffect(() => {
    if (!isWanted) return;
    keep(false);
    const again = setInterval(() => keep(false), intervals.claimAgainMs);
    return () => {
      clearInterval(again);
      leave();
    };
  }, [isWanted]);
  return claim;
}

function ClaimNotice({ claim }: { claim: ReturnType<typeof useClaim> }) {
  const { inbox: texts } = useMessages();
  const isHeld = claim.error instanceof RequestFailed && claim.error.code === 'question_claimed';
  return (
    <Notice
      tone="warning"
      action={
        isHeld && (
          <Button variant="default" onClick={() => claim.mutate(true)}>
            {texts.answerAnyway}
          </Button>
        )
      }
    >
      {isHeld && errorText(claim.error, texts.sendFailed)}
    </Notice>
  );
}

function Templates({ onChoose }: { onChoose: (template: string) => void }) {
  const { inbox: texts } = useMessages();
  const { data } = useQuery(templatesQuery);
  const templates = data?.templates ?? texts.defaultTemplates;
  return (
    <fieldset className={styles.templates} aria-label={texts.templates}>
      {[...new Set(templates)].map((template) => (
        <Button
          key={template}
          variant="default"
          size="sm"
          className={styles.template ?? ''}
          onClick={() => onChoose(template)}
        >
          {template}
        </Button>
      ))}
    </fieldset>
  );
}

interface AudienceProps {
  asker: string | null;
  isPublic: boolean;
  /** What everybody has been told cannot be taken back. */
  isFixed: boolean;
  onChange: (isPublic: boolean) => void;
}

function Audience({ asker, isPublic, isFixed, onChange }: AudienceProps) {
  const { inbox: texts } = useMessages();
  const name = useId();
  if (isFixed) return <p className={styles.hint}>{texts.alreadyPublic}</p>;
  const choices = [
    { value: false, text: texts.toAsker(asker) },
    { value: true, text: texts.toAll },
  ];
  return (
    <fieldset className={styles.audience}>
      <legend>{texts.toWhom}</legend>
      {choices.map(({ value, text }) => (
        <label key={text}>
          <input type="radio" name={name} checked={isPublic === value} onChange={() => onChange(value)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
