import { Button } from '@mantine/core';
import type { WaitingImport } from '#contract/packages.ts';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../lib/messages.ts';

interface WaitingImportsProps {
  imports: readonly WaitingImport[];
  onShow: (jobId: string) => void;
}

/** Problems that no list has, since the jury's solutions speak against them: whoever of the staff comes by may decide. */
export function WaitingImports({ imports, onShow }: WaitingImportsProps) {
  const { problemPackages: texts } = useMessages();
  return imports.map(({ job_id: jobId, requested_by: by, problem_ids: ids }) => (
    <Notice
      key={jobId}
      tone="warning"
      action={
        <Button variant="default" onClick={() => onShow(jobId)}>
          {texts.decide}
        </Button>
      }
    >
      {texts.waiting(ids, by)}
    </Notice>
  ));
}
