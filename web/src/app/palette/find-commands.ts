/** Something one can go to or do. */
export interface Command {
  id: string;
  text: string;
  /** Beside the text, and found too: a problem's id, a verdict. */
  hint?: string;
  run: () => void;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
  /** Shown only to who types: a list as long as the site's problems is no menu. */
  isFoundOnly?: boolean;
}

const shownPerGroup = 8;

/** Each word typed must be in the text or the hint; what begins with the typed comes first. */
export function findCommands(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return groups
    .filter(({ isFoundOnly }) => words.length > 0 || !isFoundOnly)
    .map((group) => ({ ...group, commands: findIn(group.commands, words) }))
    .filter(({ commands }) => commands.length > 0);
}

function findIn(commands: readonly Command[], words: readonly string[]): Command[] {
  return commands
    .map((command) => ({ command, names: [command.text, command.hint ?? ''].map(fold) }))
    .filter(({ names }) => words.every((word) => names.some((name) => name.includes(word))))
    .toSorted((a, b) => Number(beginsWith(b.names, words)) - Number(beginsWith(a.names, words)))
    .slice(0, shownPerGroup)
    .map(({ command }) => command);
}

function beginsWith(names: readonly string[], [first = '']: readonly string[]): boolean {
  return first !== '' && names.some((name) => name.startsWith(first));
}

function fold(text: string): string {
  return text.toLocaleLowerCase().trim();
}
