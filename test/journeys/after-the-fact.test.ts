import { describe, expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { addDays } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { channels, everyWay, openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

type Office = Awaited<ReturnType<typeof openOffice>>;
type Actor = Office['ines'];

const soon = addDays(new Date().toISOString().slice(0, 10), 30);
const textsOf = (person: Actor) => person.view().texts.join('\n');

/** Adds Jane with Marcus as manager, and waits until everybody is notified. */
async function hired(office: Office) {
  const { ines, marcus } = office;
  await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.untilMessage('Jane Doe joins', channels.hires);
  await marcus.untilMessage('with you as manager');
  await ines.untilMessage('Jane Doe has been added');
  await ines.closeAll();
}

/** Opens the newest request's page from App Home. */
async function openPage(person: Actor) {
  await person.closeAll();
  await person.openHome();
  await person.until(() => person.home()?.buttons.includes('Details'));
  await person.press('Details');
  await person.untilView('Request');
}

/** Expects this state in App Home, “All requests” and “Find by name”. */
async function listedAs(person: Actor, who: string, state: string) {
  const line = `${who}\n${state} · requested `;
  await person.until(() => person.home()?.texts.some((text) => text.startsWith(line)));
  await person.press('All requests');
  await person.untilView('Requests');
  expect(person.view().texts.filter((text) => text.startsWith(line))).toHaveLength(1);
  await person.fill({ Name: who.split(' ').at(-1) ?? '' });
  await person.submit();
  expect(person.view().texts.filter((text) => text.startsWith(who))).toEqual([expect.stringContaining(line)]);
  await person.closeAll();
}

/** Counts the POST requests that the service didn't refuse. */
const writes = (service: Awaited<ReturnType<typeof releasedService>>) =>
  service.requests.filter(({ method, status }) => method === 'POST' && status !== 400).length;

describe.each(everyWay)('in %s (%s), against %s', (_mode, mode, name, startService) => {
  // Frontdesk changes our own service; others have to be changed by hand.
  const follows = name === 'our service';

  it('tells of a moved start day whoever was told of the hire, and says what to do in the service', async () => {
    const env = { ONBOARDING_PROFILE_URL: 'https://co.acme.example/people/{id}/' };
    const office = await openOffice(cleanup, { mode, service: await startService(cleanup), env });
    const { ines, marcus, sandbox } = office;
    await hired(office);
    const grace = sandbox.person('U0GRACE');
    await openPage(grace);
    await grace.press('Start day moved');
    await grace.untilView('Start day moved');
    expect(textsOf(grace)).toMatch(/Frontdesk will notify: .*<@U0INES>.*They were notified before/);
    expect(textsOf(grace)).toContain(`<#${channels.hires}>`);
    expect(textsOf(grace)).toContain('<@U0MARCUS>');
    const advice = follows
      ? 'Frontdesk changes the start day in the onboarding service too'
      : 'Frontdesk can’t change the start day in the onboarding service';
    expect(textsOf(grace)).toContain(advice);
    expect(textsOf(grace)).toMatch(/co\.acme\.example\/people\/\d+\//);
    expect(grace.view().fields['New start day']?.value).toBe(soon);
    await grace.fill({ 'New start day': '2999-12-01' });
    await grace.submit();
    await grace.until(() => textsOf(grace).includes('Frontdesk is notifying'));
    const said = 'Jane Doe starts on Sun, 1 December 2999, not on';
    expect(textsOf(grace)).toContain(said);
    await ines.untilMessage(said, channels.hires);
    await marcus.untilMessage(said);
    const told = await ines.untilMessage(said);
    expect(told.texts.join()).toContain('Changed by <@U0GRACE>');
    expect(told.texts.join()).toContain(advice);
    if (follows) await grace.untilMessage('starts on');
    expect(grace.directMessages()).toHaveLength(follows ? 1 : 0);
    const announced = ines.messages(channels.hires).filter(({ text }) => text.includes('Jane Doe'));
    expect(announced).toHaveLength(2);
    expect(announced[1]?.texts.join()).not.toContain('onboarding service');
  });

  it('calls an offboarding off, for those who knew of it alone, and says what to undo', async () => {
    const office = await openOffice(cleanup, { mode, service: await startService(cleanup) });
    const { ines, marcus, sandbox } = office;
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': soon });
    await marcus.submitAndAgree();
    await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
    await openPage(marcus);
    await marcus.press('Called off');
    await marcus.untilView('Called off');
    expect(textsOf(marcus)).toContain('Is Sofia Lindqvist staying?');
    expect(textsOf(marcus)).toContain(`Frontdesk will notify: <#${channels.private}>.`);
    await marcus.press('Save and notify');
    const said = 'The offboarding of Sofia Lindqvist was called off.';
    await marcus.until(() => textsOf(marcus).includes(said));
    expect(textsOf(marcus)).toContain(
      follows ? 'Frontdesk removes the last day' : 'Remove the last day there',
    );
    await ines.untilMessage(said, channels.private);
    await sandbox.settled();
    for (const channel of [channels.general, channels.hires])
      expect(JSON.stringify(sandbox.messages(channel))).not.toContain('Sofia');
    for (const id of ['U0SOFIA', 'U0LEILA']) expect(sandbox.person(id).directMessages()).toEqual([]);
    await marcus.closeAll();
    await listedAs(marcus, 'Offboarding: Sofia Lindqvist', 'Cancelled');
    expect(marcus.home()?.texts.join()).not.toContain('Sofia Lindqvist leaves');
  });

  it('changes the last day by sending it again, with everything that was chosen', async () => {
    const office = await openOffice(cleanup, { mode, service: await startService(cleanup) });
    const { ines, marcus } = office;
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    const { options } = await marcus.options('Offboarding sequences', '');
    await marcus.fill({
      Employee: 'Sofia Lindqvist',
      'Last day': '2999-01-31',
      'Offboarding sequences': options.slice(0, 1),
    });
    await marcus.submitAndAgree();
    await marcus.untilView('Offboarding started');
    const grace = office.sandbox.person('U0GRACE');
    await openPage(grace);
    await openPage(ines);
    await ines.press('Change last day');
    const { fields } = await ines.untilView('Start offboarding');
    expect(fields).toMatchObject({
      Employee: { value: 'Sofia Lindqvist' },
      'Last day': { value: '2999-01-31' },
      'Offboarding sequences': { value: options.slice(0, 1) },
    });
    await ines.fill({ 'Last day': '2999-02-28' });
    await ines.submit();
    expect(textsOf(ines)).toContain('messages and webhooks go out again');
    await ines.press('Start offboarding');
    await ines.untilView('Offboarding started');
    await marcus.untilMessage('The last day of Sofia Lindqvist was changed to Thu, 28 February 2999.');
    await ines.closeAll();
    await ines.press('All requests');
    const states = (await ines.untilView('Requests')).texts.filter((text) =>
      text.includes('Sofia Lindqvist'),
    );
    expect(states).toEqual([
      expect.stringContaining('\nLeaving Thu, 28 February 2999 · requested '),
      expect.stringContaining('\nChanged by a later request · requested '),
    ]);
    // Grace still has the first request's page open. If she presses before it updates, the newer one wins.
    if (grace.view().buttons.includes('Called off')) {
      await grace.press('Called off');
      await grace.untilView('Not changed');
      expect(textsOf(grace)).toContain('There’s a newer request about this person');
      await grace.close();
    }
    await grace.until(() => !grace.view().buttons.includes('Called off'));
    expect(grace.view().buttons).not.toContain('Change last day');
  });
});

describe('somebody who won’t start', () => {
  async function calledOff() {
    const service = await releasedService(cleanup);
    const office = await openOffice(cleanup, { service });
    await hired(office);
    const before = writes(service);
    await openPage(office.ines);
    await office.ines.press('Won’t start');
    await office.ines.untilView('Won’t start');
    await office.ines.submit();
    await office.ines.until(() => textsOf(office.ines).includes('Jane Doe won’t start.'));
    await office.marcus.untilMessage('Jane Doe won’t start.');
    expect(writes(service)).toBe(before);
    return office;
  }

  it('is told to the channel and the manager, leaves what lies ahead, and can start after all', async () => {
    const office = await calledOff();
    const { ines, marcus } = office;
    await ines.untilMessage('Jane Doe won’t start.', channels.hires);
    await ines.closeAll();
    await listedAs(ines, 'New hire: Jane Doe', 'Won’t start');
    expect(ines.home()?.texts.join()).not.toContain('Jane Doe starts');
    await openPage(ines);
    expect(ines.view().buttons).not.toContain('Won’t start');
    await ines.press('Starts after all');
    await ines.untilView('Starts after all');
    await ines.fill({ 'Start day': soon });
    await ines.submit();
    await marcus.untilMessage('Jane Doe starts after all on');
    await ines.untilMessage('Jane Doe starts after all on', channels.hires);
    await ines.closeAll();
    await ines.until(() => ines.home()?.texts.join().includes('Jane Doe starts'));
  });

  inWhole('is written down with who said so, and without a name', async () => {
    const office = await calledOff();
    const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
    const events = await db
      .selectFrom('audit_events')
      .select(['actor', 'what', 'detail'])
      .where('what', '=', 'calledOff')
      .execute();
    await close();
    expect(events).toEqual([
      { actor: 'U0INES', what: 'calledOff', detail: JSON.stringify({ day: null, before: soon }) },
    ]);
  });
});

inWhole(
  'shows what somebody else said meanwhile before it is said otherwise, and tells nobody twice',
  async () => {
    const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
    const { ines, marcus, sandbox } = office;
    await hired(office);
    const grace = sandbox.person('U0GRACE');
    for (const person of [ines, grace]) {
      await openPage(person);
      await person.press('Start day moved');
      await person.untilView('Start day moved');
      await person.fill({ 'New start day': person === ines ? '2999-03-01' : '2999-04-01' });
    }
    await ines.submit();
    await ines.until(() => textsOf(ines).includes('starts on Fri, 1 March 2999'));
    await grace.submit();
    expect(textsOf(grace)).toContain('Somebody else changed this meanwhile');
    expect(textsOf(grace)).toContain('Until now: Fri, 1 March 2999');
    await grace.fill({ 'New start day': '2999-04-01' });
    await grace.submit();
    await marcus.untilMessage('starts on Mon, 1 April 2999, not on Fri, 1 March 2999');
    const moved = marcus.directMessages().filter(({ text }) => text.includes('starts on'));
    expect(moved.length).toBeLessThanOrEqual(2);
  },
);

it('refuses the day that counts already, and an empty one', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines } = office;
  await hired(office);
  await openPage(ines);
  await ines.press('Start day moved');
  await ines.untilView('Start day moved');
  expect((await ines.submit()).outcome).toBe('errors');
  expect(ines.view().errors['New start day']).toContain('already. Choose another day');
});

it('is not offered to a manager for a hire, nor to another manager for an offboarding', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines, marcus, sandbox } = office;
  await hired(office);
  await ines.command('/offboard');
  await ines.untilView('Start offboarding');
  await ines.fill({ Employee: 'Sofia Lindqvist', 'Last day': soon });
  await ines.submitAndAgree();
  await ines.untilView('Offboarding started');
  const leila = sandbox.person('U0LEILA');
  for (const person of [marcus, leila]) {
    await person.openHome();
    await person.until(() => person.home());
    expect(person.home()?.texts.join()).not.toContain('Sofia');
  }
  expect(marcus.home()?.texts.join()).toContain('Jane Doe starts');
});

