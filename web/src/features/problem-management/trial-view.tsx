import type { Trial, TriedSolution } from '#contract/packages.ts';
import { statusOfLetter } from '#contract/statuses.ts';
import table from '../../components/data-table.module.css';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { Icon } from '../../components/icons.tsx';
import { ResultStrip } from '../../components/result-strip.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { When } from '../../components/when.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { ExpectationView } from './expectation-view.tsx';
import { tellPart } from './expectations.ts';
import { findMargins, suggestTimeLimit } from './trial-margins.ts';
import styles from './trial-view.module.css';

/** What the jury's solutions said of a version: the limits and how far they are from each, then each by itself. */
export function TrialView({ trial }: { trial: Trial }) {
  const { problemPackages: texts } = useMessages();
  // What went against expectations is what somebody has to look at.
  const inOrder = [...trial.solutions].sort((a, b) => Number(agrees(a)) - Number(agrees(b)));
  return (
    <div className={styles.trial}>
      <Limits trial={trial} />
      <table
        className={`${table.table} ${table.cards} ${styles.solutions}`}
        aria-label={texts.expectedAgainstSeen}
      >
        <thead>
          <tr>
            <th scope="col">{texts.solution}</th>
            <th scope="col">{texts.expected}</th>
            <th scope="col">{texts.seen}</th>
            <th scope="col">{texts.results}</th>
            <th scope="col" className={table.number}>
              {texts.slowest}
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder.map((solution) => (
            <SolutionRow key={solution.name} solution={solution} />
          ))}
        </tbody>
      </table>
      <p className={styles.quiet}>
        {texts.triedWith(trial.compiler.replaceAll('\n', ', '))}, <When at={trial.tried_at} />
      </p>
    </div>
  );
}

function agrees({ seen }: TriedSolution): boolean {
  return seen?.agrees ?? true;
}

function Limits({ trial }: { trial: Trial }) {
  const { problemPackages: texts } = useMessages();
  const { time_limit_ms: limitMs, memory_limit_mb: megabytes, derived } = trial;
  const margins = findMargins(trial);
  const { slowestRight: right, fastestSlow: slow } = margins;
  const suggestion = suggestTimeLimit(margins);
  const limit = texts.milliseconds(limitMs);
  const tellSlow = ({ name, ms, isStopped }: NonNullable<typeof slow>) => {
    if (isStopped) return texts.fastestSlowStopped(name, ms);
    return ms > limitMs ? texts.fastestSlowOver(name, ms, ms / limitMs) : texts.fastestSlowWithin(name, ms);
  };
  const facts: Fact[] = [
    {
      name: texts.timeLimit,
      value: derived
        ? texts.derived(limit, derived.factor, derived.slowest_ms, derived.slowest)
        : texts.given(limit),
    },
    { name: texts.memoryLimit, value: texts.megabytes(megabytes) },
    {
      name: texts.slowestRight,
      value: right ? texts.slowestRightOf(right.name, right.ms, limitMs / right.ms) : texts.noneOfThem,
    },
    { name: texts.fastestSlow, value: slow ? tellSlow(slow) : texts.noneOfThem },
  ];
  if (suggestion?.kind === 'none') facts.push({ name: texts.suggested, value: texts.noSuggestion });
  else if (suggestion) {
    const note = suggestion.kind === 'twice' ? texts.suggestionTwice : texts.suggestionBetween;
    facts.push({ name: texts.suggested, value: texts.suggestion(suggestion.ms), note });
  }
  return <FactList facts={facts} />;
}

function SolutionRow({ solution }: { solution: TriedSolution }) {
  const { problemPackages: texts } = useMessages();
  const { name, language, expected, seen } = solution;
  const isAsExpected = agrees(solution);
  const scored = seen?.groups.filter(({ points }) => points > 0) ?? [];
  const results = [...(seen?.results ?? '')].map((letter) => ({ status: statusOfLetter(letter) ?? letter }));
  return (
    <tr data-against={!isAsExpected || undefined}>
      <td className={styles.name}>{name}</td>
      <td data-name={texts.expected}>
        <ExpectationView expected={expected} />
      </td>
      <td data-name={texts.seen}>
        {seen ? (
          <>
            <span className={styles.verdict}>
              <StatusLabel status={seen.status} />
              <span className={styles.quiet}>
                {seen.score === null ? texts.notToTheEnd : texts.score(seen.score)}
              </span>
            </span>
            <span className={styles.agreement} data-against={!isAsExpected || undefined}>
              <Icon name={isAsExpected ? 'check' : 'alert'} size={12} />
              {isAsExpected ? texts.asExpected : texts.notAsExpected}
            </span>
            <Why solution={solution} />
          </>
        ) : (
          <span className={styles.quiet}>
            {language === null ? texts.notJudged : texts.notOn(texts.languages[language] ?? language)}
          </span>
        )}
      </td>
      <td className={styles.results} data-name={texts.results}>
        {seen && <ResultStrip status={seen.status} results={results} isOneLine />}
        {seen && scored.length > 0 && (
          <ul className={styles.groups} aria-label={texts.earnedTitle}>
            {scored.map((group) => (
              <li key={group.name}>{texts.earned(group.name, group.earned, group.points)}</li>
            ))}
          </ul>
        )}
        {seen?.compiler_output && (
          <details className={styles.compiler}>
            <summary>{texts.compilerSaid}</summary>
            <pre>{sayOr(seen.compiler_words, seen.compiler_output)}</pre>
          </details>
        )}
      </td>
      <td className={`${table.number} ${styles.slowest}`} data-name={texts.slowest}>
        {seen && texts.milliseconds(seen.slowest_ms)}
      </td>
    </tr>
  );
}

/** What speaks against it. */
function Why({ solution: { expected, seen } }: { solution: TriedSolution }) {
  const { problemPackages: texts, submissions } = useMessages();
  if (!seen || seen.agrees || seen.status === 'Compilation Error') return null;
  const { required, score } = expected;
  const hasRequired =
    !required ||
    [...seen.results].some((letter) => required.some((status) => status === statusOfLetter(letter)));
  const isInRange = !score || (seen.score !== null && seen.score >= score[0] && seen.score <= score[1]);
  const reasons = [
    seen.against && texts.against(seen.against.test, submissions.statusName(seen.against.status)),
    !hasRequired &&
      required &&
      texts.nothingRequired(required.map((status) => submissions.statusName(status))),
    !isInRange && texts.scoreOutside,
    ...(seen.unmet_parts ?? []).map((position) => {
      const part = expected.parts?.[position];
      return part && texts.partUnmet(tellPart(part, texts));
    }),
  ].filter((reason) => typeof reason === 'string');
  return reasons.map((reason) => (
    <span key={reason} className={styles.reason}>
      {reason}
    </span>
  ));
}
