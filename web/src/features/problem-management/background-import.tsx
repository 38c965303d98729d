import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Notice } from '../../components/notice.tsx';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { importQuery, useRefreshProblems } from './queries.ts';

interface BackgroundImportProps {
  jobId: string;
  onShow: () => void;
}

/** An import of packages whose window was closed before it had ended. */
export function BackgroundImport({ jobId, onShow }: BackgroundImportProps) {
  const { problemPackages: texts } = useMessages();
  const { data } = useQuery(importQuery(jobId));
  const refresh = useRefreshProblems();
  const hasEnded = data?.status === 'completed' || data?.status === 'failed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it has ended, once
  useEffect(() => {
    if (hasEnded) void refresh();
  }, [hasEnded]);
  return (
    <Notice
      tone={data?.status === 'failed' ? 'error' : 'info'}
      action={
        <Button variant="default" onClick={onShow}>
          {texts.showImport}
        </Button>
      }
    >
      {hasEnded ? texts.importEnded : texts.importing} {data && sayOr(data.message_words, data.message)}
    </Notice>
  );
}
