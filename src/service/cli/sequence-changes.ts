import { type Command, InvalidArgumentError } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import type { FullSequence } from '../../contract/additions/sequences.ts';
import { formatColumns, formatCount } from './format.ts';
import type { WithOperator } from './with-operator.ts';

/** Adds `sequence show`, `sequence copy` and `sequence archive`. */
export function sequenceChangeCommands(
  sequence: Command,
  terminal: Terminal,
  withOperator: WithOperator,
): void {
  sequence
    .command('show')
    .argument('<number>', 'number of the sequence, as "sequence list" shows it', sequenceNumber)
    .description('show a sequence with its tasks')
    .action((id: number) =>
      withOperator(async (operator) => {
        const { sequence, emails } = await operator.showSequence(id);
        for (const line of formatSequence(sequence, emails)) terminal.print(line);
      }),
    );
  sequence
    .command('copy')
    .argument('<number>', 'number of the sequence, as "sequence list" shows it', sequenceNumber)
    .argument('<name>', 'name of the copy')
    .description('add a sequence with the same tasks')
    .action((id: number, name: string) =>
      withOperator(async (operator) => {
        const copy = await operator.copySequence(id, name);
        terminal.print(`Added ${copy.kind} sequence ${copy.id}, "${copy.name}".`);
      }),
    );
  sequence
    .command('archive')
    .argument('<number>', 'number of the sequence, as "sequence list" shows it', sequenceNumber)
    .option('--undo', 'offer it again')
    .description('stop offering a sequence; people who have it keep their tasks')
    .action((id: number, { undo = false }: { undo?: boolean }) =>
      withOperator(async (operator) => {
        const { name, in_use } = await operator.archiveSequence(id, !undo);
        const kept = in_use > 0 ? ` ${formatPeople(in_use)} of it keep their tasks.` : '';
        terminal.print(undo ? `"${name}" is offered again.` : `"${name}" is archived.${kept}`);
      }),
    );
}

function formatPeople(count: number): string {
  return count === 1 ? '1 person with open tasks' : `${count} people with open tasks`;
}

function sequenceNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is the number of a sequence.');
  return Number(text);
}

function formatSequence(sequence: FullSequence, emails: ReadonlyMap<number, string>): string[] {
  const { id, kind, name, archived, in_use, tasks } = sequence;
  const notes = [
    formatCount(tasks.length, 'task'),
    ...(in_use > 0 ? [formatPeople(in_use)] : []),
    ...(archived ? ['archived'] : []),
  ];
  return [
    formatColumns([id, kind, name, ...notes]),
    ...tasks.map(({ day, owner, person, text }) =>
      formatColumns([formatDays(day), person === null ? owner : (emails.get(person) ?? person), text]),
    ),
  ];
}

/** With its sign, so that "2" isn't read as the second day. */
function formatDays(day: number): string {
  return day > 0 ? `+${day}` : String(day);
}
