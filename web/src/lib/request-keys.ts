import { useRef } from 'react';

/**
 * For what a form sends: the same key as long as it sends the same, so that whoever sends again because no answer came has
 * sent it once; another as soon as it is something else.
 */
export function useRequestKeys(): (content: object) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: makeKey() };
    return last.current.key;
  };
}

/** A random UUID. The browser's own function is there over https only. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
