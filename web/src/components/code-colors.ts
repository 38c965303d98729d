import { defaultHighlightStyle } from '@codemirror/language';

/**
 * CodeMirror's own grouping of what belongs together in a program, each group by the colour it has there.
 * Here a group gets one of our tokens (code-mirror.module.css), so that both themes have colours of their own.
 */
export const tokenOfDefaultColor: Readonly<Record<string, string>> = {
  '#404740': '--code-meta',
  '#708': '--code-keyword',
  '#219': '--code-literal',
  '#164': '--code-literal',
  '#a11': '--code-string',
  '#e40': '--code-string',
  '#00f': '--code-name',
  '#30a': '--code-name',
  '#085': '--code-type',
  '#167': '--code-type',
  '#256': '--code-meta',
  '#00c': '--code-name',
  '#940': '--code-comment',
  '#f00': '--code-invalid',
};

export const codeColorSpecs = defaultHighlightStyle.specs.map(({ color, ...spec }) =>
  color === undefined ? spec : { ...spec, color: `var(${tokenOfDefaultColor[color] ?? '--ink'})` },
);
