import { lazy, Suspense } from 'react';
import { loadScript } from '../lib/load-page.ts';
import type { CodeEditorProps } from './code-editor.tsx';
import type { CodeMirrorProps } from './code-mirror.tsx';
import { Skeleton } from './skeleton.tsx';

const CodeMirror = lazy(async () => ({
  default: (await loadScript(() => import('./code-mirror.tsx'))).CodeMirror,
}));

const loadEditor = () => loadScript(() => import('./code-editor.tsx'));
const CodeEditor = lazy(async () => ({ default: (await loadEditor()).CodeEditor }));

/** Code to read, with line numbers and colours; its place is held while it loads. */
export function CodeField(props: CodeMirrorProps) {
  return (
    <Suspense fallback={<Skeleton height={props.minHeight ?? '10rem'} />}>
      <CodeMirror {...props} />
    </Suspense>
  );
}

/** Code to write; it fills its place, which is held while the editor loads. */
export function CodeEditorField(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton height="100%" />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}

/** For whoever is about to open it. */
export function fetchEditorAhead(): void {
  // What fails now is told when the editor is wanted.
  loadEditor().catch(() => {});
}
