import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type LanguageSetting, listLanguageSettings, putLanguageSetting } from '#contract/languages.ts';
import { intervals } from '#contract/limits.ts';
import { pagePaths } from '#contract/pages.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { LanguageAllowance } from './language-allowance.tsx';
import { LanguagePackages } from './language-packages.tsx';
import { MachineSwitch } from './machine-switch.tsx';
import { OnMachines } from './on-machines.tsx';
import styles from './settings-page.module.css';

/** Which languages are judged, and what each judge machine has of them. */
export function LanguageSettings() {
  const { settings: texts } = useMessages();
  const languages = useQuery({
    queryKey: queryKeys.admin.languages,
    queryFn: () => api(listLanguageSettings),
    refetchInterval: intervals.judgeMachinesRefreshMs,
  });
  return (
    <section aria-labelledby="languages">
      <h2 id="languages" className={styles.heading}>
        {texts.languages}
      </h2>
      <p className={styles.intro}>
        {texts.languagesHint} <Link to={pagePaths.languages}>{texts.languagesGuide}</Link>
      </p>
      <QueryFailure query={languages}>{texts.fetchFailed}</QueryFailure>
      <ul className={styles.languages}>
        {languages.data?.map((language) => (
          <LanguageRow key={language.id} language={language} />
        ))}
      </ul>
    </section>
  );
}

function LanguageRow({ language }: { language: LanguageSetting }) {
  const { settings: texts, submissions } = useMessages();
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: (isOn: boolean) =>
      api(putLanguageSetting, { params: { id: language.id }, body: { is_on: isOn } }),
    onSuccess: () =>
      Promise.all(
        [queryKeys.admin.languages, queryKeys.languages].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <li className={styles.language}>
      <MachineSwitch
        size="md"
        label={submissions.languages[language.id]}
        classNames={{ track: styles.track, label: styles.label }}
        isOn={update.isPending ? update.variables : language.is_on}
        machines={language.machines}
        onSwitch={(isOn) => !update.isPending && update.mutate(isOn)}
      />
      <OnMachines machines={language.machines} isWanted={language.is_on} />
      {language.is_on && <LanguageAllowance language={language} />}
      {language.is_on && <LanguagePackages language={language} />}
      <ActionFailure error={update.error}>{texts.updateFailed}</ActionFailure>
    </li>
  );
}
