import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import { Role, roleLabel, roles } from '../../contract/role.ts';
import type { NewPerson } from '../operator/manage-people.ts';
import { formatColumns } from './format-columns.ts';
import { formatTimeline } from './format-timeline.ts';
import type { WithOperator } from './service-command.ts';

/** Adds `token …`, `user …` and `timeline`. */
export function peopleCommands(service: Command, terminal: Terminal, withOperator: WithOperator): void {
  tokenCommands(service.command('token').description('tokens for the API'), terminal, withOperator);
  userCommands(service.command('user').description('the people the service knows'), terminal, withOperator);
  service
    .command('timeline')
    .argument('<email>')
    .option('--done <task...>', 'numbers of tasks that are done', taskNumbers)
    .description('show what is planned for a person')
    .action((email: string, { done = [] }: { done?: number[] }) =>
      withOperator(async (operator) => {
        await operator.markDone(email, done);
        for (const line of formatTimeline(await operator.timeline(email))) terminal.print(line);
      }),
    );
}

function taskNumbers(text: string, before: number[] = []): number[] {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is the number of a task.');
  return [...before, Number(text)];
}

function tokenCommands(token: Command, terminal: Terminal, withOperator: WithOperator): void {
  token
    .command('create')
    .argument('<email>', 'address of an administrator')
    .description('make a token; it is shown once and never expires')
    .action((email: string) =>
      withOperator(async (operator) => {
        const reason = await operator.whyRefused(email);
        if (reason) terminal.complain(`${email} is ${reason}: the API will refuse this token.`);
        terminal.print(await operator.createToken(email));
      }),
    );
  token
    .command('revoke')
    .argument('<email>')
    .description('make every token of a person useless')
    .action((email: string) =>
      withOperator(async (operator) => {
        terminal.print(`Revoked ${countTokens(await operator.revokeTokens(email))} of ${email}.`);
      }),
    );
}

function countTokens(count: number): string {
  return `${count} token${count === 1 ? '' : 's'}`;
}

type AddOptions = Omit<NewPerson, 'email' | 'first_name' | 'last_name'> & { first: string; last: string };

function userCommands(user: Command, terminal: Terminal, withOperator: WithOperator): void {
  user
    .command('add')
    .argument('<email>')
    .requiredOption('--first <name>', 'first name')
    .requiredOption('--last <name>', 'last name')
    .addOption(roleOption())
    .option('--position <text>', 'job title')
    .option('--timezone <zone>', 'for example Europe/Lisbon')
    .option('--language <code>', 'for example en')
    .description('add a person; nothing is sent to them')
    .action((email: string, { first, last, ...rest }: AddOptions) =>
      withOperator(async (operator) => {
        const id = await operator.addUser({ first_name: first, last_name: last, email, ...rest });
        terminal.print(`Added ${email} with id ${id} as ${roleLabel(rest.role).toLowerCase()}.`);
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
  user
    .command('list')
    .description('show everybody')
    .action(() =>
      withOperator(async (operator) => {
        for (const { id, email, name, role, tokens, active } of await operator.listUsers()) {
          const notes = [...(tokens > 0 ? [countTokens(tokens)] : []), ...(active ? [] : ['inactive'])];
          terminal.print(formatColumns([id, email, name, roleLabel(role), ...notes]));
        }
      }),
    );
}

function roleOption(): Option {
  const names = roles.map(({ label }) => label.toLowerCase().replace(' ', '-'));
  return new Option('--role <role>', `one of ${names.join(', ')}, or the number`)
    .default(1, 'administrator')
    .argParser((text) => {
      const named = names.indexOf(text.toLowerCase());
      const role = Role.safeParse(named >= 0 ? roles[named]?.value : Number(text));
      if (!role.success) throw new InvalidArgumentError(`It is one of ${names.join(', ')}.`);
      return role.data;
    });
}
