import { useState } from 'react';
import type { LanguageId } from '#contract/programs.ts';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import { findDraft, openStorage, saveDraft } from './drafts.ts';
import { findOpeningText, forgetUnsent, keepUnsent, type TextPlace } from './unsent-texts.ts';

/** When the device kept the text, false when it does not, null when there is nothing to keep. */
type Kept = number | false | null;

/** The program in the editor. What is not submitted yet is kept on the device with every change, and its language. */
export function useProgramText(place: TextPlace) {
  const [storage] = useState(openStorage);
  const [opened] = useState(() => findOpeningText(storage, place, Date.now()));
  const [code, setCode] = useState(opened?.code ?? '');
  const [kept, setKept] = useState<Kept>(opened?.kind === 'unsent' ? opened.savedAt : null);
  const [isSubmitted, setSubmitted] = useState(false);
  // The browser asks before it throws away what this page alone has.
  useUnloadWarning(kept === false && !isSubmitted);

  const change = (next: string, language: LanguageId) => {
    const now = Date.now();
    setCode(next);
    const draft = findDraft(storage, place, now);
    if (next === '' || (next === draft?.code && language === draft.language)) {
      forgetUnsent(storage, place);
      setKept(null);
      return;
    }
    setKept(keepUnsent(storage, place, { code: next, language }, now) && now);
  };

  const submitted = (language: LanguageId) => {
    saveDraft(storage, place, { code, language }, Date.now());
    forgetUnsent(storage, place);
    setSubmitted(true);
  };

  return { code, change, submitted, kept, opened };
}
