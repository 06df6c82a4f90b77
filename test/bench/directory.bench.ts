import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceFor } from '../faults/process.ts';
import { createCleanup } from '../journeys/office.ts';
import { freshSqlite } from '../postgres.ts';
import { startChild } from '../service/child.ts';
import { within } from './in-turns.ts';
import { startCompany } from './stand-ins.ts';

/** Time for garbage of the first reading to be collected, in milliseconds. */
const rest = 2_000;

export async function bench(print: (line: string) => void): Promise<void> {
  const cleanup = createCleanup();
  const company = await startCompany(cleanup, 10_000);
  const fresh = await freshSqlite();
  cleanup.later(fresh.remove);
  const { env } = await workspaceFor(cleanup, { url: company.url, token: 'b'.repeat(40) }, fresh.url);
  const bot = await startChild('../bench/bot-process.ts', JSON.stringify(env));
  cleanup.later(bot.stop);
  await sleep(rest);
  await bot.stall();
  for (const [who, before] of [
    ['nobody', () => {}],
    ['somebody', company.marry],
  ] as const) {
    const stalls: number[] = [];
    for (let reading = 0; reading < 5; reading += 1) {
      before();
      await bot.readAgain();
      stalls.push(await bot.stall());
    }
    print(within(`stall while read again, ${who} changed`, Math.max(...stalls), 50, 'ms'));
  }
  await cleanup.now();
}
