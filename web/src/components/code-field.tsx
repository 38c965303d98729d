import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadScript } from '../lib/load-page.ts';
import type { CodeMirrorProps } from './code-mirror.tsx';

const CodeMirror = lazy(async () => ({
  default: (await loadScript(() => import('./code-mirror.tsx'))).CodeMirror,
}));

/** Code to read or to write, with line numbers and colours; its place is held while the editor loads. */
export function CodeField(props: CodeMirrorProps) {
  return (
    <Suspense fallback={<Skeleton height={props.minHeight ?? '10rem'} />}>
      <CodeMirror {...props} />
    </Suspense>
  );
}
