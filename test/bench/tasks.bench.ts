import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, dayIn } from '../../src/time/dates.ts';
import { startGrownOffice } from './grown-office.ts';
import { inTurns, ratio } from './in-turns.ts';
import { fillHires } from './many-hires.ts';
import { taskService } from './many-tasks.ts';
import { type OnOne, onEach } from './on-each.ts';

const isShort = process.argv[3] === 'short';
const people = isShort ? 500 : 10_000;
const rounds = isShort ? { count: 5, warmUp: 1 } : { count: 40, warmUp: 5 };
const hires = 10;
/** Longer than a result may be shared with another viewer, in milliseconds. */
const pause = 11_000;
/** Time for other due work to finish, in milliseconds. */
const settled = 300;

export async function bench(print: (line: string) => void): Promise<void> {
  await onEach(print, manyBesideNone);
}

async function manyBesideNone({ url, another, cleanup }: OnOne): Promise<string[]> {
  const service = await taskService(await another(), { people }, cleanup);
  const none = await taskService(await another(), { people: hires, isEmpty: true }, cleanup);
  const day = addDays(dayIn('UTC', new Date()), 90);
  const fill = (office: string) => fillHires(office, { count: hires, day, zone: 'UTC' }, { isDue: false });
  const offices = {
    own: await startGrownOffice(url, fill, cleanup, async () => service),
    floor: await startGrownOffice(await another(), fill, cleanup, async () => none),
  };
  for (const office of Object.values(offices)) await office.openHome();
  const shown = await inTurns(offices, rounds, async (office) => {
    await office.later(pause);
    await sleep(settled);
    return {
      all: await office.openHome(),
      details: await office.openDetails(),
      own: await office.openManagersHome(),
    };
  });
  for (const office of Object.values(offices)) await office.stop();
  return [
    ratio('App Home of HR', shown.all, 1.3),
    ratio('App Home of a manager', shown.own, 1.3),
    ratio('the page about a hire with their tasks', shown.details, 1.3),
  ];
}
