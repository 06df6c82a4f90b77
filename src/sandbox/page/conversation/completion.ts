import type { Workspace } from '../../screen.ts';

/** Something that the word at the cursor may become. */
export interface Completion {
  /** What is typed for it. */
  text: string;
  description: string;
  hint: string;
}

/** The word that is being typed: a command at the very beginning, or a name after "@". */
interface Started {
  from: number;
  word: string;
}

export function startedWord(text: string, cursor: number): Started | undefined {
  const before = text.slice(0, cursor);
  if (/^\/\S*$/.test(before)) return { from: 0, word: before };
  const word = /(?:^|\s)(@[\w.-]*)$/.exec(before)?.[1];
  return word === undefined ? undefined : { from: cursor - word.length, word };
}

/** What fits the word: the manifest's commands, or the people. */
export function completionsFor({ commands, people }: Workspace, { word }: Started): Completion[] {
  if (word.startsWith('/')) {
    const fitting = commands.filter(({ command }) => command.startsWith(word.toLowerCase()));
    return fitting.map(({ command, description, usageHint }) => ({
      text: command,
      description,
      hint: usageHint,
    }));
  }
  const name = word.slice(1).toLowerCase();
  return people
    .filter((person) => person.name.startsWith(name) || person.realName.toLowerCase().includes(name))
    .slice(0, 8)
    .map((person) => ({ text: `@${person.name}`, description: person.realName, hint: '' }));
}

/** The text with the word completed, and where the cursor is then. */
export function completed(text: string, cursor: number, { from }: Started, chosen: Completion) {
  const before = `${text.slice(0, from)}${chosen.text} `;
  return { text: before + text.slice(cursor).trimStart(), cursor: before.length };
}
