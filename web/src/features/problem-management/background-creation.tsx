import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Notice } from '../../components/notice.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { importQuery } from './queries.ts';

/** The import of a new problem whose form was closed before it had ended. */
export interface UnfollowedImport {
  readonly id: string;
  readonly jobId: string;
}

interface BackgroundCreationProps {
  creation: UnfollowedImport;
  onDone: () => void;
}

/** Until its tests are in force a new problem is in no list: what becomes of it is told here. */
export function BackgroundCreation({ creation: { id, jobId }, onDone }: BackgroundCreationProps) {
  const { problemManagement: texts } = useMessages();
  const progress = useQuery(importQuery(jobId));
  const isCompleted = progress.data?.status === 'completed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it has ended, once
  useEffect(() => {
    if (isCompleted) onDone();
  }, [isCompleted]);
  if (progress.data?.status === 'failed') {
    const { message, message_words: words } = progress.data;
    return <Notice tone="error">{texts.creationFailed(id, sayOr(words, message))}</Notice>;
  }
  return (
    <Notice tone="success">
      {texts.beingCreated(id)} {progress.data && sayOr(progress.data.message_words, progress.data.message)}
    </Notice>
  );
}
