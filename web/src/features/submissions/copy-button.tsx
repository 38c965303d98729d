import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { intervals } from '#contract/limits.ts';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './copy-button.module.css';

type Outcome = { kind: 'copied' | 'failed'; at: number };

/** Shows a tick for two seconds. */
export function CopyButton({ text }: { text: string }) {
  const { submissions: texts } = useMessages();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), intervals.copyTickMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    const copied = await copyText(text);
    setOutcome({ kind: copied ? 'copied' : 'failed', at: Date.now() });
  };

  const isCopied = outcome?.kind === 'copied';
  return (
    <div className={styles.copy}>
      <span role="status" className={styles.outcome}>
        {outcome && (isCopied ? texts.copied : texts.copyFailed)}
      </span>
      <Button
        variant="default"
        leftSection={<Icon name={isCopied ? 'check' : 'copy'} />}
        data-copied={isCopied || undefined}
        onClick={copy}
      >
        {texts.copy}
      </Button>
    </div>
  );
}

/** Over plain http browsers offer no clipboard; the old way still works there. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.readOnly = true;
  holder.className = styles.holder ?? '';
  // Inside the open dialog: what is outside of it is inert and cannot be selected.
  const place = document.querySelector('dialog[open]') ?? document.body;
  const focused = document.activeElement;
  place.append(holder);
  holder.select();
  const copied = document.execCommand('copy');
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
