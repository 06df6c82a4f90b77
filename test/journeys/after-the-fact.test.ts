import { expect } from 'vitest';
import type { Person } from '../driver/person.ts';
import { releasedService } from './office.ts';
import { channels, everyWay, inWhole, it } from './world.ts';

const fields = { Manager: 'Marcus Oyelaran' };
const service = releasedService;

async function openPage(person: Person, button?: string) {
  await person.openFromHome('Details', 'Request');
  if (button) await person.open(button);
}

async function listedAs(person: Person, who: string, state: string) {
  const line = `${who}\n${state} · requested `;
  await person.until(() => person.home()?.texts.some((text) => text.startsWith(line)));
  await person.open('All requests', 'Requests');
  expect(person.view().texts.filter((text) => text.startsWith(line))).toHaveLength(1);
  await person.submit({ Name: who.split(' ').at(-1) ?? '' });
  expect(person.view().texts.filter((text) => text.startsWith(who))).toEqual([expect.stringContaining(line)]);
  await person.closeAll();
}

// Frontdesk changes our own service; others have to be changed by hand.
const follows = (way: string) => way.includes('our service');

it.for(everyWay)('tells all who knew of a hire its new start day ($way)', async (way, { open }) => {
  const env = { ONBOARDING_PROFILE_URL: 'https://co.acme.example/people/{id}/' };
  const { ines, marcus, grace, day, hire } = await open({ ...way, env });
  await hire({ fields });
  await marcus.untilMessage('with you as manager');
  await openPage(grace, 'Start day moved');
  expect(grace.pageText()).toMatch(/Frontdesk will notify: .*<@U0INES>.*They were notified before/);
  expect(grace.pageText()).toContain(`<#${channels.hires}>`);
  expect(grace.pageText()).toContain('<@U0MARCUS>');
  const advice = follows(way.way)
    ? 'Frontdesk changes the start day in the onboarding service too'
    : 'Frontdesk can’t change the start day in the onboarding service';
  expect(grace.pageText()).toContain(advice);
  expect(grace.pageText()).toMatch(/co\.acme\.example\/people\/\d+\//);
  expect(grace.values()['New start day']).toBe(day());
  await grace.submitUntil('Frontdesk is notifying', { 'New start day': '2999-12-01' });
  const news = 'Jane Doe starts on Sun, 1 December 2999, not on';
  expect(grace.pageText()).toContain(news);
  await ines.untilMessage(news, channels.hires);
  await marcus.untilMessage(news);
  const toInes = await ines.untilMessage(news);
  expect(toInes.texts.join()).toContain('Changed by <@U0GRACE>');
  expect(toInes.texts.join()).toContain(advice);
  if (follows(way.way)) await grace.untilMessage('starts on');
  expect(grace.directMessages()).toHaveLength(follows(way.way) ? 1 : 0);
  const announced = ines.messages(channels.hires).filter(({ text }) => text.includes('Jane Doe'));
  expect(announced).toHaveLength(2);
  expect(announced[1]?.texts.join()).not.toContain('onboarding service');
});

it.for(everyWay)('calls an offboarding off only to those who knew of it ($way)', async (way, { open }) => {
  const { ines, marcus, sofia, leila, sandbox, offboard } = await open(way);
  await offboard();
  await ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
  await openPage(marcus, 'Called off');
  expect(marcus.pageText()).toContain('Is Sofia Lindqvist staying?');
  expect(marcus.pageText()).toContain(`Frontdesk will notify: <#${channels.private}>.`);
  await marcus.press('Save and notify');
  const news = 'The offboarding of Sofia Lindqvist was called off.';
  await marcus.untilPage(news);
  const advice = follows(way.way) ? 'Frontdesk removes the last day' : 'Remove the last day there';
  expect(marcus.pageText()).toContain(advice);
  await ines.untilMessage(news, channels.private);
  await sandbox.settled();
  for (const channel of [channels.general, channels.hires])
    expect(JSON.stringify(sandbox.messages(channel))).not.toContain('Sofia');
  for (const person of [sofia, leila]) expect(person.directMessages()).toEqual([]);
  await marcus.closeAll();
  await listedAs(marcus, 'Offboarding: Sofia Lindqvist', 'Cancelled');
  expect(marcus.homeText()).not.toContain('Sofia Lindqvist leaves');
});

it.for(everyWay)('changes a last day by sending everything again ($way)', async (way, { open }) => {
  const { ines, marcus, grace, checkOffboarding } = await open(way);
  await marcus.open('/offboard');
  const { options } = await marcus.options('Offboarding sequences', '');
  await marcus.closeAll();
  const sequences = { 'Offboarding sequences': options.slice(0, 1) };
  await checkOffboarding({ on: '2999-01-31', fields: sequences });
  await marcus.send('Offboarding started');
  await openPage(grace);
  await openPage(ines);
  const form = await ines.open('Change last day', 'Start offboarding');
  expect(form.fields).toMatchObject({
    Employee: { value: 'Sofia Lindqvist' },
    'Last day': { value: '2999-01-31' },
    'Offboarding sequences': { value: options.slice(0, 1) },
  });
  await ines.submit({ 'Last day': '2999-02-28' });
  expect(ines.pageText()).toContain('messages and webhooks go out again');
  await ines.send('Offboarding started');
  await marcus.untilMessage('The last day of Sofia Lindqvist was changed to Thu, 28 February 2999.');
  await ines.closeAll();
  const { texts } = await ines.open('All requests', 'Requests');
  expect(texts.filter((text) => text.includes('Sofia Lindqvist'))).toEqual([
    expect.stringContaining('\nLeaving Thu, 28 February 2999 · requested '),
    expect.stringContaining('\nChanged by a later request · requested '),
  ]);
  // Grace still has the first request's page open. If she presses before it updates, the newer one wins.
  if (grace.view().buttons.includes('Called off')) {
    await grace.open('Called off', 'Not changed');
    expect(grace.pageText()).toContain('There’s a newer request about this person');
    await grace.close();
  }
  await grace.until(() => !grace.view().buttons.includes('Called off'));
  expect(grace.view().buttons).not.toContain('Change last day');
});

it('cancels a start, changes nothing in the service, and brings it back', async ({ open }) => {
  const { ines, marcus, service: deployment, day, hire, amend, inDatabase } = await open({ service });
  const writes = () =>
    deployment.requests.filter(({ method, status }) => method === 'POST' && status !== 400).length;
  await hire({ fields });
  await marcus.untilMessage('with you as manager');
  const before = writes();
  await amend('Won’t start');
  await marcus.untilMessage('Jane Doe won’t start.');
  expect(writes()).toBe(before);
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await listedAs(ines, 'New hire: Jane Doe', 'Won’t start');
  expect(ines.homeText()).not.toContain('Jane Doe starts');
  // The audit log has who cancelled it, and no name.
  const events = await inDatabase((db) =>
    db
      .selectFrom('audit_events')
      .select(['actor', 'what', 'detail'])
      .where('what', '=', 'calledOff')
      .execute(),
  );
  const detail = JSON.stringify({ day: null, before: day() });
  expect(events).toEqual([{ actor: 'U0INES', what: 'calledOff', detail }]);
  await openPage(ines);
  expect(ines.view().buttons).not.toContain('Won’t start');
  await ines.fillIn('Starts after all', { 'Start day': day() });
  await ines.submit();
  await marcus.untilMessage('Jane Doe starts after all on');
  await ines.untilMessage('Jane Doe starts after all on', channels.hires);
  await ines.closeAll();
  await ines.untilHome('Jane Doe starts');
});

inWhole('shows a change made meanwhile before overwriting it, and tells nobody twice', async ({ open }) => {
  const { ines, marcus, grace, hire } = await open({ service });
  await hire({ fields });
  await marcus.untilMessage('with you as manager');
  for (const person of [ines, grace]) {
    await openPage(person, 'Start day moved');
    await person.fill({ 'New start day': person === ines ? '2999-03-01' : '2999-04-01' });
  }
  await ines.submitUntil('starts on Fri, 1 March 2999');
  await grace.submit();
  expect(grace.pageText()).toContain('Somebody else changed this meanwhile');
  expect(grace.pageText()).toContain('Until now: Fri, 1 March 2999');
  await grace.submit({ 'New start day': '2999-04-01' });
  await marcus.untilMessage('starts on Mon, 1 April 2999, not on Fri, 1 March 2999');
  const moved = marcus.directMessages().filter(({ text }) => text.includes('starts on'));
  expect(moved.length).toBeLessThanOrEqual(2);
});

it('refuses the start day that is already set', async ({ open }) => {
  const { ines, hire } = await open({ service });
  await hire({ fields });
  await openPage(ines, 'Start day moved');
  expect((await ines.submit()).outcome).toBe('errors');
  expect(ines.view().errors['New start day']).toContain('already. Choose another day');
});

inWhole('announces nobody whose start was cancelled before that was sent', async ({ open }) => {
  const { ines, marcus, sandbox, day, amend } = await open({ service });
  sandbox.addFault({ target: 'chat.postMessage', kind: 'ratelimited', milliseconds: 5_000, times: 200 });
  await ines.fillIn(`/newhire Jane Doe jane@acme.example ${day()}`, fields);
  await ines.send('New hire added');
  await amend('Won’t start');
  sandbox.clearFaults();
  await ines.untilMessage('Jane Doe has been added');
  await sandbox.settled();
  // A message being sent at that moment may arrive; then only the cancellation may follow.
  for (const messages of [() => sandbox.messages(channels.hires), () => marcus.directMessages()]) {
    if (messages().length > 0) await expect.poll(() => messages().at(-1)?.text).toBe('Jane Doe won’t start.');
    expect(messages().length).toBeLessThanOrEqual(2);
  }
});

inWhole('sends a cancellation after the announcement that is being sent', async ({ open }) => {
  const { ines, sandbox, day, rows } = await open({ service });
  // Delay the requester's result, and the announcement for longer.
  for (const milliseconds of [300, 3_000])
    sandbox.addFault({ target: 'chat.postMessage', kind: 'delay', milliseconds });
  await ines.open(`/newhire Jane Doe jane@acme.example ${day()}`);
  await ines.send('New hire added');
  const announcement = async () =>
    (await rows('messages')).find(({ recipient }) => String(recipient).includes(channels.hires));
  await expect.poll(async () => (await announcement())?.state).toMatch(/^(sending|sent)$/);
  await openPage(ines, 'Won’t start');
  await ines.submit();
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await sandbox.settled();
  const beginnings = sandbox.messages(channels.hires).map(({ text }) => text.slice(0, 14));
  expect(beginnings).toEqual(['Jane Doe joins', 'Jane Doe won’t']);
});
