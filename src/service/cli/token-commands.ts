import type { Command } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import { formatCount } from './format.ts';
import type { WithOperator } from './with-operator.ts';

/** Adds `token create` and `token revoke`. */
export function tokenCommands(service: Command, terminal: Terminal, withOperator: WithOperator): void {
  const token = service.command('token').description('tokens for the API');
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
        terminal.print(`Revoked ${formatCount(await operator.revokeTokens(email), 'token')} of ${email}.`);
      }),
    );
}
