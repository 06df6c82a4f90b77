import { setTimeout as sleep } from 'node:timers/promises';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { openMigrated } from '../../src/database/open.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import { hire } from '../faults/front-door.ts';
import { channels } from '../journeys/office.ts';
import { startGrownOffice } from './grown-office.ts';
import { inTurns, ratio, within } from './in-turns.ts';
import { fillHires } from './many-hires.ts';
import { type OnOne, onEach } from './on-each.ts';

const isShort = process.argv[3] === 'short';
const people = isShort ? 500 : 10_000;
const morning = isShort ? 100 : 1_000;
const rounds = isShort ? { count: 5, warmUp: 1 } : { count: 40, warmUp: 5 };

/**
 * Planning for many people, forms beside their plans, and a morning on which many start: `npm run bench
 * planned [short]`.
 */
export async function bench(print: (line: string) => void): Promise<void> {
  await onEach(print, async (one) => [...(await manyPlanned(one)), ...(await oneMorning(one))]);
}

async function manyPlanned({ url, another, cleanup }: OnOne): Promise<string[]> {
  const day = addDays(dayIn('UTC', new Date()), 90);
  const hires = { count: people, day, zone: 'Europe/Amsterdam' };
  const own = await startGrownOffice(url, (url) => fillHires(url, hires, { isDue: false }), cleanup);
  // Discard the stall of the first form.
  await own.stall();
  const cpu = await untilPlanned(url, own);
  const stall = await own.stall();
  const none = { ...hires, count: 0 };
  const floor = await startGrownOffice(
    await another(),
    (url) => fillHires(url, none, { isDue: false }),
    cleanup,
  );
  const offices = { own, floor };
  const planning = cpu - (await floor.cpu());
  const forms = await inTurns(offices, rounds, (office) => office.openForm());
  const added = await inTurns(offices, rounds, (office, number) => office.add(hire(number + 1)));
  await own.stop();
  await floor.stop();
  const title = `${people.toLocaleString('en')} people with a plan`;
  return [
    within(`planning for ${people.toLocaleString('en')} people, CPU`, planning / 1_000, 0.5, 's'),
    within('longest stall meanwhile', stall, 20, 'ms'),
    ratio(`/newhire to ack, ${title}`, forms.acknowledged, 1.1),
    ratio('/newhire to the opened form', forms.shown, 1.1),
    ratio('submission to ack', added.acknowledged, 1.1),
    ratio('submission to the message in the channel', added.told, 1.1),
  ];
}

async function untilPlanned(url: string, office: { cpu(): Promise<number> }): Promise<number> {
  const database = await openMigrated<BotTables>(url, migrations);
  const open = database.db.selectFrom('requests').select('id').where('next_moment_at', 'is', null).limit(1);
  while ((await open.execute()).length > 0) await sleep(20);
  await database.close();
  return office.cpu();
}

/** Many people start on one morning and one channel gets all messages, while somebody types `/newhire`. */
async function oneMorning({ another, cleanup }: OnOne): Promise<string[]> {
  const zone = zoneWhereItIsEleven();
  const hires = { count: morning, day: dayIn(zone, new Date()), zone };
  const own = await startGrownOffice(
    await another(),
    (url) => fillHires(url, hires, { isDue: true }),
    cleanup,
  );
  const floor = await startGrownOffice(
    await another(),
    (url) => fillHires(url, { ...hires, count: 0 }, { isDue: true }),
    cleanup,
  );
  const offices = { own, floor };
  const began = performance.now();
  const before = own.posted();
  const forms = await inTurns(offices, rounds, (office) => office.openForm());
  await sleep(isShort ? 3_000 : 10_000);
  const seconds = (performance.now() - began) / 1_000;
  const said = own.posted().slice(before.length);
  const twice = own.posted().length - new Set(own.posted()).size;
  await own.stop();
  await floor.stop();
  return [
    ratio(`/newhire to ack, ${morning.toLocaleString('en')} start this morning`, forms.acknowledged, 1.2),
    ratio('/newhire to the opened form', forms.shown, 1.2),
    within(`messages a second in #${channels.hires}`, said.length / seconds, 1.1, ''),
    within('said twice', twice, 0, ''),
  ];
}

/** No messages go out at night, so choose a zone where it is daytime. */
function zoneWhereItIsEleven(): string {
  const ahead = 11 - new Date().getUTCHours();
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
