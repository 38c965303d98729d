import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { labelProblems } from '#contract/contest-labels.ts';
import { listAssignedProblems } from '#contract/contest-problems.ts';
import { limits } from '#contract/limits.ts';
import type { StaffAnnouncement } from '#contract/questions.ts';
import { words } from '#contract/words.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { say, sayOr, useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { readDetail } from '../../lib/refusal-details.ts';
import { useRequestKeys } from '../../lib/request-keys.ts';
import { contestsQuery } from '../contests/contest-list.ts';
import { type NewAnnouncement, useEditAnnouncement, usePostAnnouncement } from './queries.ts';

interface AnnounceDialogProps {
  /** To begin with. */
  contestId: number | null;
  /** Null: a new one. */
  announcement: StaffAnnouncement | null;
  onClose: () => void;
  onSent: () => void;
}

export function AnnounceDialog({ contestId, announcement, onClose, onSent }: AnnounceDialogProps) {
  const { app, inbox: texts, questions } = useMessages();
  const { data: contests = [] } = useQuery(contestsQuery);
  const offered = contests.filter(({ id, status }) => status !== 'finished' || id === contestId);
  const [chosen, setChosen] = useState(contestId);
  const contest = chosen ?? offered[0]?.id ?? null;
  const [problemId, setProblemId] = useState('');
  const [text, setText] = useState(announcement ? sayOr(announcement.words, announcement.text) : '');
  const [isMissing, setMissing] = useState(false);
  const { save, isPending, error, reset } = useSave(announcement, onSent);
  const requestKey = useRequestKeys();
  const present = readDetail<StaffAnnouncement>(error, 'announcement_changed', 'announcement');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || contest === null) return;
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    const content = { contestId: contest, text, ...(problemId !== '' && { problemId }) };
    save({ ...content, requestKey: requestKey(content) });
  };
  return (
    <Dialog
      title={announcement ? texts.editAnnouncementTitle : texts.announceTitle}
      isHeld={isPending}
      onClose={onClose}
    >
      <form className={formLayout.form} noValidate onSubmit={submit}>
        {!announcement && (
          <>
            <NativeSelect
              label={texts.contest}
              error={offered.length === 0 && texts.noContest}
              value={contest ?? ''}
              data={offered.map(({ id, title }) => ({ value: String(id), label: title }))}
              onChange={({ currentTarget }) => {
                setChosen(Number(currentTarget.value));
                setProblemId('');
              }}
            />
            <PinField contestId={contest} value={problemId} onChange={setProblemId} />
          </>
        )}
        <Textarea
          label={texts.announcementText}
          rows={5}
          size="md"
          data-autofocus
          maxLength={limits.announcementMax}
          description={`${announcement ? `${texts.editIsSeen} ` : ''}${questions.counter(text.length, limits.announcementMax)}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isMissing && say(words('announcement_required'))}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMissing(false);
            reset();
          }}
        />
        <Notice tone="error">{present && texts.changedMeanwhile(present.text)}</Notice>
        <ActionFailure error={present ? null : error}>{texts.announceFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" disabled={isPending || contest === null}>
            {isPending ? texts.sending : announcement ? texts.sendEdit : texts.sendAnnouncement}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useSave(announcement: StaffAnnouncement | null, onSuccess: () => void) {
  const post = usePostAnnouncement();
  const edit = useEditAnnouncement(announcement?.id ?? '');
  const { isPending, error, reset } = announcement ? edit : post;
  const save = (body: NewAnnouncement) =>
    announcement
      ? edit.mutate({ text: body.text, version: announcement.version }, { onSuccess })
      : post.mutate(body, { onSuccess });
  return { save, isPending, error, reset };
}

interface PinFieldProps {
  contestId: number | null;
  value: string;
  onChange: (problemId: string) => void;
}

function PinField({ contestId, value, onChange }: PinFieldProps) {
  const { inbox: texts } = useMessages();
  const { data: problems = [] } = useQuery({
    queryKey: queryKeys.admin.contests.assignedProblems(contestId ?? 0),
    queryFn: () => api(listAssignedProblems, { params: { id: contestId ?? 0 } }),
    enabled: contestId !== null,
  });
  const labels = labelProblems(problems.map(({ label }) => label));
  return (
    <NativeSelect
      label={texts.pinTo}
      description={texts.pinHint}
      value={value}
      data={[
        { value: '', label: texts.pinNone },
        ...problems.map(({ id, title }, at) => ({ value: id, label: `${labels[at]}: ${title}` })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
