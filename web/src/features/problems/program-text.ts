import { useState } from 'react';
import { useUnloadWarning } from '../../lib/unload-warning.ts';
import { findDraft, openStorage, saveDraft } from './drafts.ts';
import { findOpeningText, forgetUnsent, keepUnsent, type TextPlace } from './unsent-texts.ts';

/** When the device kept the text, false when it does not, null when there is nothing to keep. */
type Kept = number | false | null;

/** The program in the editor. What is not submitted yet is kept on the device with every change. */
export function useProgramText(place: TextPlace) {
  const [storage] = useState(openStorage);
  const [opened] = useState(() => findOpeningText(storage, place, Date.now()));
  const [code, setCode] = useState(opened?.code ?? '');
  const [kept, setKept] = useState<Kept>(opened?.kind === 'unsent' ? opened.savedAt : null);
  const [isSubmitted, setSubmitted] = useState(false);
  // The browser asks before it throws away what this page alone has.
  useUnloadWarning(kept === false && !isSubmitted);

  const change = (next: string) => {
    const now = Date.now();
    setCode(next);
    if (next === '' || next === findDraft(storage, place, now)?.code) {
      forgetUnsent(storage, place);
      setKept(null);
      return;
    }
    setKept(keepUnsent(storage, place, next, now) && now);
  };

  const submitted = () => {
    saveDraft(storage, place, code, Date.now());
    forgetUnsent(storage, place);
    setSubmitted(true);
  };

  return { code, change, submitted, kept, opened };
}
