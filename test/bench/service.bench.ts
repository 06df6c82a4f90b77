import { Pool } from 'undici';
import { openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { eachOf } from '../faults/trials.ts';
import { startChild } from '../service/child.ts';
import { inTurns, ratio, timed } from './in-turns.ts';
import { type OnOne, onEach } from './on-each.ts';
import { personRow, prepareService } from './people.ts';
import { startInstantApi } from './stand-ins.ts';

const connections = 16;

/**
 * Endpoints at two sizes, many at a time: lists beside a fixed answer of equal size, writes beside bare inserts into the
 * table.
 */
export async function bench(print: (line: string) => void): Promise<void> {
  for (const size of [10_000, 100_000]) {
    print(`${size.toLocaleString('en')} people`);
    await onEach(print, (one) => listsAndWrites(size, one));
  }
}

async function listsAndWrites(size: number, { url, cleanup }: OnOne): Promise<string[]> {
  const token = await prepareService(url, size);
  const service = await startChild('service-process.ts', url);
  cleanup.later(service.stop);
  const { db, close } = openDatabase<Tables>(url);
  cleanup.later(close);
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };

  function askAt(address: string) {
    const pool = new Pool(address, { connections });
    cleanup.later(() => pool.close());
    return async (path: string, body?: object): Promise<number> => {
      const sent = body
        ? { method: 'POST' as const, body: JSON.stringify(body) }
        : { method: 'GET' as const };
      const answer = await pool.request({ path, headers, ...sent });
      if (answer.statusCode >= 300) throw new Error(`${path} answered with status ${answer.statusCode}.`);
      return (await answer.body.bytes()).byteLength;
    };
  }
  const ask = askAt(service.url);
  const lines: string[] = [];

  async function compare(title: string, count: number, bound: number, works: Record<'own' | 'floor', Work>) {
    const { times } = await inTurns(works, { count: 3, warmUp: 1 }, async (work) => ({
      times: await timed(() => eachOf(count, connections, work)),
    }));
    lines.push(ratio(`${count} × ${title}`, times, bound));
  }

  for (const [path, count] of [
    ['/api/employees/', 32],
    ['/api/sequences/', 1_000],
  ] as const) {
    const fixed = askAt((await startInstantApi(cleanup, { bytes: await ask(path) })).url);
    const works = { own: () => ask(path), floor: () => fixed(path) };
    await compare(`GET ${path}`, count, 3, works);
  }
  let next = size * 2;
  const floor = () => db.insertInto('people').values(personRow(next++)).execute();
  const create = (sequences?: number[]) => () => ask('/api/users/', newUser(next++, sequences));
  const leave = () => ask('/api/offboarding/', offboarding(next++, size));
  await compare('POST /api/users/', 500, 2, { own: create(), floor });
  await compare('POST /api/users/ with two sequences', 500, 2, { own: create([1, 2]), floor });
  await compare('POST /api/offboarding/', 500, 2.5, { own: leave, floor });
  return lines;
}

type Work = () => Promise<unknown>;

function newUser(number: number, sequences?: number[]) {
  const { first_name, last_name, position } = personRow(number);
  const email = `new.${number}@acme.example`;
  return { first_name, last_name, position, email, role: 0, ...(sequences && { sequences }) };
}

function offboarding(number: number, size: number) {
  return { user: 42 + (number % size), termination_date: '2999-12-31', sequences: [8] };
}
