import { Command } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import type { Log } from '../../log.ts';
import { startService } from '../service.ts';
import { sequenceCommands } from './sequence-commands.ts';
import { timelineCommand } from './timeline-command.ts';
import { tokenCommands } from './token-commands.ts';
import { userCommands } from './user-commands.ts';
import { operatorRunner, type ServiceSettings, withExplanation } from './with-operator.ts';

/**
 * Builds the command tree `service …`.
 * @param settings read when a command runs, not when the tree is built
 * @param log created when the service starts
 */
export function serviceCommand(terminal: Terminal, settings: () => ServiceSettings, log: () => Log): Command {
  const withOperator = operatorRunner(settings);
  const service = new Command('service').description(
    'the onboarding service: its server, people and sequences',
  );
  service
    .command('start')
    .description('bring the tables up to date and serve the API until stopped')
    .action(() => start(terminal, settings(), log()));
  service
    .command('migrate')
    .description('bring the tables up to date')
    .action(() =>
      withOperator(async (operator) => {
        const ran = await operator.migrate();
        terminal.print(ran.length === 0 ? 'Everything is up to date.' : `Done: ${ran.join(', ')}.`);
      }, makes),
    );
  tokenCommands(service, terminal, withOperator);
  userCommands(service, terminal, withOperator);
  timelineCommand(service, terminal, withOperator);
  sequenceCommands(service, terminal, withOperator);
  service
    .command('seed-demo')
    .description('add the people and sequences of a demo company')
    .action(() =>
      withOperator(async (operator) => {
        await operator.migrate();
        const { people, sequences } = await operator.seedDemo();
        terminal.print(`Added ${people} people and ${sequences} sequences of the demo company.`);
      }, makes),
    );
  return service;
}

const makes = { makes: true };

async function start(terminal: Terminal, settings: ServiceSettings, log: Log): Promise<void> {
  const running = await withExplanation(() => startService({ ...settings, log }));
  // Listen before printing: Ctrl-C can follow at once.
  const stopped = terminal.untilStopped();
  terminal.complain(`The onboarding service is listening on ${running.url}. Ctrl-C stops it.`);
  if (!settings.apiAccess) {
    terminal.complain('API_ACCESS is not True, so every address below /api/ answers 404.');
  }
  await stopped;
  await running.stop();
}
