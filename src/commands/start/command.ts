import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { SlackTokenRefused } from '../../bot/slack/connection/unreachable.ts';
import { type BotConfig, configExitCode, readBotConfig } from '../../config/config.ts';
import { variables } from '../../config/explained.ts';
import { type Log, newReference } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { startFromConfig } from './start.ts';

/** Time limit for stopping, in milliseconds: supervisors usually kill after 15 or 30 seconds. */
const stopLimit = 12_000;

export function startCommand(terminal: Terminal, logFor: (config: BotConfig) => Log, clock?: Clock): Command {
  return new Command('start')
    .description(
      'start the bot from the environment, with the embedded service when ONBOARDING_URL is not set',
    )
    .addHelpText('after', environmentHelp)
    .action(async () => {
      const config = readBotConfig(terminal.env, terminal.readFile);
      const log = logFor(config);
      // Listen from the beginning: a start can take long, for example when the database doesn't answer.
      const end = untilEnd(terminal, log);
      const ended = new AbortController();
      const starting = startFromConfig(config, log, clock);
      const living = live(starting, config, log, end).finally(() => ended.abort());
      await Promise.race([living, lastResort(end.begins, log, ended.signal)]);
    });
}

function environmentHelp(): string {
  const lines = variables().map(
    ({ name, meaning, otherwise }) => `  ${name}\n      ${meaning} (default: ${otherwise})`,
  );
  return `\nEnvironment, or .env in the working folder:\n${lines.join('\n').replaceAll(/[`*]/g, '')}`;
}

type End = ReturnType<typeof untilEnd>;

function untilEnd(terminal: Terminal, log: Log) {
  const begins = Promise.withResolvers<void>();
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => begins.resolve());
  terminal.onUncaught((err, kind) => {
    const reference = newReference('E');
    // Nothing awaited the failed promise; code that awaits one handles its failure.
    if (kind === 'rejection') return log.error({ reference, err }, 'a failure that nothing handled');
    log.fatal({ reference, err }, 'an uncaught exception: stopping');
    broken.reject(
      new CommandFailed(`Frontdesk met an error and stopped. Its log has the details: ${reference}`),
    );
  });
  return {
    /** Resolves when a stop is requested. @throws CommandFailed when the process can't go on */
    asked: Promise.race([terminal.untilStopped(), broken.promise]),
    /** Resolves as soon as stopping begins, for any reason. */
    begins: begins.promise,
    begin: begins.resolve,
    /** Resolves when there's no time to wait for further requests. */
    hurries: Promise.race([terminal.untilImpatient?.() ?? never, begins.promise]),
  };
}

const never = new Promise<void>(() => {});

async function live(
  starting: ReturnType<typeof startFromConfig>,
  config: BotConfig,
  log: Log,
  end: End,
): Promise<void> {
  const { asked, begins, begin } = end;
  let isReady = false;
  // A failure is thrown where `asked` is awaited, which it isn't during the start and the stop.
  asked.then(
    () => {
      if (!isReady) begin();
    },
    () => {},
  );
  const running = await starting.catch((error: unknown) => {
    throw explained(error, config);
  });
  const { url: health, metricsUrl: metrics } = running;
  log.info({ health, metrics }, 'Frontdesk is listening');
  const ready = running.connected.then(async () => {
    isReady = true;
    log.info({ health, metrics }, 'Frontdesk is ready');
    await asked;
    await drained(config, running, end, log);
  });
  try {
    // Before it is ready, nothing sends it requests, so there's nothing to drain.
    await Promise.race([begins, ready]);
    await asked;
  } catch (error) {
    throw explained(error, config);
  } finally {
    begin();
    log.info('stopping: finishing current work');
    await running.stop();
  }
}

async function drained(
  { SLACK_APP_TOKEN, FRONTDESK_DRAIN_SECONDS: seconds }: BotConfig,
  running: { drain(): void },
  { hurries }: End,
  log: Log,
): Promise<void> {
  if (SLACK_APP_TOKEN || seconds === 0) return;
  log.info({ seconds }, 'not ready any more, and still taking requests');
  running.drain();
  await Promise.race([setTimeout(seconds * 1_000), hurries]);
}

async function lastResort(begins: Promise<void>, log: Log, signal: AbortSignal): Promise<void> {
  await begins;
  const isLate = await setTimeout(stopLimit, true, { signal }).catch(() => false);
  if (!isLate) return;
  log.error({ limit: stopLimit }, 'stopping took too long: the rest is left to the next start');
  throw new CommandFailed(
    'Frontdesk took too long to stop, so it was ended. The next start continues from there.',
  );
}

function explained(error: unknown, config: BotConfig): unknown {
  if (error instanceof SlackTokenRefused) return new CommandFailed(error.message, configExitCode);
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE')
    return new CommandFailed(
      `A port is already in use (${error.message}). Stop the program that uses it, or set PORT (now ${config.PORT}) or, ` +
        `for the embedded service, SERVICE_PORT (now ${config.SERVICE_PORT}).`,
      configExitCode,
    );
  return error;
}
