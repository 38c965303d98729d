import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { intervals } from '#contract/limits.ts';
import { getRegistrationSetting, putRegistrationSetting } from '#contract/settings.ts';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { api, errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { registrationQuery } from '../auth/registration.ts';
import styles from './settings-page.module.css';

export function SettingsPage() {
  const { settings } = useMessages();
  const setting = useQuery({
    queryKey: queryKeys.admin.registration,
    queryFn: () => api(getRegistrationSetting),
  });
  const update = useUpdateRegistration();
  return (
    <>
      <PageHeading>{settings.title}</PageHeading>
      <div className={styles.panel}>
        {setting.isPending && <p role="status">{settings.loading}</p>}
        <QueryFailure query={setting}>{settings.fetchFailed}</QueryFailure>
        {setting.data && (
          <Switch
            size="md"
            label={settings.toggle}
            description={settings.toggleHint}
            classNames={{ track: styles.track, label: styles.label, description: styles.description }}
            checked={update.isPending ? update.variables : setting.data.enabled}
            // Not disabled while saving: that would take the focus away from the keyboard.
            onChange={({ currentTarget }) => !update.isPending && update.mutate(currentTarget.checked)}
          />
        )}
      </div>
      <div className={styles.messages}>
        <Notice tone="error">{update.isError && errorText(update.error, settings.updateFailed)}</Notice>
        <Notice tone="success">
          {update.isSuccess && (update.data.enabled ? settings.enabled : settings.disabled)}
        </Notice>
      </div>
    </>
  );
}

function useUpdateRegistration() {
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: (enabled: boolean) => api(putRegistrationSetting, { body: { enabled } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.admin.registration, saved);
      queryClient.setQueryData(registrationQuery.queryKey, saved.enabled);
    },
  });
  const { isSuccess, submittedAt, reset } = update;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save has its own three seconds
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, intervals.settingSavedMs);
    return () => clearTimeout(timer);
  }, [isSuccess, submittedAt, reset]);
  return update;
}
