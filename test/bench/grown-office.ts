import { setTimeout as sleep } from 'node:timers/promises';
import { repeatAfter } from '../../src/bot/ledger/queue.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { openMigrated } from '../../src/database/open.ts';
import { type Hire, hire, recordSubmission, submit } from '../faults/front-door.ts';
import { workspaceFor } from '../faults/process.ts';
import { type Cleanup, channels } from '../journeys/office.ts';
import { fillYears } from '../ledger/years.ts';
import { startChild } from '../service/child.ts';
import { timed } from './in-turns.ts';
import { startInstantApi } from './stand-ins.ts';

const colleagues = Array.from({ length: 50 }, (_, index) => ({
  id: `U0HR${index}`,
  name: `hr.${index}`,
  realName: `Colleague ${index}`,
  email: `hr.${index}@acme.example`,
  timezone: 'UTC',
}));

const manager = 'U0MARCUS';

export type GrownOffice = Awaited<ReturnType<typeof startGrownOffice>>;

export async function startGrownOffice(
  databaseUrl: string,
  fill: (databaseUrl: string) => Promise<void>,
  cleanup: Cleanup,
  {
    service: given,
    env: more,
  }: { service?: { url: string; token: string }; env?: Record<string, string> } = {},
) {
  await fill(databaseUrl);
  const service = given ?? (await startInstantApi(cleanup));
  const { sandbox, env: environment } = await workspaceFor(cleanup, service, databaseUrl, colleagues);
  const env = { ...environment, FRONTDESK_MANAGERS: manager, ...more };
  const start = () => startChild('../bench/bot-process.ts', JSON.stringify(env));
  let bot = await start();
  let isStopped = false;
  async function stop(): Promise<void> {
    if (!isStopped) await bot.stop();
    isStopped = true;
  }
  cleanup.later(stop);
  const connect = () => sandbox.setRequestUrl(`${bot.url}/slack/events`);
  connect();
  const ines = sandbox.person('U0INES');
  const recorded = await recordSubmission(sandbox);
  const how = { url: () => bot.url, signingSecret: env.SLACK_SIGNING_SECRET };
  const published = () => sandbox.calls('views.publish').at(-1);

  return {
    stop,
    stall: () => bot.stall(),
    cpu: () => bot.cpu(),
    later: (ms: number) => bot.later(ms),
    posted: () => sandbox.messages(channels.hires).map(({ text }) => text),
    async restart(): Promise<number> {
      await bot.stop();
      const took = await timed(async () => {
        bot = await start();
      });
      connect();
      return took;
    },
    async openForm() {
      const before = performance.now();
      await ines.command('/newhire');
      const acknowledged = performance.now() - before;
      await ines.untilView('New hire');
      const shown = performance.now() - before;
      await ines.closeAll();
      return { acknowledged, shown };
    },
    async add(who: Hire) {
      const messages = sandbox.messages(channels.hires).length;
      const before = performance.now();
      await submit(recorded, who, how);
      const acknowledged = performance.now() - before;
      await until(() => sandbox.messages(channels.hires).length > messages);
      return { acknowledged, told: performance.now() - before };
    },
    async tryAgain(who: Hire): Promise<number> {
      await submit(recorded, who, how);
      await ines.openHome();
      await ines.until(() => ines.home()?.buttons.includes('Try again'));
      // This wait can't be skipped: the first attempt may still take effect.
      await sleep(repeatAfter);
      const messages = sandbox.messages(channels.hires).length;
      const took = await timed(async () => {
        await ines.press('Try again');
        await until(() => sandbox.messages(channels.hires).length > messages);
      });
      await ines.closeAll();
      await ines.openHome();
      await ines.until(() => !ines.home()?.buttons.includes('Try again'));
      return took;
    },
    submit: (who: Hire) => timed(() => submit(recorded, who, how)),
    async openHome(userId = 'U0INES'): Promise<number> {
      const last = published();
      return timed(async () => {
        await sandbox.person(userId).openHome();
        await until(() => published() !== last);
      });
    },
    openManagersHome(): Promise<number> {
      return this.openHome(manager);
    },
    async openHomes(): Promise<void> {
      for (const { id } of colleagues) await this.openHome(id);
    },
    async openDetails(): Promise<number> {
      const took = await timed(async () => {
        await ines.press('Details');
        await ines.untilView('Person');
      });
      await ines.closeAll();
      return took;
    },
  };
}

export async function fillEnded(databaseUrl: string, count: number): Promise<void> {
  const database = await openMigrated<BotTables>(databaseUrl, migrations);
  const { first: first_name, last: last_name, email } = hire(0);
  const payload = { first_name, last_name, email, role: 0, start_day: '2026-01-01' };
  await fillYears(database, count, { kind: 'newhire', payload, manager });
  await database.close();
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('It did not come in half a minute.');
    await sleep(1);
  }
}
