import { Input } from '@mantine/core';
import { useId } from 'react';
import { usualAllowances } from '#contract/language-limits.ts';
import { type LanguageId, languageIds } from '#contract/programs.ts';
import table from '../../components/data-table.module.css';
import { useLanguageAllowances, useOfferedLanguages } from '../../lib/languages.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './language-limit-fields.module.css';
import {
  allowanceParts,
  findRefused,
  preview,
  type TypedAllowance,
  type TypedLimits,
  toSent,
} from './language-limits.ts';

interface LanguageLimitFieldsProps {
  limits: TypedLimits;
  allowed: readonly LanguageId[] | null;
  /** Of the problem, as they are typed. */
  timeLimitMs: string;
  memoryLimitMb: string;
  isRefused: boolean;
  onChange: (limits: TypedLimits) => void;
}

/** What programs in each language get over the problem's limits, and what that comes to. */
export function LanguageLimitFields({
  limits,
  allowed,
  isRefused,
  onChange,
  ...problem
}: LanguageLimitFieldsProps) {
  const { languageLimits: texts } = useMessages();
  const offered = useOfferedLanguages();
  const errorId = useId();
  const own = Object.keys(toSent(limits)) as LanguageId[];
  if (offered.length < 2 && own.length === 0) return null;
  const shown = languageIds.filter(
    (id) => own.includes(id) || limits[id] || (offered.includes(id) && (allowed?.includes(id) ?? true)),
  );
  const refused: ReadonlyMap<string, string> = isRefused ? findRefused(limits) : new Map();
  const rules = [...new Set(refused.values())];
  const ruleId = (field: string) => {
    const rule = refused.get(field);
    return rule && `${errorId}-${rules.indexOf(rule)}`;
  };
  return (
    <details className={styles.limits}>
      <summary>
        {texts.limits}
        {own.length > 0 && (
          <span className={styles.own}> {texts.limitsSet(own.map((id) => texts.names[id]))}</span>
        )}
      </summary>
      <p className={styles.hint}>{texts.limitsHint}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.language}</th>
            <th scope="col">{texts.timeFactor}</th>
            <th scope="col">{texts.timeAllowance}</th>
            <th scope="col">{texts.memoryAllowance}</th>
            <th scope="col" className={table.number}>
              {texts.result}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((id) => (
            <LanguageRow
              key={id}
              id={id}
              typed={limits[id] ?? {}}
              problem={problem}
              ruleId={(part) => ruleId(`${id}-${part}`)}
              onChange={(typed) => onChange({ ...limits, [id]: typed })}
            />
          ))}
        </tbody>
      </table>
      {rules.map((rule, index) => (
        <p key={rule} id={`${errorId}-${index}`} className={styles.error}>
          {rule}
        </p>
      ))}
    </details>
  );
}

interface LanguageRowProps {
  id: LanguageId;
  typed: TypedAllowance;
  problem: { timeLimitMs: string; memoryLimitMb: string };
  /** The rule that a field breaks, by the id of where it stands. */
  ruleId: (part: (typeof allowanceParts)[number]) => string | undefined;
  onChange: (typed: TypedAllowance) => void;
}

function LanguageRow({ id, typed, problem, ruleId, onChange }: LanguageRowProps) {
  const { languageLimits: texts, problemManagement } = useMessages();
  const usual = useLanguageAllowances().get(id) ?? usualAllowances[id];
  const given = preview(typed, usual, problem);
  const labels = {
    time_factor: texts.timeFactor,
    time_allowance_ms: texts.timeAllowance,
    memory_allowance_mb: texts.memoryAllowance,
  };
  return (
    <tr>
      <th scope="row">{texts.names[id]}</th>
      {allowanceParts.map((part) => (
        <td key={part} data-label={labels[part]}>
          <Input
            size="xs"
            name={`languageLimits-${id}-${part}`}
            aria-label={texts.ofLanguage(labels[part], texts.names[id])}
            error={ruleId(part) !== undefined}
            // Its own would take the description away.
            withAria={false}
            aria-invalid={ruleId(part) !== undefined}
            aria-describedby={ruleId(part)}
            placeholder={String(usual[part])}
            inputMode={part === 'time_factor' ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={typed[part] ?? ''}
            onChange={({ currentTarget }) => onChange({ ...typed, [part]: currentTarget.value })}
          />
        </td>
      ))}
      <td className={`${table.number} ${styles.given}`}>
        {given && problemManagement.limitsOf(given.timeLimitMs, given.memoryLimitMb)}
      </td>
    </tr>
  );
}
