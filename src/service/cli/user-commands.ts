import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import { Role, roleLabel, roles } from '../../contract/role.ts';
import { administrator } from '../people/find-people.ts';
import type { NewPerson } from '../people/manage-people.ts';
import { formatColumns, formatCount } from './format.ts';
import { importCommand } from './user-import/import-command.ts';
import type { WithOperator } from './with-operator.ts';

type AddOptions = Omit<NewPerson, 'email' | 'first_name' | 'last_name'> & { first: string; last: string };

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
    .description('add a person, as an administrator unless --role says otherwise; nothing is sent to them')
    .action((email: string, { first, last, ...rest }: AddOptions) =>
      withOperator(async (operator) => {
        const id = await operator.addUser({ first_name: first, last_name: last, email, ...rest });
        terminal.print(`Added ${email} with id ${id} as ${roleLabel(rest.role).toLowerCase()}.`);
        if (rest.role === administrator)
          terminal.print(
            'An administrator can see and change everybody through the API. For another role, use --role.',
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

function roleOption(): Option {
  const names = roles.map(({ label }) => label.toLowerCase().replace(' ', '-'));
  return new Option('--role <role>', `one of ${names.join(', ')}, or the number`)
    .default(administrator, 'administrator')
    .argParser((text) => {
      const named = names.indexOf(text.toLowerCase());
      const role = Role.safeParse(named >= 0 ? roles[named]?.value : Number(text));
      if (!role.success) throw new InvalidArgumentError(`It is one of ${names.join(', ')}.`);
      return role.data;
    });
}
