/** The editor for writing a program: what reading code does not need is loaded only with it. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap } from '@codemirror/view';
import { type CSSProperties, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import type { LanguageId } from '#contract/programs.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './code-editor.module.css';
import { CodeMirror } from './code-mirror.tsx';

/** CodeMirror drops the oldest steps once there are twenty more than this: at most 100 can be undone. */
const undoDepth = 80;

/** The form sends on this key wherever the focus in it is; here it only must not write a line. */
const leaveToForm = Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }]));

const forWriting = (phrases: Readonly<Record<string, string>>): Extension => [
  leaveToForm,
  history({ minDepth: undoDepth }),
  bracketMatching(),
  closeBrackets(),
  indentOnInput(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorState.phrases.of(phrases),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
];

export interface CodeEditorHandle {
  openSearch(): void;
  /** Writes a program in place of everything, with the cursor between its two parts. */
  writeProgram(before: string, after: string): void;
}

export interface CodeEditorProps {
  label: string;
  value: string;
  language: LanguageId;
  onChange: (value: string) => void;
  /** After the change: a piece of text came in at once, and this is the whole. */
  onPaste?: (value: string) => void;
  isDisabled: boolean;
  fontSizePx: number;
  /** Over the first line, as long as there is no text. */
  whenEmpty?: ReactNode;
  ref: Ref<CodeEditorHandle>;
}

/** Fills the height of its place. */
export function CodeEditor({ onPaste, fontSizePx, whenEmpty, ref, ...code }: CodeEditorProps) {
  const { editor: texts } = useMessages();
  const view = useRef<EditorView>(null);
  const extensions = useRef<Extension>(null);
  const latestOnPaste = useRef(onPaste);
  latestOnPaste.current = onPaste;
  extensions.current ??= [
    forWriting(texts.phrases),
    EditorView.updateListener.of(({ transactions, state }) => {
      const isPaste = transactions.some(
        (one) => one.isUserEvent('input.paste') || one.isUserEvent('input.drop'),
      );
      if (isPaste) latestOnPaste.current?.(state.doc.toString());
    }),
  ];

  useImperativeHandle(ref, () => ({
    openSearch: () => {
      if (view.current) openSearchPanel(view.current);
    },
    writeProgram: (before, after) => {
      if (!view.current) return;
      view.current.dispatch({
        changes: { from: 0, to: view.current.state.doc.length, insert: before + after },
        selection: { anchor: before.length },
      });
      view.current.focus();
    },
  }));

  return (
    <div className={styles.editor} style={{ '--code-font-size': `${fontSizePx / 16}rem` } as CSSProperties}>
      <CodeMirror {...code} extensions={extensions.current} view={view} />
      {code.value === '' && whenEmpty}
    </div>
  );
}
