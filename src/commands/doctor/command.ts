import { Command } from 'commander';
import { type Result, runChecks } from '../../bot/health/check.ts';
import { systemClock } from '../../time/clock.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { checksFor } from './checks-for.ts';
import { readConfiguration } from './configuration.ts';
import { ending, states } from './messages.ts';

async function runDoctor({ env, readFile }: Terminal): Promise<Result[]> {
  await using opened = new AsyncDisposableStack();
  const configuration = readConfiguration(env, readFile);
  const checks = await checksFor(configuration, opened);
  return await runChecks(checks, systemClock, configuration.broken);
}

const exitCodes =
  'Exit code: 0 when nothing fails (there can be warnings), 1 when something fails, 2 when the command is mistyped.';

export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description('check everything that Frontdesk needs, and say what to do; changes nothing')
    .option('--json', 'as JSON, for scripts', false)
    .addHelpText('after', `\n${exitCodes}`)
    .action(async ({ json }: { json: boolean }) => {
      const results = await runDoctor(terminal);
      const count = (state: Result['state']) => results.filter((result) => result.state === state).length;
      const failures = count('failure');
      for (const line of json ? [asJson(results, failures === 0)] : results.flatMap(linesOf))
        terminal.print(line);
      if (failures > 0) throw new CommandFailed(ending.failures(failures, count('warning')));
    });
}

function asJson(results: readonly Result[], ok: boolean): string {
  const checks = results.map(({ name, title, state, say }) => ({
    name,
    title: title(),
    state,
    ...say(),
  }));
  return JSON.stringify({ ok, checks }, undefined, 2);
}

const widest = Math.max(...Object.values(states).map(({ length }) => length));

function linesOf({ title, state, say }: Result): string[] {
  const { what, todo } = say();
  const indent = ' '.repeat(widest + 2);
  const first = `${states[state].padEnd(widest)}  ${title()}: ${what}`;
  return todo === undefined ? [first] : [first, `${indent}${todo}`];
}
