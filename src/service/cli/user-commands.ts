import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailed, type Terminal } from '../../commands/terminal.ts';
import { Role, roleLabel, roles } from '../../contract/role.ts';
import type { Operator } from '../operator.ts';
import { administrator } from '../people/find-people.ts';
import type { NewPerson } from '../people/manage-people.ts';
import { formatColumns, formatCount } from './format.ts';
import { importCommand } from './user-import/import-command.ts';
import type { WithOperator } from './with-operator.ts';

type AddOptions = Omit<NewPerson, 'email' | 'first_name' | 'last_name' | 'role'> & {
  first: string;
  last: string;
  role?: Role;
};

/** Adds `user add`, `user remove`, `user import` and `user list`. */
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
          const notes = [
            ...(tokens > 0 ? [formatCount(tokens, 'token')] : []),
            ...(active ? [] : ['inactive']),
          ];
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
