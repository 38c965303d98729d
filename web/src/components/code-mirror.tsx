/**
 * The editor, loaded only where there is code (code-field.tsx). Its style sheets carry the page's nonce and its
 * colours are tokens, so that a change of theme needs nothing here.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { cppLanguage } from '@codemirror/lang-cpp';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type CSSProperties, useEffect, useRef } from 'react';
import { styleNonce } from '../lib/style-nonce.ts';
import { codeColorSpecs } from './code-colors.ts';
import styles from './code-mirror.module.css';
import { lineMark, markLine } from './line-mark.ts';

/** CodeMirror drops the oldest steps once there are twenty more than this: at most 100 can be undone. */
const undoDepth = 80;

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: 'var(--text-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-code)',
    lineHeight: '1.5',
    minHeight: 'var(--code-min-height)',
    maxHeight: 'var(--code-max-height)',
  },
  '.cm-content': { caretColor: 'var(--accent)' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-lineNumbers .cm-gutterElement': { paddingInline: '0.75rem 0.5rem' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 5%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'color-mix(in srgb, var(--accent) 22%, transparent)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-specialChar': { color: 'var(--danger)' },
});

const common: Extension = [
  EditorView.cspNonce.of(styleNonce),
  look,
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  cppLanguage,
  syntaxHighlighting(HighlightStyle.define(codeColorSpecs)),
  EditorState.tabSize.of(4),
];

const forReading: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0' }),
  lineMark,
];

const forWriting: Extension = [
  history({ minDepth: undoDepth }),
  bracketMatching(),
  indentOnInput(),
  indentUnit.of('    '),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
];

export interface CodeMirrorProps {
  label: string;
  value: string;
  /** Without it the code can only be read. */
  onChange?: (value: string) => void;
  isDisabled?: boolean;
  /** Of code that is read: the line to show; a new object shows it again. */
  marked?: { readonly line: number } | null;
  /** CSS lengths between which the height follows the code. */
  minHeight?: string;
  maxHeight: string;
}

export function CodeMirror({
  label,
  value,
  onChange,
  isDisabled,
  marked = null,
  minHeight,
  maxHeight,
}: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const lock = useRef(new Compartment());
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later values come by the effects below
  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      doc: value,
      extensions: [
        common,
        onChange ? forWriting : forReading,
        lock.current.of([]),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) latestOnChange.current?.(state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({
      effects: lock.current.reconfigure(isDisabled ? EditorView.editable.of(false) : []),
    });
  }, [isDisabled]);

  useEffect(() => {
    if (view.current && marked) markLine(view.current, marked.line);
  }, [marked]);

  const heights = { '--code-min-height': minHeight ?? '0', '--code-max-height': maxHeight } as CSSProperties;
  return <div ref={host} className={styles.code} style={heights} />;
}
