import { expect } from 'vitest';
import type { Person } from '../driver/person.ts';
import { channels, it, type Open, onPostgres, type World } from './world.ts';

const asks = 'Another offboarding?';
const nth = (number: string) => `This is your ${number} offboarding within an hour.`;
const hour = 3_600_000;
const [first, ...others] = [
  'Sofia Lindqvist',
  'Mei Chen',
  'Amara Okafor',
  'Hana Novák',
  'Kwame Mensah',
] as const;
const sixth = 'Jonas Müller';

/** The first of them leaves before the others, so App Home always shows them. */
async function offboardFive({ offboard, day }: World, by: Person, page?: string) {
  await offboard({ name: first, on: day(3), by, ...(page && { page }) });
  for (const name of others) await offboard({ name, by, ...(page && { page }) });
}

/** Sends the form and its check page. @returns the page that asks with the number */
async function untilAsked({ checkOffboarding, day }: World, name: string, by: Person, number: string) {
  await checkOffboarding({ name, by, on: day(3) });
  return askedAgain(by, number);
}

async function askedAgain(by: Person, number: string) {
  await by.submit();
  await by.untilView(asks);
  expect(by.pageText()).toContain(nth(number));
}

async function requestsAbout({ bot }: Pick<World, 'bot'>, name: string) {
  return (await bot.ledger.list(50)).filter(({ context }) => context.personName === name);
}

async function asksOnceMore(open: Open, env: Record<string, string> = {}) {
  const office = await open({ env, mode: 'http' });
  const { marcus, leila, sandbox, clock, offboard, day } = office;
  await offboardFive(office, marcus);
  await office.bot.stop();
  const bot = await office.start();
  await expect.poll(() => bot.directory.current()).toBeDefined();
  await untilAsked(office, sixth, marcus, '6th');
  expect(marcus.pageText()).toContain(`${sixth} · jonas.muller@acme.example`);
  expect(await requestsAbout({ bot }, sixth)).toEqual([]);

  await marcus.open('Back', 'Start offboarding');
  expect(marcus.values()).toMatchObject({ Employee: sixth, 'Last day': day(3) });
  await marcus.submit();
  await marcus.untilView('Check and start');
  await askedAgain(marcus, '6th');
  await marcus.open('Start offboarding', 'Offboarding started');
  const press = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  expect(await office.postSigned(press?.body ?? {}, bot)).toContain(`${sixth}’s offboarding has started.`);
  expect(await requestsAbout({ bot }, sixth)).toHaveLength(1);

  await offboard({ name: 'Lucas Silva', by: leila });
  clock.moveBy(hour);
  await offboard({ name: 'Ravi Perera' });
}

it('asks once more before a sixth offboarding within an hour, with its number, and sends it once', ({
  open,
}) => asksOnceMore(open));

onPostgres('asks once more before a sixth offboarding on PostgreSQL, too', ({ open, postgres }) =>
  asksOnceMore(open, { DATABASE_URL: postgres }),
);

it('counts no changes, and no offboardings that were refused or cancelled', async ({ open }) => {
  const office = await open();
  const { ines, offboard, changeLastDay } = office;
  await office.checkOffboarding({ name: 'Grace Muthoni', by: ines });
  await ines.submitUntil('administrator');
  await offboardFive(office, ines);
  await changeLastDay(first, office.day(6));
  await ines.visitHome(`*${first}*`);
  await ines.pressSpoken(`Details: ${first}`);
  await ines.untilPage('Leaving');
  await ines.open('Cancel offboarding');
  await ines.submitUntil(/Reference R-/);
  await offboard({ name: sixth, by: ines });
  await untilAsked(office, first, ines, '6th');
  await ines.open('Start offboarding', 'Offboarding started');
  await ines.closeAll();
  await changeLastDay(first, office.day(6));
  await untilAsked(office, 'Ravi Perera', ines, '7th');
});

it('asks again if another was sent from elsewhere meanwhile, and if the page isn’t true any more', async ({
  open,
}) => {
  const office = await open();
  const { marcus, bot, clock } = office;
  await offboardFive(office, marcus);
  await untilAsked(office, sixth, marcus, '6th');
  const [request] = await requestsAbout(office, first);
  if (request?.kind !== 'offboarding') throw new Error('no offboarding');
  const user = bot.directory.current()?.peopleByEmail.get('ravi.perera@acme.example')?.id;
  const payload = { ...request.payload, user };
  const { answers } = await bot.ledger.submit({ ...request, payload, submission: 'F-2', changes: null });
  await answers.first;
  await askedAgain(marcus, '7th');
  clock.jump(20 * 24 * hour);
  await marcus.submitUntil('can’t be before');
  expect(marcus.view().submit).toBeNull();
  expect(await requestsAbout(office, sixth)).toEqual([]);
});

it('asks before a sixth request to HR, too, and counts none that HR declined', async ({ open }) => {
  const office = await open({ env: { FRONTDESK_OFFBOARDING_APPROVAL: 'True' } });
  const { marcus, ines } = office;
  await offboardFive(office, marcus, 'Waiting for HR');
  await untilAsked(office, sixth, marcus, '6th');
  expect(marcus.view().submit).toBe('Ask HR');
  await ines.untilMessage('Approve', channels.private);
  await ines.fillIn('Decline', { Reason: 'Not now' });
  await ines.submitUntil('gets a message');
  await marcus.open('Ask HR', 'Waiting for HR');
  await marcus.closeAll();
  await untilAsked(office, 'Ravi Perera', marcus, '6th');
});