inWhole('announces nobody any more who was called off before that was sent', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const { ines, marcus, sandbox } = office;
  sandbox.addFault({ target: 'chat.postMessage', kind: 'ratelimited', milliseconds: 5_000, times: 200 });
  await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await openPage(ines);
  await ines.press('Won’t start');
  await ines.untilView('Won’t start');
  await ines.submit();
  await ines.until(() => textsOf(ines).includes('Jane Doe won’t start.'));
  sandbox.clearFaults();
  await ines.untilMessage('Jane Doe has been added');
  await sandbox.settled();
  // A message being sent at that moment may arrive; then only the cancellation may follow.
  for (const told of [() => sandbox.messages(channels.hires), () => marcus.directMessages()]) {
    if (told().length > 0) await expect.poll(() => told().at(-1)?.text).toBe('Jane Doe won’t start.');
    expect(told().length).toBeLessThanOrEqual(2);
  }
});

inWhole(
  'says that nobody comes after the announcement that was just being sent, never before it',
  async () => {
    const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
    const { ines, sandbox } = office;
    // Delay the requester's result, and the announcement for longer.
    for (const milliseconds of [300, 3_000])
      sandbox.addFault({ target: 'chat.postMessage', kind: 'delay', milliseconds });
    await ines.command(`/newhire Jane Doe jane@acme.example ${soon}`);
    await ines.untilView('New hire');
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
    cleanup.later(close);
    const announcement = db
      .selectFrom('messages')
      .select('state')
      .where('recipient', 'like', `%${channels.hires}%`);
    await expect.poll(async () => (await announcement.executeTakeFirst())?.state).toMatch(/^(sending|sent)$/);
    await openPage(ines);
    await ines.press('Won’t start');
    await ines.untilView('Won’t start');
    await ines.submit();
    await ines.untilMessage('Jane Doe won’t start.', channels.hires);
    await sandbox.settled();
    const said = sandbox.messages(channels.hires).map(({ text }) => text.slice(0, 14));
    expect(said).toEqual(['Jane Doe joins', 'Jane Doe won’t']);
  },
);
