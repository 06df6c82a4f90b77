import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { RunningFrontdesk } from '../../bot/app.ts';
import { SlackTokenRefused } from '../../bot/slack/connection/unreachable.ts';
import { type BotConfig, configExitCode } from '../../config/config.ts';
import { variables } from '../../config/explained.ts';
import type { Log } from '../../log.ts';
import { newReference } from '../../reference.ts';
import type { Clock } from '../../time/clock.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { startFromConfig } from './start.ts';

/** How long stopping may take, in milliseconds: supervisors usually kill after 15 or 30 seconds. */
const stopLimit = 12_000;

/** `start`: the bot, until the process is asked to stop. */
export function startCommand(
  terminal: Terminal,
  readConfig: () => BotConfig,
  logFor: (config: BotConfig) => Log,
  clock?: Clock,
): Command {
  return new Command('start')
    .description(
      'start the bot from the environment, with the embedded service when ONBOARDING_URL is not set',
    )
    .addHelpText('after', environmentHelp)
    .action(async () => {
      const config = readConfig();
      const log = logFor(config);
      // Heard from the first moment: a start can take long, when the database does not answer, say.
      const end = untilEnd(terminal, log);
      const ended = new AbortController();
      const starting = startFromConfig(config, log, clock);
      const living = live(starting, config, log, end).finally(() => ended.abort());
      await Promise.race([living, lastResort(end.begins, log, ended.signal)]);
    });
}

/** What it is started with, for a terminal. */
function environmentHelp(): string {
  const lines = variables().map(
    ({ name, meaning, otherwise }) => `  ${name}\n      ${meaning} (default: ${otherwise})`,
  );
  return `\nEnvironment, or .env in the working folder:\n${lines.join('\n').replaceAll(/[`*]/g, '')}`;
}

/** What ends the process. */
interface End {
  /** Resolves when it was asked to stop. @throws CommandFailed when it cannot go on */
  asked: Promise<void>;
  /** Resolves as soon as it begins to stop, for whatever reason. */
  begins: Promise<void>;
  begin(): void;
  /** Before that, who asks it to stop makes it begin; from then on `begin` alone, unless it cannot go on. */
  nowReady(): void;
  /** Resolves when there is no time to wait for requests that may still come. */
  hurries: Promise<void>;
}

function untilEnd(terminal: Terminal, log: Log): End {
  const begins = Promise.withResolvers<void>();
  const broken = Promise.withResolvers<never>();
  let isReady = false;
  broken.promise.catch(() => begins.resolve());
  terminal.onUncaught((err, kind) => {
    const reference = newReference('E');
    // What failed was waited for by nobody; what waits for something deals with its failure where it waits.
    if (kind === 'rejection') return log.error({ reference, err }, 'a failure that nothing handled');
    log.fatal({ reference, err }, 'an uncaught exception: stopping');
    broken.reject(
      new CommandFailed(`Frontdesk met an error and stopped. Its log has the details: ${reference}`),
    );
  });
  const stopped = terminal.untilStopped().then(() => {
    if (!isReady) begins.resolve();
  });
  return {
    asked: Promise.race([stopped, broken.promise]),
    begins: begins.promise,
    begin: begins.resolve,
    nowReady() {
      isReady = true;
    },
    hurries: Promise.race([terminal.untilImpatient?.() ?? never, begins.promise]),
  };
}

const never = new Promise<void>(() => {});

/** From start to stop. */
async function live(
  starting: ReturnType<typeof startFromConfig>,
  config: BotConfig,
  log: Log,
  end: End,
): Promise<void> {
  const { asked, begins, begin } = end;
  // Whoever only starts, or only stops, does not look at it yet, or any more.
  asked.catch(() => {});
  const running = await starting.catch((error: unknown) => {
    throw explained(error, config);
  });
  const { url: health, metricsUrl: metrics } = running;
  log.info({ health, metrics }, 'Frontdesk is listening');
  const ready = running.connected.then(async () => {
    end.nowReady();
    log.info({ health, metrics }, 'Frontdesk is ready');
    await asked;
    await drained(config, running, end, log);
  });
  try {
    // What was never ready nobody sends anything to.
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

/** In HTTP mode: resolves when others have been given time to get what Slack sends. */
async function drained(
  { SLACK_APP_TOKEN, FRONTDESK_DRAIN_SECONDS: seconds }: BotConfig,
  running: Pick<RunningFrontdesk, 'drain'>,
  { hurries }: End,
  log: Log,
): Promise<void> {
  if (SLACK_APP_TOKEN || seconds === 0) return;
  log.info({ seconds }, 'not ready any more, and still taking requests');
  running.drain();
  await Promise.race([setTimeout(seconds * 1_000), hurries]);
}

/** Whatever hangs, the process ends. @throws CommandFailed when its time is over */
async function lastResort(begins: Promise<void>, log: Log, signal: AbortSignal): Promise<void> {
  await begins;
  const isLate = await setTimeout(stopLimit, true, { signal }).catch(() => false);
  if (!isLate) return;
  log.error({ limit: stopLimit }, 'stopping took too long: the rest is left to the next start');
  throw new CommandFailed(
    'Frontdesk took too long to stop, so it was ended. The next start continues from there.',
  );
}

/** What a person can mend about a start that failed, in a sentence; anything else as it is. */
function explained(error: unknown, config: BotConfig): unknown {
  if (error instanceof SlackTokenRefused) return new CommandFailed(error.message, configExitCode);
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE')
    return new CommandFailed(
      `A port is already in use (${error.message}). Stop the program that uses it, or set PORT (now ${config.PORT}) or, ` +
        `for the embedded service, SERVICE_PORT (now ${config.SERVICE_PORT}).`,
      configExitCode,
    );
  if (error.code === 'ECONNREFUSED' && config.DATABASE_URL.startsWith('postgres'))
    return new CommandFailed(
      'Frontdesk can’t reach the database at DATABASE_URL. Start the database, or correct the address.',
    );
  return error;
}
