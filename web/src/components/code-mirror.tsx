/**
 * Code with line numbers and colours by CodeMirror, loaded only where there is code (code-field.tsx). Its style sheets
 * carry the page's nonce and its colours are tokens, so that a change of theme needs nothing here.
 */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import type { LanguageId } from '#contract/programs.ts';
import { styleNonce } from '../lib/style-nonce.ts';
import { codeColorSpecs } from './code-colors.ts';
import { inLanguage, loadGrammar } from './code-languages.ts';
import styles from './code-mirror.module.css';
import { lineMark, markLine } from './line-mark.ts';

const look = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--code-font-size, var(--text-sm))',
    height: 'var(--code-height)',
  },
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
  syntaxHighlighting(HighlightStyle.define(codeColorSpecs)),
  EditorState.tabSize.of(4),
];

const forReading: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0' }),
  lineMark,
];

export interface CodeMirrorProps {
  label: string;
  value: string;
  language: LanguageId;
  /** CSS lengths between which the height follows the code; without a greatest one the code fills its place. */
  minHeight?: string;
  maxHeight?: string;
  onChange?: (value: string) => void;
  isDisabled?: boolean;
  /** Of code that is read: the line to show; a new object shows it again. */
  marked?: { readonly line: number } | null;
  /** What can be done with the code; without it the code can only be read. */
  extensions?: Extension;
  /** For whoever wants to act on the code. */
  view?: RefObject<EditorView | null>;
}

export function CodeMirror({
  label,
  value,
  language,
  minHeight,
  maxHeight,
  onChange,
  isDisabled,
  marked = null,
  extensions = forReading,
  view: outerView,
}: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null);
  const ownView = useRef<EditorView>(null);
  const view = outerView ?? ownView;
  const lock = useRef(new Compartment());
  const grammar = useRef(new Compartment());
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
        extensions,
        lock.current.of([]),
        grammar.current.of(inLanguage(language)),
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
  }, [value, view]);

  // In place: another language leaves the text, the selection and what can be undone as they are.
  useEffect(() => {
    const apply = () =>
      view.current?.dispatch({ effects: grammar.current.reconfigure(inLanguage(language)) });
    let isWanted = true;
    apply();
    loadGrammar(language).then(
      () => isWanted && apply(),
      // Code without colours is still code.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [language, view]);

  useEffect(() => {
    view.current?.dispatch({
      effects: lock.current.reconfigure(isDisabled ? EditorView.editable.of(false) : []),
    });
  }, [isDisabled, view]);

  useEffect(() => {
    if (view.current && marked) markLine(view.current, marked.line);
  }, [marked, view]);

  const heights = {
    '--code-height': maxHeight === undefined ? '100%' : 'auto',
    '--code-min-height': minHeight ?? '0',
    '--code-max-height': maxHeight ?? 'none',
  } as CSSProperties;
  return (
    <div
      ref={host}
      className={styles.code}
      data-fills={maxHeight === undefined || undefined}
      style={heights}
    />
  );
}
