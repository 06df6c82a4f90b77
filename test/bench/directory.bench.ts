import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceFor } from '../faults/process.ts';
import { type Cleanup, createCleanup } from '../journeys/office.ts';
import { freshSqlite } from '../postgres.ts';
import { startChild } from '../service/child.ts';
import { within } from './in-turns.ts';
import { startCompany } from './stand-ins.ts';

type Print = (line: string) => void;

const sizes = { few: 1_000, many: 10_000 } as const;
/** Time for garbage of the first reading to be collected, in milliseconds. */
const rest = 2_000;
const readings = 5;

export async function bench(print: Print): Promise<void> {
  const cleanup = createCleanup();
  try {
    const few = await measure(sizes.few, cleanup);
    const many = await measure(sizes.many, cleanup);
    const title = `memory, ${sizes.many} employees beside ${sizes.few}`;
    print(`${within(title, many.memory / few.memory, 1.5)} · ${mb(many.memory)} beside ${mb(few.memory)}`);
    print(within('stall while read again, nobody changed', many.same, 50, 'ms'));
    print(within('stall while read again, somebody changed', many.other, 50, 'ms'));
  } finally {
    await cleanup.now();
  }
}

async function measure(count: number, cleanup: Cleanup) {
  const company = await startCompany(cleanup, count);
  const fresh = await freshSqlite();
  cleanup.later(fresh.remove);
  const { env } = await workspaceFor(cleanup, { url: company.url, token: 'b'.repeat(40) }, fresh.url);
  const bot = await startChild('../bench/bot-process.ts', JSON.stringify(env));
  cleanup.later(bot.stop);
  await sleep(rest);
  const memory = await bot.memory();
  await bot.stall();
  const stallOf = async (before: () => void) => {
    const stalls: number[] = [];
    for (let reading = 0; reading < readings; reading += 1) {
      before();
      await bot.readAgain();
      stalls.push(await bot.stall());
    }
    return Math.max(...stalls);
  };
  return { memory, same: await stallOf(() => {}), other: await stallOf(() => company.marry()) };
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
