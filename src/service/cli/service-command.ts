import { Command, InvalidArgumentError } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import { plural } from '../../language.ts';
import type { Log } from '../../log.ts';
import { formatDay } from '../../time/dates.ts';
import { startService } from '../service.ts';
import type { TimelineView } from '../timeline/timeline-worker.ts';
import { sequenceCommands } from './sequence-commands.ts';
import { userCommands } from './user-commands.ts';
import {
  formatColumns,
  operatorRunner,
  type ServiceSettings,
  type WithOperator,
  withExplanation,
} from './with-operator.ts';

/** `settings` are read when a command runs, not when the tree is built; `log` is created when the service starts. */
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

function timelineCommand(service: Command, terminal: Terminal, withOperator: WithOperator): void {
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

function formatTimeline(timeline: TimelineView): string[] {
  const { timezone, start_day, termination_date, beingFilled, tasks } = timeline;
  return [
    `First day ${formatDay(start_day, 'en-GB')}${termination_date ? `, last day ${formatDay(termination_date, 'en-GB')}` : ''} (${timezone})`,
    ...(beingFilled ? ['The offboarding tasks are being filled in: look again in a moment.'] : []),
    ...(tasks.length === 0 ? ['No tasks.'] : []),
    ...tasks.map(({ id, due_day, owner, text, sequence, done_at }) =>
      formatColumns([id, due_day, owner, text, sequence, done_at ? 'done' : 'open']),
    ),
  ];
}

function tokenCommands(service: Command, terminal: Terminal, withOperator: WithOperator): void {
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
        terminal.print(`Revoked ${plural(await operator.revokeTokens(email), 'token')} of ${email}.`);
      }),
    );
}
