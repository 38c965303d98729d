/**
 * What the document says in its head: the nonce that allows style sheets which a library writes (the content-security policy
 * refuses the others), and whether the browser sent a session's cookie when it asked for this page (server/web-files.ts).
 */
type Mark = 'csp-nonce' | 'session';

/** Instead of them where the page is drawn without a document (app/page-drawing.tsx). */
export const marksOfDrawing: Record<Mark, string | null> = { 'csp-nonce': '__CSP_NONCE__', session: null };

export function readMark(name: Mark): string | null {
  if (import.meta.env.SSR) return marksOfDrawing[name];
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
