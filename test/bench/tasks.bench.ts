import { setTimeout as sleep } from 'node:timers/promises';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { openMigrated } from '../../src/database/open.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import { type GrownOffice, startGrownOffice } from './grown-office.ts';
import { inTurns, ratio, within } from './in-turns.ts';
import { fillHires } from './many-hires.ts';
import { taskService } from './many-tasks.ts';
import { type OnOne, onEach } from './on-each.ts';

const isShort = process.argv[3] === 'short';
const people = isShort ? 500 : 10_000;
const rounds = isShort ? { count: 5, warmUp: 1 } : { count: 40, warmUp: 5 };
const hires = 10;
/** Longer than a result may be shared with another viewer, in milliseconds. */
const pause = 11_000;
const settled = 300;
/** Interval of the checks for due tasks. */
const minutesBetween = 5;
const aMinute = 60_000;
const aQuarter = 16 * aMinute;

export async function bench(print: (line: string) => void): Promise<void> {
  await onEach(print, manyBesideNone);
}

async function manyBesideNone({ url, another, cleanup }: OnOne): Promise<string[]> {
  const service = await taskService(await another(), { people }, cleanup);
  const none = await taskService(await another(), { people: hires, isEmpty: true }, cleanup);
  const day = addDays(dayIn('UTC', new Date()), 90);
  const fill = (office: string) => fillHires(office, { count: hires, day, zone: 'UTC' }, { isDue: false });
  const offices = {
    own: await startGrownOffice(url, fill, cleanup, service),
    floor: await startGrownOffice(await another(), fill, cleanup, none),
  };
  const lines = await pages(offices);
  await offices.floor.stop();
  return [...lines, ...(await oneMorning(url, offices.own, service.bringForward))];
}

async function pages(offices: Record<'own' | 'floor', GrownOffice>): Promise<string[]> {
  for (const office of Object.values(offices)) await office.openHome();
  const stalls: number[] = [];
  const shown = await inTurns(offices, rounds, async (office) => {
    await goOn(office, pause);
    const all = await office.openHome();
    const details = await office.openDetails();
    const own = await office.openManagersHome();
    const stall = await office.stall();
    if (office === offices.own) stalls.push(stall);
    return { all, details, own };
  });
  return [
    ratio('App Home of HR', shown.all, 1.3),
    ratio('App Home of a manager', shown.own, 1.3),
    ratio('the page about a hire with their tasks', shown.details, 1.3),
    within('longest stall in all of these', Math.max(...stalls), 25, 'ms'),
  ];
}

/** Advances the clock and lets other due work finish before measuring. */
async function goOn(office: GrownOffice, ms: number): Promise<void> {
  await office.later(ms);
  await sleep(settled);
  await office.stall();
}

async function oneMorning(
  url: string,
  office: GrownOffice,
  bringForward: () => Promise<number>,
): Promise<string[]> {
  // Opened pages are no longer refreshed.
  await office.later(aQuarter);
  await sleep(isShort ? 1_000 : 5_000);
  const due = await bringForward();
  const first = await untilLooked(office, () => untilWrittenDown(url, due));
  const again = await untilLooked(office, () => sleep(isShort ? 1_000 : 5_000));
  return [
    within(`writing ${due.toLocaleString('en')} tasks of a day down, CPU`, first.cpu, 2, 's'),
    within('longest stall meanwhile', first.stall, 20, 'ms'),
    within('looking again, CPU', again.cpu, 1, 's'),
    within('longest stall meanwhile', again.stall, 20, 'ms'),
  ];
}

async function untilLooked(office: GrownOffice, looked: () => Promise<void>) {
  for (let minute = 1; minute < minutesBetween; minute += 1) await goOn(office, aMinute);
  const before = await office.cpu();
  await office.later(aMinute + settled);
  await looked();
  return { cpu: ((await office.cpu()) - before) / 1_000, stall: await office.stall() };
}

async function untilWrittenDown(url: string, due: number): Promise<void> {
  const database = await openMigrated<BotTables>(url, migrations);
  const written = database.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('name', '=', 'task.due');
  while (Number((await written.executeTakeFirstOrThrow()).count) < due) await sleep(50);
  await database.close();
}
