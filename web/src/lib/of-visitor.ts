/**
 * What depends on the visitor's zone, which the browser alone knows. On a page that is drawn without one
 * (app/page-drawing.tsx) as much room is left for it.
 */
export function ofVisitor(text: string): string {
  return import.meta.env.SSR ? text.replace(/\S/g, '\u2007') : text;
}
