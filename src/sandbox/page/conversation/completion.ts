import type { Workspace } from '../../screen.ts';

export interface Completion {
  text: string;
  description: string;
  hint: string;
}

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

/** Completions for a word: the manifest's commands, or people. */
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

/** Text with the word completed, and the new cursor position. */
export function completed(text: string, cursor: number, { from }: Started, chosen: Completion) {
  const before = `${text.slice(0, from)}${chosen.text} `;
  return { text: before + text.slice(cursor).trimStart(), cursor: before.length };
}
