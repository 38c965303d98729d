import { ActionIcon, Button } from '@mantine/core';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { generatePath, useNavigate } from 'react-router';
import { limits } from '#contract/limits.ts';
import { pagePaths } from '#contract/pages.ts';
import type { ProblemDetail } from '#contract/problems.ts';
import { listLanguagesOfFile } from '#contract/program-files.ts';
import { byteLength, type LanguageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import type { CodeEditorHandle } from '../../components/code-editor.tsx';
import { CodeEditorField } from '../../components/code-field.tsx';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { Icon } from '../../components/icons.tsx';
import { Notice } from '../../components/notice.tsx';
import { useOfferedLanguages, useStartingProgram } from '../../lib/languages.ts';
import { say, useMessages } from '../../lib/messages.ts';
import { useRemembered } from '../../lib/remembered.ts';
import { formatDayTime } from './day-time.ts';
import { DropArea, FileChoice } from './file-drop.tsx';
import { GuessNotice } from './guess-notice.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { useProgramLanguage } from './program-language.ts';
import { useProgramText } from './program-text.ts';
import { type ProblemPlace, useSubmit } from './queries.ts';
import { decodeSource } from './source-file.ts';
import styles from './submit-form.module.css';
import type { OpeningText } from './unsent-texts.ts';

interface SubmitFormProps {
  place: ProblemPlace;
  userId: number;
  /** What the problem takes here. */
  offered: readonly LanguageId[];
  /** Which of them one would submit in. */
  onLanguage: (language: LanguageId) => void;
  /** A contest that does not run takes nothing; what was written stays in the editor. */
  closedBecause: ReactNode;
  /** The list of submissions celebrates the first 100 of a problem. */
  isSolved: boolean;
  lastLanguage: ProblemDetail['last_language'];
}

export function SubmitForm({
  place,
  userId,
  offered,
  onLanguage,
  closedBecause: closed,
  isSolved,
  lastLanguage,
}: SubmitFormProps) {
  const { app, problem: texts, languageLimits } = useMessages();
  const closedBecause = closed ?? (offered.length === 0 ? say(words('language_not_taken')) : null);
  const text = useProgramText({ userId, ...place });
  const { code } = text;
  const opened = text.opened?.language ?? null;
  const program = useProgramLanguage({ userId, offered, opened, last: lastLanguage });
  const { language } = program;
  useEffect(() => onLanguage(language), [language, onLanguage]);
  const start = useStartingProgram(language);
  const onHere = useOfferedLanguages();
  const [complaint, setComplaint] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [fontSizePx, setFontSizePx] = useFontSize();
  const editor = useRef<CodeEditorHandle>(null);
  const submit = useSubmit(place);
  const navigate = useNavigate();
  const reasonId = useId();
  const bytes = byteLength(code);
  const isTooLong = bytes > limits.sourceMaxBytes;
  // Until the list is on the screen: its page may still be loading.
  const isBusy = submit.isPending || submit.isSuccess;

  const change = (next: string, nextLanguage = language) => {
    text.change(next, nextLanguage);
    setComplaint(null);
    if (next === '') program.startAnew();
    else program.hold(nextLanguage);
  };

  const choose = (id: LanguageId) => {
    program.choose(id);
    text.change(code, id);
  };

  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    setTold(null);
    submit.reset();
    if (file.size > limits.sourceMaxBytes) {
      setComplaint(texts.fileTooLarge(file.name, file.size));
      return;
    }
    const meant = listLanguagesOfFile(file.name);
    const [other] = meant;
    // Where there is one language alone, whatever is chosen is taken to be in it.
    if (other && onHere.length > 1 && offered.length > 0 && !meant.some((id) => offered.includes(id))) {
      const taken = offered.map((id) => languageLimits.names[id]);
      setComplaint(languageLimits.notTaken(file.name, languageLimits.names[other], taken));
      return;
    }
    try {
      const read = decodeSource(await file.arrayBuffer());
      change(read, program.consider({ text: read, fileName: file.name }, code !== ''));
      setTold(texts.fileLoaded(file.name));
    } catch {
      setComplaint(texts.fileUnreadable(file.name));
    }
  };

  const send = () => {
    if (isBusy || isTooLong || closedBecause) return;
    if (code === '') {
      setComplaint(say(words('code_required')));
      return;
    }
    setTold(null);
    submit.mutate(
      { language, code },
      {
        onSuccess: ({ id }) => {
          text.submitted(language);
          navigate(listAfterSubmit(place), { state: { submitted: { id, isSolved } } });
        },
      },
    );
  };

  const tellRestored = ({ kind, savedAt }: OpeningText) =>
    kind === 'draft'
      ? texts.draftRestored
      : texts.unsentRestored(formatDayTime(savedAt, Date.now(), app.locale));
  const restored = text.opened !== null && code === text.opened.code && text.opened;
  const success = told ?? (restored && tellRestored(restored));
  const error = closedBecause ?? complaint ?? (isTooLong ? say(words('code_long')) : null);
  const reason = closedBecause ? texts.closed : isTooLong ? texts.tooLong : null;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.notices}>
        <Notice tone="error">{error}</Notice>
        <ActionFailure error={error ? null : submit.error}>{texts.submitFailed}</ActionFailure>
        <GuessNotice
          guess={error || submit.isError ? null : program.guess}
          onChoose={choose}
          onDecline={program.decline}
        >
          {!error && !submit.isError && success}
        </GuessNotice>
        <Notice tone="warning">
          {code !== '' &&
            offered.length > 0 &&
            program.lost &&
            languageLimits.noLongerTaken(languageLimits.names[program.lost], languageLimits.names[language])}
        </Notice>
      </div>
      <EditorTools
        languageChoice={
          <LanguageChoice
            language={language}
            offered={program.offered}
            isDisabled={isBusy}
            onChoose={choose}
          />
        }
        isDisabled={isBusy}
        fontSizePx={fontSizePx}
        onFontSize={setFontSizePx}
        onFind={() => editor.current?.openSearch()}
        onFile={takeFile}
      />
      <DropArea isDisabled={isBusy} onFile={takeFile}>
        <CodeEditorField
          ref={editor}
          label={texts.code}
          value={code}
          language={language}
          onChange={change}
          onPaste={(pasted) => text.change(pasted, program.consider({ text: pasted }))}
          isDisabled={isBusy}
          fontSizePx={fontSizePx}
          whenEmpty={
            <p className={styles.empty}>
              <span aria-hidden="true">{texts.emptyEditor}</span>{' '}
              {start !== null && (
                <button
                  type="button"
                  className={styles.starter}
                  disabled={isBusy}
                  onClick={() => editor.current?.writeProgram(start.before, start.after)}
                >
                  {texts.insertStarter}
                </button>
              )}
            </p>
          }
        />
      </DropArea>
      <div className={styles.sendBar}>
        <div className={styles.state}>
          <KeptNote kept={text.kept} />
          <p className={styles.size} data-over={isTooLong || undefined}>
            {texts.sizeNow(bytes)}
          </p>
          <p className={styles.keys}>{texts.editorHint(isMac ? texts.sendKeys.mac : texts.sendKeys.other)}</p>
        </div>
        {reason && (
          <p id={reasonId} className={styles.reason}>
            {reason}
          </p>
        )}
        <Button
          type="submit"
          disabled={isBusy || reason !== null}
          aria-describedby={reason === null ? undefined : reasonId}
        >
          {isBusy ? texts.submitting : texts.submitButton}
        </Button>
      </div>
    </form>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function listAfterSubmit({ contestId, virtualContestId = null }: ProblemPlace): string {
  if (virtualContestId !== null)
    return generatePath(pagePaths.contestVirtual, { contestId: String(virtualContestId) });
  if (contestId === null) return pagePaths.submissions;
  return generatePath(pagePaths.contestSubmissions, { contestId: String(contestId) });
}

