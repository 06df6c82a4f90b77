import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailed, type Terminal } from '../../commands/terminal.ts';
import { type PeopleImported, Role, roleLabel, roles } from '../../contract/employee.ts';
import { plural } from '../../language.ts';
import type { Operator } from '../operator.ts';
import type { NewPerson } from '../people/create-user.ts';
import { administrator } from '../people/find-people.ts';
import { readPeople } from './people-file.ts';
import { formatColumns, type WithOperator } from './with-operator.ts';

type AddOptions = Omit<NewPerson, 'email' | 'first_name' | 'last_name' | 'role'> & {
  first: string;
  last: string;
  role?: Role;
};

export function userCommands(service: Command, terminal: Terminal, withOperator: WithOperator): void {
  const user = service.command('user').description('the people the service knows');
  user
    .command('add')
    .argument('<email>')
    .requiredOption('--first <name>', 'first name')
    .requiredOption('--last <name>', 'last name')
    .addOption(roleOption())
    .option('--position <text>', 'job title')
    .option('--timezone <zone>', 'for example Europe/Lisbon')
    .option('--language <code>', 'for example en')
    .description(
      'add a person; nothing is sent to them. The first one is an administrator unless --role says otherwise',
    )
    .action((email: string, { first, last, role: given, ...rest }: AddOptions) =>
      withOperator(async (operator) => {
        const role = given ?? (await firstRole(operator));
        const id = await operator.addUser({ first_name: first, last_name: last, email, role, ...rest });
        terminal.print(`Added ${email} with id ${id} as ${roleLabel(role).toLowerCase()}.`);
        if (given === undefined)
          terminal.print(
            'The first person is an administrator, who can see and change everybody through the API.',
          );
      }),
    );
  user
    .command('remove')
    .argument('<email>')
    .option('--keep-record', 'keep the person and the timeline; only the tokens stop working')
    .description('remove a person with tokens and timeline')
    .action((email: string, options: { keepRecord?: boolean }) =>
      withOperator(async (operator) => {
        await operator.removeUser(email, options);
        terminal.print(options.keepRecord ? `The tokens of ${email} work no longer.` : `Removed ${email}.`);
      }),
    );
  importCommand(user, terminal, withOperator);
  user
    .command('list')
    .description('show everybody')
    .action(() =>
      withOperator(async (operator) => {
        for (const { id, email, name, role, tokens, active } of await operator.listUsers()) {
          const notes = [...(tokens > 0 ? [plural(tokens, 'token')] : []), ...(active ? [] : ['inactive'])];
          terminal.print(formatColumns([id, email, name, roleLabel(role), ...notes]));
        }
      }),
    );
}

const names = roles.map(({ label }) => label.toLowerCase().replace(' ', '-'));

/** The first person becomes an administrator, since nobody else can use the API; others need `--role`. */
async function firstRole(operator: Operator): Promise<Role> {
  if ((await operator.listUsers()).length === 0) return administrator;
  throw new CommandFailed(`Say which role it is: --role ${names.join('|')}. Nobody was added.`);
}

function roleOption(): Option {
  return new Option('--role <role>', `one of ${names.join(', ')}, or the number`).argParser((text) => {
    const named = names.indexOf(text.toLowerCase());
    const role = Role.safeParse(named >= 0 ? roles[named]?.value : Number(text));
    if (!role.success) throw new InvalidArgumentError(`It is one of ${names.join(', ')}.`);
    return role.data;
  });
}

const about = `
The first line names the columns: first_name, last_name, email, and if you have them position, phone, role, timezone
and language. Names such as "First name" or "Work email" work too. Commas, semicolons or tabs separate the columns.

Someone with a new address is added, with the role "Other" unless the file says more. Someone who is there already is
changed where the file differs; an empty cell changes nothing, and the role stays. Nobody is removed. If one line is
wrong, nothing is imported, and the first fifty wrong lines are named. You can import a corrected file again.`;

function importCommand(user: Command, terminal: Terminal, withOperator: WithOperator): void {
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
  const people = (count: number) => plural(count, 'person', 'people');
  const counts = [
    `${dryRun ? 'Would add' : 'Added'} ${people(added.length)}`,
    `${dryRun ? 'would change' : 'changed'} ${people(changed.length)}`,
    `${people(unchanged)} already up to date`,
  ];
  return `${counts.join('; ')}.${dryRun ? ' Nothing was written.' : ''}`;
}
