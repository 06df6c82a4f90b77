import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { slots } from '../../src/bot/ledger/queue.ts';
import { numberText } from '../../src/language.ts';
import type { Person } from '../driver/person.ts';
import { workspaceFor } from '../faults/process.ts';
import { eachOf } from '../faults/trials.ts';
import { startChild } from '../service/child.ts';
import { inTurns, ratio, timed, within } from './in-turns.ts';
import { type OnOne, onEach } from './on-each.ts';
import { startInstantApi } from './stand-ins.ts';

const isShort = process.argv[3] === 'short';
const many = isShort ? 100 : 1_000;
const rounds = { count: isShort ? 1 : 3, warmUp: 1 };
const most = isShort ? 400 : 2_000;
const few = most / 10;

/** Import of many hires: `npm run bench import [short]`. */
export async function bench(print: (line: string) => void): Promise<void> {
  await onEach(print, throughput);
  await onEach(print, memory);
  await onEach(print, dryRun);
}

type Service = Awaited<ReturnType<typeof startInstantApi>>;

async function startOffice(service: Service, { url, cleanup }: OnOne) {
  const { sandbox, env } = await workspaceFor(cleanup, service, url);
  const bot = await startChild('../bench/bot-process.ts', JSON.stringify(env));
  cleanup.later(bot.stop);
  sandbox.setRequestUrl(`${bot.url}/slack/events`);
  return { bot, ines: sandbox.person('U0INES') };
}

interface File {
  domain: string;
  count: number;
  /** Characters in a column that isn't used. */
  notes?: number;
  /** Employees who are managers, by name. */
  managers?: number;
}

function rowsOf({ domain, count, notes = 0, managers = 0 }: File): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const manager = managers > 0 ? `Maximiliane Featherstonehaugh ${1 + (at % managers)}` : '';
    return `Trial,No${at}x,trial${at}@${domain},2999-01-01,${manager},${'x'.repeat(notes)}`;
  });
  return ['First name,Last name,E-mail,Start date,Manager,Notes', ...rows].join('\n');
}

async function attach(ines: Person, file: File): Promise<void> {
  await ines.open('/newhire import', 'Import hires');
  await ines.attach('CSV file', 'Hires.csv', rowsOf(file));
}

/** Leads to the question before the start. */
async function untilQuestion(ines: Person, file: File): Promise<void> {
  await attach(ines, file);
  await ines.submit();
  await ines.untilView('Check import');
  await ines.submit();
  await ines.untilView(`Add ${numberText(file.count)} hires?`);
}

function untilAdded(ines: Person, { count }: File) {
  return ines.untilMessage(`Import finished: ${numberText(count)} of ${numberText(count)} added.`);
}

/** From the confirmation to the service's last answer, beside a plain loop of equal POSTs. */
async function throughput(one: OnOne): Promise<string> {
  const service = await startInstantApi(one.cleanup, { takes: oneWorkerTakes });
  const { ines } = await startOffice(service, one);
  const pool = new Pool(service.url, { connections: slots + 1 });
  one.cleanup.later(() => pool.destroy());
  let expected = 0;
  const last = () => pool.request({ path: `/created?${expected}`, method: 'GET' });
  const kinds = {
    async own(round: number) {
      const file = { domain: `round${round}.example`, count: many };
      await untilQuestion(ines, file);
      const took = await timed(() => Promise.all([ines.submit(), last()]));
      await untilAdded(ines, file);
      return took;
    },
    floor: (round: number) => timed(() => Promise.all([rawLoop(pool, service, round), last()])),
  };
  const { times } = await inTurns(kinds, rounds, async (kind, round) => {
    expected += many;
    return { times: await kind(round) };
  });
  return ratio(`import of ${numberText(many)} rows beside a raw loop`, times, 1.15);
}

/** Fastest creation of any released deployment, in milliseconds. */
const oneWorkerTakes = 10;

async function rawLoop(pool: Pool, { token }: Service, round: number): Promise<void> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  await eachOf(many, slots, async (number) => {
    const email = `raw.${round}.${number}@acme.example`;
    const body = JSON.stringify({ first_name: 'Trial', last_name: 'No', email, role: 0 });
    const answer = await pool.request({ path: '/api/users/', method: 'POST', headers, body });
    await answer.body.text();
  });
}

/** Width that makes a file of 2,000 rows nearly as large as a file may be. */
const notes = 2_000;
const megabyte = 1024 ** 2;

/** Live objects while a large file is imported, beside a small one: the file isn't kept in memory. */
async function memory(one: OnOne): Promise<string> {
  const { bot, ines } = await startOffice(await startInstantApi(one.cleanup), one);

  async function largestHeap(file: File): Promise<number> {
    await untilQuestion(ines, file);
    await ines.submit();
    let isOver = false;
    const added = untilAdded(ines, file).then(() => {
      isOver = true;
    });
    let largest = 0;
    while (!isOver) {
      await sleep(500);
      largest = Math.max(largest, await bot.heap());
    }
    await added;
    return largest / megabyte;
  }

  await largestHeap({ domain: 'first.example', count: few });
  const floor = [await largestHeap({ domain: 'few.example', count: few, notes })];
  const own = [await largestHeap({ domain: 'most.example', count: most, notes })];
  const title = `heap while ${numberText(most)} rows of ${notes} bytes are added`;
  return ratio(title, { own, floor }, 1.1, 'MB');
}

/** The check of a large file by a large company, whose service takes its time. */
async function dryRun(one: OnOne): Promise<string[]> {
  const service = await startInstantApi(one.cleanup, { asked: 5, people: 10_000 });
  const { bot, ines } = await startOffice(service, one);
  await bot.stall();
  await attach(ines, { domain: 'dry.example', count: most, managers: 200 });
  let acknowledged = 0;
  const took = await timed(async () => {
    acknowledged = await timed(() => ines.submit());
    if (ines.view().title !== 'Check import') await ines.untilPage('Reading the rows');
    await ines.untilView('Check import');
  });
  const title = `check of ${numberText(most)} rows`;
  return [
    within(`${title}, 10,000 employees`, took / 1_000, 10, 's'),
    within(`${title}, to the first page`, acknowledged / 1_000, 2.5, 's'),
    within('longest stall meanwhile', await bot.stall(), 250, 'ms'),
  ];
}
