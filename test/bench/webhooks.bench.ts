import { createServer } from 'node:http';
import { createWebhookEndpoints } from '../../src/bot/storage/webhook-endpoints.ts';
import { chosenTypes } from '../../src/bot/webhooks/event.ts';
import { openBotDatabase } from '../../src/commands/bot-database.ts';
import { hire } from '../faults/front-door.ts';
import { listening } from '../listening.ts';
import { type GrownOffice, startGrownOffice } from './grown-office.ts';
import { inTurns, ratio } from './in-turns.ts';
import { type OnOne, onEach } from './on-each.ts';

const isShort = process.argv[3] === 'short';
const rounds = isShort ? { count: 10, warmUp: 3 } : { count: 100, warmUp: 20 };
const waiting = isShort ? 1_000 : 10_000;
const env = { FRONTDESK_SECRET: 'b'.repeat(40), FRONTDESK_EVENTS_ALLOW_PRIVATE: 'True' };

/** Five webhooks, and many events that wait for one that is away: `npm run bench webhooks [short]`. */
export async function bench(print: (line: string) => void): Promise<void> {
  await onEach(print, async (one) => [...(await withFive(one)), ...(await withWaiting(one))]);
}

async function office(url: string, fill: (url: string) => Promise<void>, { cleanup }: OnOne) {
  return startGrownOffice(url, fill, cleanup, { env });
}

async function withFive(one: OnOne): Promise<string[]> {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(204).end()),
  );
  const { url: receiver } = await listening(one.cleanup, server);
  const offices = {
    own: await office(await one.another(), (url) => add(url, Array(5).fill(receiver)), one),
    floor: await office(await one.another(), (url) => add(url, []), one),
  };
  const added = await inTurns(offices, rounds, (own, number) => own.add(hire(number + 1)));
  return [
    ratio('submission with five webhooks, to ack', added.acknowledged, 1.1),
    ratio('the same, to the message in the channel', added.told, 1.1),
  ];
}

async function withWaiting(one: OnOne): Promise<string[]> {
  const fill = async (url: string) => {
    // Nothing listens at this port.
    await add(url, ['http://127.0.0.1:9/hooks']);
    await wait(url, waiting);
  };
  const offices: Record<'own' | 'floor', GrownOffice> = {
    own: await office(await one.another(), fill, one),
    floor: await office(await one.another(), (url) => add(url, []), one),
  };
  const forms = await inTurns(offices, rounds, (own) => own.openForm());
  const added = await inTurns(offices, rounds, (own, number) => own.add(hire(number + 1)));
  const title = `with ${waiting.toLocaleString('en')} waiting events`;
  return [
    ratio(`/newhire to ack, ${title}`, forms.acknowledged, 1.1),
    ratio(`/newhire to the opened form, ${title}`, forms.shown, 1.1),
    ratio(`submission to ack, ${title}`, added.acknowledged, 1.1),
  ];
}

async function add(url: string, addresses: readonly string[]): Promise<void> {
  const { database, encryption } = await openBotDatabase({ DATABASE_URL: url, ...env });
  const endpoints = createWebhookEndpoints({ database, encryption, now: () => new Date() });
  for (const address of addresses)
    await endpoints.add({ url: address, types: chosenTypes, withNames: true }, 'cli');
  await database.close();
}

async function wait(url: string, count: number): Promise<void> {
  const { database } = await openBotDatabase({ DATABASE_URL: url, ...env });
  const { id: endpoint } = await database.db
    .selectFrom('webhook_endpoints')
    .select('id')
    .executeTakeFirstOrThrow();
  const now = new Date().toISOString();
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (let at = 0; at < count; at += 500)
    await database.db
      .insertInto('webhook_events')
      .values(
        numbers.slice(at, at + 500).map((number) => ({
          ...{ event: `evt_${number}`, endpoint, type: 'hire.added', person: `p${number}@acme.example` },
          ...{ confidential: 0 },
          ...{ data: '{}', at: now, since: now, due_at: now, state: 'pending', attempts: 0 },
        })),
      )
      .execute();
  await database.close();
}
