/** Addresses of pages, without what ends the sentence around them. No other kind of address is a link. */
const link = /https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?()[\]{}]/g;

export interface TextPart {
  readonly text: string;
  readonly isLink: boolean;
}

export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(link)) {
    parts.push({ text: text.slice(from, match.index), isLink: false }, { text: match[0], isLink: true });
    from = match.index + match[0].length;
  }
  parts.push({ text: text.slice(from), isLink: false });
  return parts.filter((part) => part.text !== '');
}
