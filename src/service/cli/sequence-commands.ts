import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { CommandFailed, type Terminal } from '../../commands/terminal.ts';
import { SequenceKind } from '../../contract/sequence.ts';
import type { NewSequence } from '../sequences/sequences.ts';
import { formatColumns, formatCount } from './format.ts';
import { sequenceChangeCommands } from './sequence-changes.ts';
import { readSequences, SequenceName } from './sequence-file.ts';
import { startersCommand } from './starter-commands.ts';
import type { WithOperator } from './with-operator.ts';

interface AddOptions {
  kind: SequenceKind;
  file?: string;
}

/** Adds `sequence add`, `sequence list`, and the commands that change sequences. */
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
            `Added ${each.kind} sequence ${id}, "${each.name}", with ${formatCount(each.tasks.length, 'task')}.`,
          );
        }
      }),
    );
  sequence
    .command('list')
    .description('show all sequences')
    .action(() =>
      withOperator(async (operator) => {
        for (const { id, kind, name, tasks, isArchived } of await operator.listSequences()) {
          const notes = isArchived ? ['archived'] : [];
          terminal.print(formatColumns([id, kind, name, formatCount(tasks, 'task'), ...notes]));
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
