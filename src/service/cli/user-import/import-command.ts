import type { Command } from 'commander';
import type { Terminal } from '../../../commands/terminal.ts';
import type { PeopleImported } from '../../../contract/additions/people.ts';
import { formatColumns } from '../format.ts';
import type { WithOperator } from '../with-operator.ts';
import { readPeople } from './people-file.ts';

const about = `
The first line names the columns: first_name, last_name, email, and if you have them position, phone, role, timezone
and language. Names such as "First name" or "Work email" work too. Commas, semicolons or tabs separate the columns.

Someone with a new address is added, with the role "Other" unless the file says more. Someone who is there already is
changed where the file differs; an empty cell changes nothing, and the role stays. Nobody is removed. If one line is
wrong, nothing is imported, and the first fifty wrong lines are named. You can import a corrected file again.`;

/** Adds `user import`. */
export function importCommand(user: Command, terminal: Terminal, withOperator: WithOperator): void {
  user
    .command('import')
    .argument('<file>', 'CSV file with one person a line')
    .option('--dry-run', 'only show what would be added and changed')
    .description('add or change many people from a CSV file')
    .addHelpText('after', about)
    .action((file: string, { dryRun = false }: { dryRun?: boolean }) =>
      withOperator(async (operator) => {
        const { people, ignored } = await readPeople(file);
        if (ignored.length > 0) terminal.complain(`These columns are not imported: ${ignored.join(', ')}.`);
        const done = await operator.importPeople(people, { dryRun });
        if (dryRun) for (const line of changes(done)) await terminal.printInTurn(line);
        terminal.print(summary(done, dryRun));
      }),
    );
}

function changes({ added, changed }: PeopleImported): string[] {
  return [
    ...added.map(({ email }) => formatColumns(['add', email])),
    ...changed.map(({ email, fields }) => formatColumns(['change', email, fields.join(', ')])),
  ];
}

function summary({ added, changed, unchanged }: PeopleImported, dryRun: boolean): string {
  const counts = [
    `${dryRun ? 'Would add' : 'Added'} ${people(added.length)}`,
    `${dryRun ? 'would change' : 'changed'} ${people(changed.length)}`,
    `${people(unchanged)} already up to date`,
  ];
  return `${counts.join('; ')}.${dryRun ? ' Nothing was written.' : ''}`;
}

function people(count: number): string {
  return `${count} ${count === 1 ? 'person' : 'people'}`;
}
