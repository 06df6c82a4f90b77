import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildCli, type CliOptions, runCommand } from '../../src/commands/cli.ts';
import type { Terminal } from '../../src/commands/terminal.ts';
import type { Clock } from '../../src/time/clock.ts';
import { startFlags } from '../bench/start-flags.ts';
import { programOf } from '../programs.ts';
import { type Cleanup, temporaryFolder } from './office.ts';

const root = resolve(import.meta.dirname, '../..');
/** Entry point of `npm start` and `npm run frontdesk`. */
export const fromSource = `${root}/src/main.ts`;

const usualFlags = startFlags().map((flag) => flag.replace('=./', `=${root}/`));

/**
 * Starts the real program with only this environment.
 * @param program the packed build by default, which starts in half the time
 */
export function spawnFrontdesk(
  cleanup: Cleanup,
  args: string[],
  env: Record<string, string>,
  folder = temporaryFolder(cleanup),
  program = programOf(fromSource),
  flags = usualFlags,
) {
  const child = spawn(process.execPath, [...flags, program, ...args], {
    cwd: folder,
    env: { ...ownClock(), PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  });
  cleanup.later(() => ended(child, 'SIGKILL'));
  return child;
}

/** Passes on the shifted clock that `npm run steady` sets. */
function ownClock(): NodeJS.ProcessEnv {
  const { TEST_CLOCK_SHIFT, NODE_OPTIONS, TZ } = process.env;
  return TEST_CLOCK_SHIFT === undefined ? {} : { TEST_CLOCK_SHIFT, NODE_OPTIONS, TZ };
}

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}

/** Runs a command to its end in a separate process, for tests that need a real one. */
export async function runProcess(
  cleanup: Cleanup,
  args: string[],
  env: Record<string, string>,
  { folder, input = '', program }: { folder?: string; input?: string; program?: string } = {},
) {
  const child = spawnFrontdesk(cleanup, args, env, folder, program);
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code };
}

/** Same as `runProcess`, but in this process and much faster. Logs are part of `out`. */
export async function runFrontdesk(
  cleanup: Cleanup,
  args: string[],
  env: Record<string, string>,
  { folder = temporaryFolder(cleanup), input = '' }: { folder?: string; input?: string } = {},
) {
  const lines = { out: [] as string[], err: [] as string[] };
  // Never resolves: a command that waits to be stopped hangs, and so differs from one that ends.
  const terminal = { ...terminalOf(env, input, lines), untilStopped: () => new Promise<void>(() => {}) };
  const before = process.cwd();
  process.chdir(folder);
  try {
    const code = await runCommand(args, optionsOf(terminal, lines.out));
    return { out: lines.out.join('\n'), err: lines.err.join('\n'), code };
  } finally {
    process.chdir(before);
  }
}

function optionsOf(terminal: Terminal, log: Pick<string[], 'push'>): CliOptions {
  return { terminal, logTo: { write: (line) => void log.push(line.trimEnd()) } };
}

export type Running = ReturnType<typeof startHere>;

/** @param folder for the databases, unless the environment names them */
export function startHere(
  cleanup: Cleanup,
  args: string[],
  env: Record<string, string>,
  { folder = temporaryFolder(cleanup), clock }: { folder?: string; clock?: Clock } = {},
) {
  const [stopped, hurried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const looks = new Set<() => void>();
  const lines: string[] = [];
  const said = () => lines.join('\n');
  const hear = {
    push(line: string) {
      const length = lines.push(line);
      for (const look of looks) look();
      return length;
    },
  };

  const databases = {
    DATABASE_URL: `sqlite:${folder}/data/frontdesk.db`,
    SERVICE_DATABASE_URL: `sqlite:${folder}/data/service.db`,
  };
  const terminal: Terminal = {
    ...terminalOf({ ...databases, ...env }, '', { out: hear, err: hear }),
    untilStopped: () => stopped.promise,
    untilImpatient: () => hurried.promise,
  };
  const ended = runCommand(args, { ...optionsOf(terminal, hear), ...(clock && { clock }) });
  const stop = () => {
    stopped.resolve();
    return ended;
  };
  cleanup.later(() => {
    hurried.resolve();
    return stop();
  });
  return {
    stop,
    saying: (fits: RegExp) =>
      new Promise<RegExpExecArray>((found, lost) => {
        const look = () => {
          const match = fits.exec(said());
          if (match) found(match);
        };
        looks.add(look);
        look();
        void ended.then((exit) => lost(new Error(`it ended with ${exit}:\n${said()}`)));
      }),
  };
}

export async function runHere(args: string[], env: Record<string, string>, input = '') {
  const said: string[] = [];
  const terminal = terminalOf(env, input, { out: said, err: said });
  const cli = await buildCli({ terminal }, args[0]);
  const failure: unknown = await cli.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { said: said.join('\n'), failure };
}

/** Terminal that is given its input, and keeps what is said. */
export function terminalOf(
  env: Record<string, string>,
  input: string,
  { out, err }: Record<'out' | 'err', Pick<string[], 'push'>>,
): Terminal {
  return {
    env,
    readFile: (path) => readFileSync(path, 'utf8'),
    isTerminal: false,
    print: (line) => void out.push(line),
    printInTurn: async (line) => void out.push(line),
    complain: (line) => void err.push(line),
    readSecret: async () => input,
    untilStopped: async () => {},
    onUncaught: () => {},
  };
}

export function saying(child: ChildProcess, fits: RegExp): Promise<RegExpExecArray> {
  return new Promise((found, lost) => {
    let read = '';
    const look = (chunk: Buffer) => {
      read += chunk;
      const match = fits.exec(read);
      if (match) found(match);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => lost(new Error(`it ended with ${code}:\n${read}`)));
  });
}
