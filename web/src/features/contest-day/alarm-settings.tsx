import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type AlarmMinutes, alarmMinutesMax, usualAlarmMinutes } from '#contract/contest-day.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useMessages } from '../../lib/messages.ts';
import { useSaveAlarmMinutes } from './queries.ts';

type Kind = keyof AlarmMinutes;
const kinds = Object.keys(usualAlarmMinutes) as Kind[];
type Texts = Record<Kind, string>;

interface AlarmSettingsProps {
  contestId: number;
  minutes: AlarmMinutes;
}

/** When the page sounds its alarms: a small room with one judge is more patient than an olympiad. */
export function AlarmSettings({ contestId, minutes }: AlarmSettingsProps) {
  const { contestDay: texts } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {texts.setAlarms}
      </Button>
      {isOpen && <AlarmDialog contestId={contestId} minutes={minutes} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AlarmDialog({ contestId, minutes, onClose }: AlarmSettingsProps & { onClose: () => void }) {
  const { app, contestDay: texts } = useMessages();
  const [typed, setTyped] = useState(() => toTexts(minutes));
  const [isChecked, setIsChecked] = useState(false);
  const save = useSaveAlarmMinutes(contestId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    setIsChecked(true);
    const wrong = kinds.find((kind) => !isMinutes(typed[kind]));
    if (wrong) (event.currentTarget.elements.namedItem(wrong) as HTMLInputElement | null)?.focus();
    else save.mutate(toMinutes(typed), { onSuccess: onClose });
  };
  return (
    <Dialog title={texts.setAlarmsTitle} isHeld={save.isPending} onClose={onClose}>
      <form className={formLayout.form} noValidate onSubmit={submit}>
        <p>{texts.setAlarmsMeans}</p>
        {kinds.map((kind) => (
          <TextInput
            key={kind}
            name={kind}
            label={texts.alarmMinutes[kind]}
            inputMode="numeric"
            autoComplete="off"
            error={isChecked && !isMinutes(typed[kind]) && texts.alarmMinutesRange(alarmMinutesMax)}
            value={typed[kind]}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [kind]: value })}
          />
        ))}
        <ActionFailure error={save.error}>{texts.setAlarmsFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button
            variant="subtle"
            disabled={save.isPending}
            onClick={() => setTyped(toTexts(usualAlarmMinutes))}
          >
            {texts.usualAlarms}
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button type="submit" aria-busy={save.isPending}>
            {save.isPending ? texts.savingAlarms : texts.saveAlarms}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function toTexts(minutes: AlarmMinutes): Texts {
  return Object.fromEntries(kinds.map((kind) => [kind, String(minutes[kind])])) as Texts;
}

function toMinutes(typed: Texts): AlarmMinutes {
  return Object.fromEntries(kinds.map((kind) => [kind, Number(typed[kind])])) as AlarmMinutes;
}

/** As the server takes it. */
function isMinutes(text: string): boolean {
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= alarmMinutesMax;
}
