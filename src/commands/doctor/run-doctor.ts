import type { Result } from '../../bot/checks/check.ts';
import { createClockReadings } from '../../bot/checks/machine.ts';
import { runChecks } from '../../bot/checks/run.ts';
import { systemClock } from '../../time/clock.ts';
import type { Terminal } from '../terminal.ts';
import { checksFor } from './checks-for.ts';

/** Time limit for each answer of Slack and the onboarding service, in milliseconds. */
const patience = 5_000;

export async function runDoctor(
  { env, nodeVersion }: Pick<Terminal, 'env' | 'nodeVersion'>,
  readFile: (path: string) => string,
): Promise<Result[]> {
  const clock = systemClock;
  const opened: Close[] = [];
  const readings = createClockReadings();
  try {
    const run = { clock, patience, readings, later: (close: Close) => void opened.push(close) };
    return await runChecks(await checksFor({ env, nodeVersion, readFile }, run), clock);
  } finally {
    for (const close of opened) await close();
  }
}

type Close = () => Promise<void>;
