import { hire } from '../faults/front-door.ts';
import { fillEnded, type GrownOffice, startGrownOffice } from './grown-office.ts';
import { inTurns, ratio } from './in-turns.ts';
import { type OnOne, onEach } from './on-each.ts';

type Print = (line: string) => void;

const rounds = { count: 40, warmUp: 10 };
const restarts = 5;
const count = Number(process.argv[3] ?? 100_000);
/** Enough for pages as full as after years; from 1,000 on, the baseline is a thousand, else the first days. */
const few = count > 1_000 ? 1_000 : 10;

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
  for (const office of [offices.own, offices.floor]) await office.stop();
  return lines;
}

interface Offices {
  own: GrownOffice;
  floor: GrownOffice;
}

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
  return [
    ratio('/newhire to ack', forms.acknowledged, 1.2),
    ratio('/newhire to the opened form', forms.shown, 1.2),
    ratio('submission to ack', added.acknowledged, 1.2),
    ratio('submission to the message in the channel', added.told, 1.2),
    ratio('App Home of HR', homes.all, 1.3),
    ratio('App Home of a manager', homes.own, 1.3),
  ];
}
