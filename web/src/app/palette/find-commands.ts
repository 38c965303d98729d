import { foldText, matchesSearch } from '../../lib/fold-text.ts';

/** Something one can go to or do. */
export interface Command {
  id: string;
  text: string;
  /** Beside the text, and found too: a problem's id, a verdict. */
  hint?: string;
  /** The key that does the same. */
  pressed?: string;
  run: () => void;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
  /** Shown only to whoever types: a list as long as the site's problems is no menu. */
  isFoundOnly?: boolean;
}

const shownPerGroup = 8;

/** Each word typed must be in the text or the hint; what begins with the typed comes first. */
export function findCommands(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  const search = typed.trim();
  return groups
    .filter(({ isFoundOnly }) => search !== '' || !isFoundOnly)
    .map((group) => ({ ...group, commands: findIn(group.commands, search) }))
    .filter(({ commands }) => commands.length > 0);
}

function findIn(commands: readonly Command[], search: string): Command[] {
  const folded = foldText(search);
  const begins = ({ text, hint = '' }: Command) =>
    folded !== '' && [text, hint].some((name) => foldText(name).startsWith(folded));
  return commands
    .filter(({ text, hint = '' }) => matchesSearch(`${text} ${hint}`, search))
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
    .slice(0, shownPerGroup);
}
