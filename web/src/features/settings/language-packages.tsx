import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type LanguageSetting, putLanguageSetting } from '#contract/languages.ts';
import type { PackageId } from '#contract/programs.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import allowance from './language-allowance.module.css';
import { MachineSwitch } from './machine-switch.tsx';
import { OnMachines } from './on-machines.tsx';
import styles from './settings-page.module.css';

/** What programs of a language may import beside its own library. */
export function LanguagePackages({ language: { id, packages } }: { language: LanguageSetting }) {
  const { settings: texts, submissions } = useMessages();
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: (allowed: PackageId[]) =>
      api(putLanguageSetting, { params: { id }, body: { packages: allowed } }),
    onSuccess: () =>
      Promise.all(
        [queryKeys.admin.languages, queryKeys.languages].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  if (packages.length === 0) return null;
  const inForce = packages.filter((each) => each.is_allowed).map((each) => each.id);
  const allowed = update.isPending ? update.variables : inForce;
  return (
    <div className={allowance.allowance}>
      {packages.map(({ id: name, machines }) => (
        <div key={name}>
          <MachineSwitch
            size="sm"
            label={name}
            description={texts.packageHint(submissions.languages[id])}
            classNames={{ track: styles.track, description: styles.description }}
            isOn={allowed.includes(name)}
            machines={machines}
            onSwitch={(isOn) => {
              const others = inForce.filter((each) => each !== name);
              if (!update.isPending) update.mutate(isOn ? [...others, name] : others);
            }}
          />
          <OnMachines machines={machines} isWanted={allowed.includes(name)} />
        </div>
      ))}
      <ActionFailure error={update.error}>{texts.updateFailed}</ActionFailure>
    </div>
  );
}
