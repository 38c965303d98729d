import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { languageIds } from '#contract/programs.ts';
import { finishedStatuses } from '#contract/statuses.ts';
import type { Submission } from '#contract/submissions.ts';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { useOfferedLanguages } from '../../lib/languages.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './filter-bar.module.css';
import { type FilterName, filterNames, withFilter, withoutFilters } from './list-address.ts';
import { useProblemChoices } from './queries.ts';

interface FilterBarProps {
  contestId: number | undefined;
  /** For staff. */
  byPerson: boolean;
  /** Of oneself alone: no other person is to be chosen. */
  isMine: boolean;
  /** Undefined until they are read: who may not read them is offered nothing to choose from. */
  shown: readonly Submission[] | undefined;
}

/** Each choice is in the address, beside whose submissions they are and on which page. */
export function FilterBar({ contestId, byPerson, isMine, shown }: FilterBarProps) {
  const { submissions: texts } = useMessages();
  const [search, setSearch] = useSearchParams();
  const problems = useProblemChoices(contestId, shown !== undefined);
  const offered = useOfferedLanguages();
  const isAnySet = filterNames.some((name) => search.has(name));
  // To the address as it is: what was chosen a moment before may not have been drawn yet.
  const choose = (name: FilterName, value: string) =>
    setSearch(withFilter(new URLSearchParams(window.location.search), name, value), {
      preventScrollReset: true,
    });
  const problem = search.get('problem') ?? '';
  const language = search.get('language');
  const selects = [
    {
      name: 'problem',
      label: texts.problem,
      any: texts.anyProblem,
      // One that is not among them is still what the list is filtered by.
      options: problems.some(({ value }) => value === problem)
        ? problems
        : [...problems, ...(problem ? [{ value: problem, label: problem }] : [])],
    },
    {
      name: 'verdict',
      label: texts.verdict,
      any: texts.anyVerdict,
      options: finishedStatuses.map((value) => ({ value, label: texts.statusName(value) })),
    },
    {
      name: 'language',
      label: texts.language,
      any: texts.anyLanguage,
      // As with problems: it may have been switched off.
      options: languageIds
        .filter(
          (id) =>
            offered.includes(id) ||
            id === language ||
            shown?.some((submission) => submission.language === id),
        )
        .map((value) => ({ value, label: texts.languages[value] })),
    },
  ] as const;
  return (
    <search className={styles.bar} aria-label={texts.filters}>
      {selects.map(({ name, label, any, options }) => (
        <NativeSelect
          key={name}
          className={styles.field}
          aria-label={label}
          data-set={search.has(name) || undefined}
          value={search.get(name) ?? ''}
          data={[{ value: '', label: any }, ...options]}
          onChange={({ currentTarget }) => choose(name, currentTarget.value)}
        />
      ))}
      {byPerson && !isMine && (
        <PersonField
          value={search.get('person') ?? ''}
          known={[...new Set(shown?.map(({ username }) => username))]}
          onChoose={(name) => choose('person', name)}
        />
      )}
      <DisabledReason reason={isAnySet ? undefined : texts.noFilters}>
        <Button variant="subtle" onClick={() => setSearch(withoutFilters, { preventScrollReset: true })}>
          {texts.clearFilters}
        </Button>
      </DisabledReason>
    </search>
  );
}

interface PersonFieldProps {
  value: string;
  /** Names to choose from; any other can be written. */
  known: readonly string[];
  onChoose: (name: string) => void;
}

function PersonField({ value, known, onChoose }: PersonFieldProps) {
  const { submissions: texts } = useMessages();
  const listId = useId();
  const [text, setText] = useState(value);
  // The address says another: somebody went back, or cleared the filters.
  useEffect(() => setText(value), [value]);
  const choose = (name: string) => {
    if (name !== value) onChoose(name);
  };
  return (
    <>
      <TextInput
        className={styles.field}
        aria-label={texts.person}
        placeholder={texts.anyPerson}
        value={text}
        data-set={value !== '' || undefined}
        list={listId}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget, nativeEvent }) => {
          setText(currentTarget.value);
          // Chosen from the names below it, not typed: one name may begin as another does.
          const isPicked = (nativeEvent as InputEvent).inputType === 'insertReplacementText';
          if (isPicked || currentTarget.value === '') choose(currentTarget.value);
        }}
        onBlur={() => choose(text.trim())}
        onKeyDown={({ key }) => {
          if (key === 'Enter') choose(text.trim());
        }}
      />
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
