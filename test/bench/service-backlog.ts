import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { startChild } from '../service/child.ts';
import { inTurns, median, ratio, timed } from './in-turns.ts';
import type { OnOne } from './on-each.ts';
import { prepareService } from './people.ts';

const people = 10_000;
/** Offboardings stored by a service that was stopped before filling them. */
const backlog = 5_000;
const starts = 5;
/** Measured answers while the backlog is filled, and the pause after each, in milliseconds. */
const answers = 100;
const pause = 10;
const sequence = 8;

export async function backlogBesideNone({ url, another }: OnOne): Promise<string[]> {
  const none = await another();
  const sides = {
    own: { url, token: await prepareService(url, people) },
    floor: { url: none, token: await prepareService(none, people) },
  };
  const times = await inTurns(sides, { count: starts, warmUp: 0 }, async (side) => {
    if (side === sides.own) await leaveBacklog(url);
    return startAndAsk(side.url, side.token);
  });
  return [
    ratio(`first answer, backlog of ${backlog}`, times.first, 1.2),
    ratio('answers while that is filled', times.later, 2),
  ];
}

async function leaveBacklog(url: string): Promise<void> {
  const { db, close } = openDatabase<Tables>(url);
  await db.deleteFrom('offboardings').execute();
  await db.deleteFrom('timeline_tasks').execute();
  const newest = await db.selectFrom('people').select('id').orderBy('id', 'desc').limit(backlog).execute();
  const rows = newest.map(({ id }) => ({
    person_id: id,
    termination_date: '2999-12-31',
    sequences: JSON.stringify([sequence]),
    requested_at: new Date().toISOString(),
    filled_at: null,
  }));
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('offboardings')
      .values(rows.slice(from, from + 1_000))
      .execute();
  await close();
}

/** @returns milliseconds to the first answer since the start of the process, and the median of the following ones */
async function startAndAsk(databaseUrl: string, token: string) {
  const began = performance.now();
  const service = await startChild('service-process.ts', databaseUrl);
  await ask(service.url, token);
  const first = performance.now() - began;
  const later: number[] = [];
  for (let number = 0; number < answers; number += 1) {
    later.push(await timed(() => ask(service.url, token)));
    await sleep(pause);
  }
  await service.stop();
  return { first, later: median(later) };
}

async function ask(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/api/sequences/`, { headers: { authorization: `Token ${token}` } });
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  await answer.text();
}
