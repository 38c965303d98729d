import { limits } from '#contract/limits.ts';
import type { PackagePreview } from '#contract/packages.ts';
import { alwaysJudged, type LanguageId } from '#contract/programs.ts';
import table from '../../components/data-table.module.css';
import { FactList } from '../../components/fact-list.tsx';
import { nestGroups } from '../../components/nested-groups.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useOfferedLanguages } from '../../lib/languages.ts';
import { useMessages } from '../../lib/messages.ts';
import { ExpectationView } from './expectation-view.tsx';
import styles from './package-contents.module.css';
import { ReportView } from './report-view.tsx';

interface PackageContentsProps {
  preview: PackagePreview;
  /** Whether a problem of this id is there and would be changed. */
  exists?: boolean;
  /** Only its tests will be taken. */
  isTestsOnly?: boolean;
}

/** What a package would become, before anything is saved. */
export function PackageContents({ preview, exists = false, isTestsOnly = false }: PackageContentsProps) {
  return (
    <div className={styles.contents}>
      {!isTestsOnly && <Facts preview={preview} exists={exists} />}
      <div className={styles.columns}>
        <Groups groups={preview.groups} />
        <Solutions solutions={preview.solutions} />
      </div>
      <ReportView report={preview.report} isFolded />
    </div>
  );
}

function Facts({ preview, exists }: { preview: PackagePreview; exists: boolean }) {
  const { problemPackages: texts, problemManagement, languageLimits } = useMessages();
  const { time_limit_ms: ms, time_limit_factor: factor, memory_limit_mb: megabytes } = preview;
  const missing = (limit: string) => (exists ? texts.limitKept : texts.limitDefault(limit));
  const timeLimit =
    factor === null
      ? ms === null
        ? missing(texts.milliseconds(limits.timeLimitDefaultMs))
        : texts.milliseconds(ms)
      : texts.limitDerived(factor);
  const memoryLimit =
    megabytes === null ? missing(texts.megabytes(limits.memoryLimitDefaultMb)) : texts.megabytes(megabytes);
  const { feedback } = preview;
  const statement = preview.statement ?? (exists ? texts.statementKept : texts.noStatement);
  return (
    <FactList
      facts={[
        { name: texts.format, value: preview.format },
        { name: texts.timeLimit, value: timeLimit },
        { name: texts.memoryLimit, value: memoryLimit },
        { name: texts.statement, value: statement },
        { name: texts.texts, value: preview.texts.join(', ') || texts.noTexts },
        ...(feedback
          ? [{ name: problemManagement.feedback, value: problemManagement.feedbacks[feedback] }]
          : []),
        ...(preview.allowed_languages
          ? [
              {
                name: languageLimits.allowed,
                value: languageLimits.listed(preview.allowed_languages.map((id) => languageLimits.names[id])),
              },
            ]
          : []),
        ...(preview.language_limits
          ? [
              {
                name: languageLimits.limits,
                value: languageLimits.listed(
                  (Object.keys(preview.language_limits) as LanguageId[]).map(
                    (id) => languageLimits.names[id],
                  ),
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Groups({ groups }: Pick<PackagePreview, 'groups'>) {
  const { problemPackages: texts } = useMessages();
  if (groups.length === 0) return <p className={styles.quiet}>{texts.noGroups}</p>;
  return (
    <ScrollBox label={texts.groupsTitle} isTall>
      <table className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{texts.group}</th>
            <th scope="col" className={table.number}>
              {texts.points}
            </th>
            <th scope="col">{texts.rule}</th>
            <th scope="col">{texts.dependsOn}</th>
            <th scope="col" className={table.number}>
              {texts.tests}
            </th>
          </tr>
        </thead>
        <tbody>
          {nestGroups(groups).map(({ depth, ...group }) => (
            <tr key={group.name}>
              <td className={styles.name} data-depth={Math.min(depth, 4) || undefined}>
                {group.name}
                {group.within !== null && <span className={styles.within}>{texts.within(group.within)}</span>}
              </td>
              <td className={table.number}>{group.points}</td>
              <td>{texts.rules[group.rule]}</td>
              <td className={styles.name}>{group.depends_on.join(', ') || texts.noDependencies}</td>
              <td className={table.number}>{group.tests}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Solutions({ solutions }: Pick<PackagePreview, 'solutions'>) {
  const { problemPackages: texts } = useMessages();
  const offered: readonly string[] = useOfferedLanguages();
  const tellLanguage = (language: string | null) => {
    if (language === null) return texts.notJudged;
    const name = texts.languages[language] ?? language;
    return language === alwaysJudged || offered.includes(language) ? name : texts.notOn(name);
  };
  if (solutions.length === 0) return <p className={styles.quiet}>{texts.noSolutions}</p>;
  return (
    <ScrollBox label={texts.solutionsTitle} isTall>
      <table className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{texts.solution}</th>
            <th scope="col">{texts.expected}</th>
            <th scope="col">{texts.language}</th>
          </tr>
        </thead>
        <tbody>
          {solutions.map(({ name, language, expected }) => (
            <tr key={name}>
              <td className={styles.name}>{name}</td>
              <td>
                <ExpectationView expected={expected} />
              </td>
              <td>{tellLanguage(language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
