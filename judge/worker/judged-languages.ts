/**
 * In which languages this worker judges: those that it has proved, by judging their known programs right. For all that are on
 * when it starts the gate does that before any work is taken. What is switched on later is proved here, one language after
 * the other and on one share of the cores, while work in all others goes on; what waits for it is handed back to the
 * queue meanwhile. A language that fails is not judged on this machine, which says why and tries again. What was
 * proved stays so as long as the judge is open: switched off and on again, a language asks for nothing.
 */
import type { Logger } from 'pino';
import type { FaultWords } from '#contract/judge-words.ts';
import { type LanguageId, languageIds, packagesOf } from '#contract/programs.ts';
import { type Words, words } from '#contract/words.ts';
import type { RequiredOfWorkers } from '#store/languages.ts';
import { proveLanguage } from '../gate/conformance.ts';
import type { Judge } from '../run/judge.ts';
import { explainFault } from '../sandbox/fault.ts';
import { describeProof, listMissing, type UnprovedLanguages } from './gate.ts';

export interface JudgedLanguages {
  /** Null: this worker judges in it. What is asked for is proved, also where it is off. */
  findHindrance(id: LanguageId): Hindrance | null;
  /** Of all languages. */
  listNotJudged(): readonly LanguageId[];
  /** Those that are on and proved, when there is none left of which it is not known. */
  listJudged(): Promise<readonly LanguageId[]>;
  /** From now on these are to be judged. */
  require(required: RequiredOfWorkers): void;
  describe(): LanguagesNow;
}

export interface Hindrance {
  readonly fault: Words<keyof FaultWords>;
  /** It is being proved. */
  readonly isPassing: boolean;
}

export interface LanguagesNow {
  /** Of those that are on. */
  readonly proved: readonly LanguageId[];
  readonly waiting: readonly LanguageId[];
  readonly failing: UnprovedLanguages;
}

interface Keeping {
  readonly judge: Judge;
  readonly logger: Logger;
  readonly ending: AbortSignal;
  /** When the worker has something else to say of its languages. */
  readonly onChange: () => void;
  /** What is to be judged now is not there: this machine is not fit for work any more. */
  readonly onLacking: () => void;
  readonly tryAgainMs: number;
}

/** `gate`: what was asked of the judge when it was opened, and what of it failed. */
export function keepJudgedLanguages(
  { judge, logger, ending, onChange, onLacking, tryAgainMs }: Keeping,
  gate: { readonly required: RequiredOfWorkers; readonly unproved: UnprovedLanguages },
): JudgedLanguages {
  const { languages } = judge;
  let { required } = gate;
  const packagesFor = (id: LanguageId) => packagesOf(id).filter((name) => required.packages.includes(name));
  /** A language with its packages, which is proved and fails as such. */
  const wantedForm = (id: LanguageId) => [id, ...packagesFor(id)].join(' ');
  const openForms = new Map(languageIds.map((id) => [id, wantedForm(id)]));
  const proved = new Set(required.languages.filter((id) => !gate.unproved.has(id)).map(wantedForm));
  const failed = new Map([...gate.unproved].map(([id, fault]) => [wantedForm(id), fault]));
  /** Those that failed a short while ago. */
  const resting = new Set<LanguageId>();
  /** Off, and something waits for it: received before it was switched off, or to be judged again. */
  const asked = new Set<LanguageId>();
  let proving: { readonly id: LanguageId; readonly form: string; readonly stop: AbortController } | null =
    null;
  let changed = Promise.withResolvers<void>();

  const isProved = (id: LanguageId) =>
    languages.installed[id] !== undefined &&
    openForms.get(id) === wantedForm(id) &&
    proved.has(wantedForm(id));
  const isWaiting = (id: LanguageId) => !isProved(id) && !failed.has(wantedForm(id));
  const isWanted = (id: LanguageId) => required.languages.includes(id) || asked.has(id);

  function tellChange(): void {
    changed.resolve();
    changed = Promise.withResolvers();
    onChange();
  }

  function rest(id: LanguageId): void {
    resting.add(id);
    const wake = () => {
      resting.delete(id);
      proveNext();
    };
    setTimeout(wake, tryAgainMs).unref();
  }

  function proveNext(): void {
    if (proving || ending.aborted) return;
    const id = [...required.languages, ...asked].find((each) => !isProved(each) && !resting.has(each));
    if (id === undefined) return;
    const form = wantedForm(id);
    const stop = new AbortController();
    proving = { id, form, stop };
    void prove(id, form, AbortSignal.any([ending, stop.signal])).finally(() => {
      proving = null;
      if (ending.aborted) return;
      tellChange();
      proveNext();
    });
  }

  async function prove(id: LanguageId, form: string, signal: AbortSignal): Promise<void> {
    // It may have been installed since this judge was opened.
    if (openForms.get(id) !== form || languages.missing.has(id)) {
      await languages.reopen(id, packagesFor(id));
      openForms.set(id, form);
    }
    if (!signal.aborted && listMissing(languages, id).length > 0) {
      asked.delete(id);
      rest(id);
      if (required.languages.includes(id)) onLacking();
      return;
    }
    if (signal.aborted || proved.has(form)) return;
    logger.info({ language: id }, 'proving a language');
    const failures = await proveLanguage(judge, id, { signal, owner: Symbol('proof') }).catch(
      (error: unknown) => [explainFault(error)],
    );
    // Switched off or with other packages meanwhile, or the worker leaves.
    if (signal.aborted) return;
    asked.delete(id);
    const fault = describeProof(id, failures, logger);
    if (fault) {
      failed.set(form, fault);
      rest(id);
    } else {
      failed.delete(form);
      proved.add(form);
      logger.info({ language: id }, 'a language is proved');
    }
  }

  for (const id of gate.unproved.keys()) rest(id);
  ending.addEventListener('abort', () => changed.resolve(), { once: true });

  return {
    findHindrance(id) {
      if (isProved(id)) return null;
      if (!required.languages.includes(id)) asked.add(id);
      proveNext();
      const fault = listMissing(languages, id)[0] ?? failed.get(wantedForm(id));
      return fault
        ? { fault, isPassing: false }
        : { fault: words('language_being_proved', { language: id }), isPassing: true };
    },
    listNotJudged: () => languageIds.filter((id) => !isProved(id)),
    async listJudged() {
      while (required.languages.some(isWaiting)) {
        await changed.promise;
        ending.throwIfAborted();
      }
      return required.languages.filter(isProved);
    },
    require(now) {
      required = now;
      if (proving && (!isWanted(proving.id) || wantedForm(proving.id) !== proving.form)) proving.stop.abort();
      // Whoever switches something may have mended it.
      resting.clear();
      tellChange();
      proveNext();
    },
    describe: () => ({
      proved: required.languages.filter(isProved),
      waiting: required.languages.filter(isWaiting),
      failing: new Map(
        required.languages.flatMap((id) => {
          const fault = failed.get(wantedForm(id));
          return fault ? [[id, fault]] : [];
        }),
      ),
    }),
  };
}
