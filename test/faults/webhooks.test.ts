import { expect } from 'vitest';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { newWebhookSecret } from '../../src/bot/webhooks/signature.ts';
import { openMigrated } from '../../src/database/open.ts';
import { type Cleanup, releasedService } from '../journeys/office.ts';
import { type Received, startReceiver } from '../journeys/receiver.ts';
import { it } from '../journeys/world.ts';
import { type Fresh, onEachDatabase, onPostgres } from '../postgres.ts';
import { mortal, workspaceFor } from './process.ts';
import { chance, patience, trials, until } from './trials.ts';

const people = 20;

async function open(cleanup: Cleanup, fresh: Fresh, count: number) {
  const { url: databaseUrl } = await fresh();
  const receiver = await startReceiver(cleanup, { areMadeUp: true });
  const { env } = await workspaceFor(cleanup, await releasedService(cleanup), databaseUrl);
  const events = {
    FRONTDESK_EVENTS_URL: receiver.url,
    FRONTDESK_EVENTS_SECRET: newWebhookSecret(),
    FRONTDESK_EVENTS_ALLOW_PRIVATE: 'True',
  };
  const processes = Array.from({ length: count }, () => mortal(cleanup, { ...env, ...events }));
  // Events are stored before a process looks for the first time.
  const { db, close } = await openMigrated<BotTables>(databaseUrl, migrations);
  cleanup.later(close);
  let added = 0;
  const pending = () =>
    db
      .selectFrom('webhook_events')
      .select(['event', 'attempts', 'answer'])
      .where('state', '=', 'pending')
      .execute();
  return {
    receiver,
    processes,
    /** Stores events of people in turn, each with its number. */
    async add(more: number): Promise<void> {
      const at = new Date().toISOString();
      const rows = Array.from({ length: more }, (_, index) => ({
        event: `evt_${added + index}`,
        endpoint: 'environment',
        type: 'hire.added',
        person: `person ${(added + index) % people}`,
        data: JSON.stringify({ number: added + index, person: { name: `${(added + index) % people}` } }),
        ...{ at, since: at, due_at: at, state: 'pending', attempts: 0, confidential: 0 },
      }));
      added += more;
      await db.insertInto('webhook_events').values(rows).execute();
    },
    untilAllAreTaken: () => until(async () => (await pending()).length === 0, pending),
  };
}

/** What is wrong: lost, other repeats, or out of order for a person. */
function wrongIn(all: readonly Received[], { count, lost }: { count: number; lost: ReadonlySet<string> }) {
  const byId = Map.groupBy(all, ({ id }) => id);
  const firsts = [...byId.values()].flatMap(([first]) => first ?? []);
  const wrong = [...byId].flatMap(([id, copies]) => {
    const isRepeated = copies.length > 1 && !lost.has(id);
    const isOther = new Set(copies.map(({ body }) => body)).size > 1;
    return isRepeated || isOther ? [`${id}, ${copies.length} times`] : [];
  });
  for (const [person, own] of Map.groupBy(firsts, ({ data }) => data.person?.name)) {
    const numbers = own.map(({ data }) => Number(data.number));
    if (numbers.some((number, at) => at > 0 && number < Number(numbers[at - 1])))
      wrong.push(`${person}: ${numbers.join()}`);
  }
  return [...wrong, ...(byId.size === count ? [] : [`${byId.size} of ${count} arrived`])];
}

onEachDatabase((fresh) => {
  const kills = trials(6, 1);
  it.concurrent(`events that are being posted at a kill -9 (${kills} times) arrive again with the same ids`, {
    timeout: patience,
  }, async ({ cleanup }) => {
    const { receiver, processes, add, untilAllAreTaken } = await open(cleanup, fresh, 1);
    const [process] = processes;
    const lost = new Set<string>();
    for (let kill = 0; kill < kills; kill += 1) {
      const before = receiver.all.length;
      receiver.answers('hang');
      await add(people);
      await process?.start();
      await until(
        () => receiver.all.length > before,
        () => receiver.all.length,
      );
      await process?.kill();
      for (const { id } of receiver.all.slice(before)) lost.add(id);
      receiver.answers(204);
      await process?.start();
      await untilAllAreTaken();
      await process?.kill();
    }
    expect(wrongIn(receiver.all, { count: kills * people, lost })).toEqual([]);
    expect(receiver.all.length).toBeGreaterThan(kills * people);
  });
});

onPostgres((fresh) => {
  const count = trials(300, 60);
  it.concurrent(`two processes on one database: each of ${count} events is taken, in order per person, and repeated only after a lost answer`, {
    timeout: patience,
  }, async ({ cleanup }) => {
    const { receiver, processes, add, untilAllAreTaken } = await open(cleanup, fresh, 2);
    const random = chance(11);
    const lost = new Set<string>();
    receiver.answers(({ id }) => {
      if (random() > 0.03) return 204;
      lost.add(id);
      return 'cut';
    });
    await add(count);
    await Promise.all(processes.map((process) => process.start()));
    await untilAllAreTaken();
    expect(lost.size).toBeGreaterThan(0);
    expect(wrongIn(receiver.all, { count, lost })).toEqual([]);
  });
});
