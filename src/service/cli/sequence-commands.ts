import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailed, type Terminal } from '../../commands/terminal.ts';
import { type FullSequence, SequenceKind } from '../../contract/sequence.ts';
import { plural } from '../../language.ts';
import type { NewSequence } from '../sequences/sequences.ts';
import { readSequences, SequenceName } from './sequence-file.ts';
import { formatColumns, type WithOperator } from './with-operator.ts';

interface AddOptions {
  kind: SequenceKind;
  file?: string;
}

export function sequenceCommands(service: Command, terminal: Terminal, withOperator: WithOperator): void {
  const sequence = service.command('sequence').description('sequences: templates of tasks');
  sequence
    .command('add')
    .argument('[name]', 'name of one sequence without tasks; leave it out with --file')
    .addOption(new Option('--kind <kind>').choices(SequenceKind.options).default('onboarding'))
    .option('--file <path>', 'YAML or CSV with sequences and their tasks')
    .description('add sequences')
    .action((name: string | undefined, options: AddOptions) =>
      withOperator(async (operator) => {
        const sequences = await sequencesFrom(name, options);
        const ids = await operator.addSequences(sequences);
        for (const [index, each] of sequences.entries()) {
          const id = ids[index];
          terminal.print(
            `Added ${each.kind} sequence ${id}, "${each.name}", with ${plural(each.tasks.length, 'task')}.`,
          );
        }
      }),
    );
  sequence
    .command('list')
    .description('show all sequences')
    .action(() =>
      withOperator(async (operator) => {
        for (const { id, kind, name, tasks, archived } of await operator.listSequences()) {
          const notes = archived ? ['archived'] : [];
          terminal.print(formatColumns([id, kind, name, plural(tasks.length, 'task'), ...notes]));
        }
      }),
    );
  startersCommand(sequence, terminal, withOperator);
  sequenceChangeCommands(sequence, terminal, withOperator);
}

async function sequencesFrom(name: string | undefined, { kind, file }: AddOptions): Promise<NewSequence[]> {
  if (file === undefined) return [{ name: nameFrom(name), kind, tasks: [] }];
  if (name !== undefined)
    throw new CommandFailed('Give a name or --file, not both: the file holds the names.');
  const content = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailed(`The file ${file} cannot be read.`);
  });
  return readSequences(file, content);
}

function nameFrom(text: string | undefined): string {
  if (text === undefined) {
    throw new CommandFailed('Give the name of the sequence, or --file with a YAML or CSV file.');
  }
  const name = SequenceName.safeParse(text);
  if (!name.success) throw new CommandFailed(name.error.issues.map(({ message }) => message).join(' '));
  return name.data;
}

function sequenceChangeCommands(sequence: Command, terminal: Terminal, withOperator: WithOperator): void {
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

const formatPeople = (count: number) => plural(count, 'person with open tasks', 'people with open tasks');

function sequenceNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is the number of a sequence.');
  return Number(text);
}

function formatSequence(sequence: FullSequence, emails: ReadonlyMap<number, string>): string[] {
  const { id, kind, name, archived, in_use, tasks } = sequence;
  const notes = [
    plural(tasks.length, 'task'),
    ...(in_use > 0 ? [formatPeople(in_use)] : []),
    ...(archived ? ['archived'] : []),
  ];
  return [
    formatColumns([id, kind, name, ...notes]),
    ...tasks.map(({ day, owner, person, text }) => {
      // With its sign, so that "2" isn't read as the second day.
      const days = day > 0 ? `+${day}` : day;
      return formatColumns([days, person === null ? owner : (emails.get(person) ?? person), text]);
    }),
  ];
}

function startersCommand(sequence: Command, terminal: Terminal, withOperator: WithOperator): void {
  sequence
    .command('starters')
    .option('--add <name...>', 'add these; "all" adds every one that is not there yet')
    .description('show sequences to begin with, or add some of them')
    .action(({ add = [] }: { add?: string[] }) =>
      withOperator(async (operator) => {
        for (const { id, name } of await operator.addStarters(add))
          terminal.print(`Added sequence ${id}, "${name}".`);
        for (const { key, kind, name, tasks, added } of await operator.listStarters()) {
          const note = added === null ? [] : [`added as ${added}`];
          terminal.print(formatColumns([key, kind, name, plural(tasks.length, 'task'), ...note]));
        }
      }),
    );
}
