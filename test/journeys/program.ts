import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildCli } from '../../src/commands/cli.ts';
import { startFlags } from '../bench/start-flags.ts';
import { programOf } from '../programs.ts';
import { type Cleanup, temporaryFolder } from './office.ts';

const root = resolve(import.meta.dirname, '../..');
/** The program as `npm start` and `npm run frontdesk` start it. */
export const fromSource = `${root}/src/main.ts`;

/** How `npm start` starts Node, in whatever folder. */
const flags = startFlags().map((flag) => flag.replace('=./', `=${root}/`));

/**
 * Starts the real program with this environment and no other.
 * @param program as `npm pack` ships it unless said: it starts in half of the time
 */
export function spawnFrontdesk(
  cleanup: Cleanup,
  args: string[],
  env: Record<string, string>,
  folder = temporaryFolder(cleanup),
  program = programOf(fromSource),
) {
  const child = spawn(process.execPath, [...flags, program, ...args], {
    cwd: folder,
    env: { ...ownClock(), PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  });
  cleanup.later(() => ended(child, 'SIGKILL'));
  return child;
}

/** The hour at which the tests live: see `npm run steady`. */
function ownClock(): NodeJS.ProcessEnv {
  const { TEST_CLOCK_SHIFT, NODE_OPTIONS, TZ } = process.env;
  return TEST_CLOCK_SHIFT === undefined ? {} : { TEST_CLOCK_SHIFT, NODE_OPTIONS, TZ };
}

/** Asks the process to end, and gives its exit code. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}

/** Runs a command that ends by itself. */
export async function runFrontdesk(
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

/** Runs a command in this process, as `main.ts` does: much quicker where the exit code does not matter. */
export async function runHere(args: string[], env: Record<string, string>, input = '') {
  const said: string[] = [];
  const terminal = {
    env,
    nodeVersion: process.versions.node,
    print: (line: string) => void said.push(line),
    printInTurn: async (line: string) => void said.push(line),
    complain: (line: string) => void said.push(line),
    readSecret: async () => input,
    untilStopped: async () => {},
    onUncaught: () => {},
  };
  const cli = await buildCli({ terminal, readFile: () => '', isTerminal: false }, args[0]);
  const failure: unknown = await cli.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { said: said.join('\n'), failure };
}

/** Resolves as soon as what the process says fits. */
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