function KeptNote({ kept }: { kept: number | false | null }) {
  const { app, problem: texts } = useMessages();
  if (kept === null) return null;
  if (kept === false) {
    return (
      <p className={styles.notKept} title={texts.notKeptReason}>
        {texts.notKept}
      </p>
    );
  }
  return (
    <p className={styles.kept}>
      <Icon name="check" size={12} /> {texts.kept(formatDayTime(kept, Date.now(), app.locale))}
    </p>
  );
}

const fontSizesPx = [12, 13, 14, 16, 18, 20, 24] as const;
const usualFontSizePx = 14;

function useFontSize() {
  return useRemembered<number>('editor-font-size', usualFontSizePx, (stored) => {
    return fontSizesPx.find((size) => String(size) === stored) ?? null;
  });
}

interface EditorToolsProps {
  languageChoice: ReactNode;
  isDisabled: boolean;
  fontSizePx: number;
  onFontSize: (px: number) => void;
  onFind: () => void;
  onFile: (file: File | undefined) => void;
}

function EditorTools({
  languageChoice,
  isDisabled,
  fontSizePx,
  onFontSize,
  onFind,
  onFile,
}: EditorToolsProps) {
  const { problem: texts } = useMessages();
  const smaller = fontSizesPx.findLast((size) => size < fontSizePx);
  const larger = fontSizesPx.find((size) => size > fontSizePx);
  return (
    <div className={styles.bar}>
      {languageChoice}
      <div className={styles.tools}>
        {[
          { label: texts.smallerText, sign: 'A−', size: smaller, end: texts.smallestText },
          { label: texts.largerText, sign: 'A+', size: larger, end: texts.largestText },
        ].map(({ label, sign, size, end }) => (
          <DisabledReason key={label} side="start" reason={size === undefined ? end : undefined}>
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={label}
              title={label}
              onClick={() => size !== undefined && onFontSize(size)}
            >
              <span data-sign={sign} className={styles.letter} />
            </ActionIcon>
          </DisabledReason>
        ))}
        <ActionIcon variant="subtle" size={36} aria-label={texts.find} title={texts.find} onClick={onFind}>
          <Icon name="search" />
        </ActionIcon>
        <FileChoice isDisabled={isDisabled} onFile={onFile} />
      </div>
    </div>
  );
}
