import { Command } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import type { Log } from '../../log.ts';
import { type Operator, openOperator } from '../operator/operator.ts';
import { type ServiceOptions, startService } from '../service.ts';
import { explainFailure } from './explain-failure.ts';
import { peopleCommands } from './people-commands.ts';
import { sequenceCommands } from './sequence-commands.ts';

/** What the command line knows of the service: everything but the log and the clock. */
export type ServiceSettings = Omit<ServiceOptions, 'log' | 'now'>;

/** Runs one command with the operator, which is closed afterwards; what goes wrong becomes a sentence. */
export type WithOperator = (work: (operator: Operator) => Promise<void>) => Promise<void>;

/**
 * The command tree `service …`.
 * @param settings read when a command runs, not when the tree is built
 * @param log made when the service is started
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
    .action(() => withOperator((operator) => runMigrations(terminal, operator)));
  peopleCommands(service, terminal, withOperator);
  sequenceCommands(service, terminal, withOperator);
  service
    .command('seed-demo')
    .description('add the people and sequences of a demo company')
    .action(() => withOperator((operator) => seed(terminal, operator)));
  return service;
}

async function start(terminal: Terminal, settings: ServiceSettings, log: Log): Promise<void> {
  const running = await withExplanation(() => startService({ ...settings, log }));
  terminal.complain(`The onboarding service is listening on ${running.url}. Ctrl-C stops it.`);
  if (!settings.apiAccess) {
    terminal.complain('API_ACCESS is not True, so every address below /api/ answers 404.');
  }
  await terminal.untilStopped();
  await running.stop();
}

async function runMigrations(terminal: Terminal, operator: Operator): Promise<void> {
  const ran = await operator.migrate();
  terminal.print(ran.length === 0 ? 'Everything is up to date.' : `Done: ${ran.join(', ')}.`);
}

async function seed(terminal: Terminal, operator: Operator): Promise<void> {
  await operator.migrate();
  const { people, sequences } = await operator.seedDemo();
  terminal.print(`Added ${people} people and ${sequences} sequences of the demo company.`);
}

function operatorRunner(settings: () => ServiceSettings): WithOperator {
  return (work) =>
    withExplanation(async () => {
      const { databaseUrl, timezone, language } = settings();
      const operator = openOperator(databaseUrl, { organization: { timezone, language } });
      await work(operator).finally(() => operator.close());
    });
}

async function withExplanation<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainFailure(error);
  }
}
