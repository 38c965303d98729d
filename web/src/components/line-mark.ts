/** One line of the code that something else on the page speaks of: marked, and brought into sight. */
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

const setMark = StateEffect.define<number>();

const line = Decoration.line({ class: 'cm-marked-line', attributes: { 'aria-current': 'true' } });

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(present, { docChanged, effects }) {
    for (const effect of effects) {
      if (effect.is(setMark)) return Decoration.set([line.range(effect.value)]);
    }
    return docChanged ? Decoration.none : present;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const lineMark: Extension = [
  marks,
  EditorView.theme({
    '.cm-marked-line': {
      backgroundColor: 'var(--danger-soft)',
      boxShadow: 'inset 3px 0 var(--danger)',
    },
  }),
];

export function markLine(editor: EditorView, number: number): void {
  const { doc } = editor.state;
  const { from } = doc.line(Math.min(Math.max(number, 1), doc.lines));
  editor.dispatch({
    selection: { anchor: from },
    effects: [setMark.of(from), EditorView.scrollIntoView(from, { y: 'center' })],
  });
  editor.focus();
}
