import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Contest } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import { askQuestion } from '#contract/page-calls.ts';
import { words } from '#contract/words.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { api } from '../../lib/api.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { useRequestKeys } from '../../lib/request-keys.ts';
import { contestNewsQuery } from '../contests/contest-news.ts';
import { contestProblemsQuery } from '../contests/queries.ts';

interface AskDialogProps {
  contest: Contest;
  /** The problem that it is about to begin with. */
  about: string | null;
  onClose: () => void;
  onSent: () => void;
}

export function AskDialog({ contest, about, onClose, onSent }: AskDialogProps) {
  const { app, questions: texts } = useMessages();
  const hasStarted = contest.status !== 'scheduled';
  const { data: problems = [] } = useQuery({
    ...contestProblemsQuery(contest.id, contest.status),
    enabled: hasStarted,
  });
  const [problemId, setProblemId] = useState(about ?? '');
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const ask = useAsk(contest.id);
  const requestKey = useRequestKeys();
  // One that is not in the list, or not yet, is still what was asked for.
  const chosen = problems.some(({ id }) => id === problemId) || problemId === '' ? [] : [problemId];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ask.isPending) return;
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    const content = { text, ...(problemId !== '' && { problemId }) };
    ask.mutate({ ...content, requestKey: requestKey(content) }, { onSuccess: onSent });
  };
  return (
    <Dialog title={texts.askTitle} isHeld={ask.isPending} onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={submit}>
        <NativeSelect
          label={texts.about}
          disabled={!hasStarted}
          description={hasStarted ? undefined : texts.beforeStart}
          value={problemId}
          data={[
            { value: '', label: texts.general },
            ...problems.map(({ id, in_contest, title }) => ({
              value: id,
              label: in_contest ? `${in_contest.label}: ${title}` : title,
            })),
            ...chosen,
          ]}
          onChange={({ currentTarget }) => setProblemId(currentTarget.value)}
        />
        <Textarea
          label={texts.text}
          required
          withAsterisk={false}
          rows={5}
          size="md"
          maxLength={limits.questionMax}
          description={`${texts.textHint} ${texts.counter(text.length, limits.questionMax)}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isMissing && say(words('question_required'))}
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMissing(false);
            ask.reset();
          }}
        />
        <ActionFailure error={ask.error}>{texts.sendFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" disabled={ask.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" disabled={ask.isPending}>
            {ask.isPending ? texts.sending : texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useAsk(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; problemId?: string; requestKey: string }) =>
      api(askQuestion, { params: { id: contestId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contestNewsQuery(contestId).queryKey }),
  });
}
