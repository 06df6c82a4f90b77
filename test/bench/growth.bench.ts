import { setTimeout as sleep } from 'node:timers/promises';
import { hire } from '../faults/front-door.ts';
import { fillEnded, type GrownOffice, startGrownOffice } from './grown-office.ts';
import { inTurns, ratio, within } from './in-turns.ts';
import { type OnOne, onEach } from './on-each.ts';

type Print = (line: string) => void;

const rounds = { count: 40, warmUp: 10 };
const restarts = 5;
const submissionsWithHomes = 15;
const count = Number(process.argv[3] ?? 100_000);
/** Enough for pages as full as after years; from 1,000 on, the baseline is a thousand, else the first days. */
const few = count > 1_000 ? 1_000 : 10;
const fewRounds = { count: 15, warmUp: 3 };
/** The clean-up begins a minute after the start; includes time for its work, in milliseconds. */
const untilCleanedUp = 90_000;

/**
 * Slowdown over the years: `npm run bench growth [REQUESTS]`. A million requests are about ten years of a large
 * company.
 */
export async function bench(print: Print): Promise<void> {
  print(`${count.toLocaleString('en')} ended requests beside ${few.toLocaleString('en')}`);
  await onEach(print, grownBesideEmpty);
}

async function grownBesideEmpty({ url, another, cleanup }: OnOne): Promise<string[]> {
  const offices = {
    own: await startGrownOffice(url, (own) => fillEnded(own, count), cleanup),
    floor: await startGrownOffice(await another(), (other) => fillEnded(other, few), cleanup),
  };
  const lines = [...(await starts(offices)), ...(await oneAfterTheOther(offices))];
  await offices.own.stall();
  lines.push(...(await withHomesOpen(offices.own)), ...(await personAgain(offices)));
  lines.push(within('longest stall in all of these', await offices.own.stall(), 25, 'ms'));
  await sleep(untilCleanedUp);
  lines.push(
    within('longest stall in a minute and more, clean-up included', await offices.own.stall(), 25, 'ms'),
  );
  return lines;
}

type Offices = Record<'own' | 'floor', GrownOffice>;

async function starts(offices: Offices): Promise<string[]> {
  const times = await inTurns(offices, { count: restarts, warmUp: 1 }, async (office) => ({
    start: await office.restart(),
  }));
  return [ratio('start', times.start, 1.2)];
}

async function oneAfterTheOther(offices: Offices): Promise<string[]> {
  const forms = await inTurns(offices, rounds, (office) => office.openForm());
  const added = await inTurns(offices, rounds, (office, number) => office.add(hire(number + 1)));
  const homes = await inTurns(offices, rounds, async (office) => ({
    all: await office.openHome(),
    own: await office.openManagersHome(),
  }));
  const again = await inTurns(offices, fewRounds, async (office, number) => ({
    told: await office.tryAgain({ ...hire(number), email: `later.${number}@acme.example` }),
  }));
  return [
    ratio('/newhire to ack', forms.acknowledged, 1.2),
    ratio('/newhire to the opened form', forms.shown, 1.2),
    ratio('submission to ack', added.acknowledged, 1.2),
    ratio('submission to the message in the channel', added.told, 1.2),
    ratio('App Home of HR', homes.all, 1.3),
    ratio('App Home of a manager', homes.own, 1.3),
    ratio('“Try again” to the message in the channel', again.told, 1.2),
  ];
}

async function withHomesOpen(office: GrownOffice): Promise<string[]> {
  const alone: number[] = [];
  const besides: number[] = [];
  for (let number = 0; number < submissionsWithHomes; number += 1)
    alone.push((await office.openForm()).shown);
  await office.openHomes();
  for (let number = 0; number < submissionsWithHomes; number += 1) {
    await office.submit(hire(1_000 + number));
    await sleep((500 * number) / submissionsWithHomes);
    besides.push((await office.openForm()).shown);
  }
  const bounds = { own: besides, floor: alone };
  return [ratio('/newhire with 50 Homes open, soon after a submission', bounds, 2)];
}

async function personAgain(offices: Offices): Promise<string[]> {
  const held = { first: 'Held', last: 'Up', email: 'held.up@acme.example' };
  for (const office of [offices.own, offices.floor]) await office.submit(held);
  const times = await inTurns(offices, rounds, async (office, number) => ({
    again: await office.submit({ ...held, form: `F-again-${number}` }),
  }));
  return [ratio('an open person again', times.again, 1.3)];
}
