import { Switch } from '@mantine/core';
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { intervals } from '#contract/limits.ts';
import {
  getRegistrationSetting,
  getScoreboardSetting,
  putRegistrationSetting,
  putScoreboardSetting,
} from '#contract/settings.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { registrationQuery } from '../auth/registration.ts';
import { LanguageSettings } from './language-settings.tsx';
import styles from './settings-page.module.css';

export function SettingsPage() {
  const { settings: texts } = useMessages();
  const queryClient = useQueryClient();
  const registration = useSetting({
    queryKey: queryKeys.admin.registration,
    read: async () => (await api(getRegistrationSetting)).enabled,
    save: async (enabled) => (await api(putRegistrationSetting, { body: { enabled } })).enabled,
    onSaved: (enabled) => queryClient.setQueryData(registrationQuery.queryKey, enabled),
  });
  const leavingOut = useSetting({
    queryKey: queryKeys.admin.scoreboard,
    read: async () => (await api(getScoreboardSetting)).leaves_out_staff,
    save: async (leavesOut) =>
      (await api(putScoreboardSetting, { body: { leaves_out_staff: leavesOut } })).leaves_out_staff,
    onSaved: () => queryClient.invalidateQueries({ queryKey: queryKeys.scoreboard }),
  });
  return (
    <>
      <PageHeading>{texts.title}</PageHeading>
      {(registration.stored.isPending || leavingOut.stored.isPending) && (
        <p role="status" className={styles.loading}>
          {texts.loading}
        </p>
      )}
      <SettingSwitch
        setting={registration}
        label={texts.toggle}
        hint={texts.toggleHint}
        whenOn={texts.enabled}
        whenOff={texts.disabled}
      />
      <SettingSwitch
        setting={leavingOut}
        label={texts.leaveOutStaff}
        hint={texts.leaveOutStaffHint}
        whenOn={texts.staffLeftOut}
        whenOff={texts.staffIncluded}
      />
      <LanguageSettings />
    </>
  );
}

interface SettingCalls {
  queryKey: QueryKey;
  read: () => Promise<boolean>;
  save: (isOn: boolean) => Promise<boolean>;
  /** For what else the pages know of it. */
  onSaved: (isOn: boolean) => void;
}

function useSetting({ queryKey, read, save, onSaved }: SettingCalls) {
  const queryClient = useQueryClient();
  const stored = useQuery({ queryKey, queryFn: read });
  const update = useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      onSaved(saved);
    },
  });
  useForgetting(update);
  return { stored, update };
}

interface SettingSwitchProps {
  setting: ReturnType<typeof useSetting>;
  label: string;
  hint: string;
  /** Said when it was switched. */
  whenOn: string;
  whenOff: string;
}

function SettingSwitch({ setting: { stored, update }, label, hint, whenOn, whenOff }: SettingSwitchProps) {
  const { settings: texts } = useMessages();
  return (
    <>
      <div className={styles.panel}>
        <QueryFailure query={stored}>{texts.fetchFailed}</QueryFailure>
        {stored.data !== undefined && (
          <Switch
            size="md"
            label={label}
            description={hint}
            classNames={{ track: styles.track, label: styles.label, description: styles.description }}
            checked={update.isPending ? update.variables : stored.data}
            // Not disabled while saving: that would take the focus away from the keyboard.
            onChange={({ currentTarget }) => !update.isPending && update.mutate(currentTarget.checked)}
          />
        )}
      </div>
      <div className={styles.messages}>
        <ActionFailure error={update.error}>{texts.updateFailed}</ActionFailure>
        <Notice tone="success">{update.isSuccess && (update.data ? whenOn : whenOff)}</Notice>
      </div>
    </>
  );
}

/** That something was saved is said for a while; each time has its own three seconds. */
function useForgetting({
  isSuccess,
  submittedAt,
  reset,
}: {
  isSuccess: boolean;
  submittedAt: number;
  reset: () => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save has its own three seconds
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, intervals.settingSavedMs);
    return () => clearTimeout(timer);
  }, [isSuccess, submittedAt, reset]);
}
