import { expect } from 'vitest';
import type { Person } from '../driver/person.ts';
import { releasedService } from './office.ts';
import { channels, everyWay, inWhole, it } from './world.ts';

const fields = { Manager: 'Marcus Oyelaran' };
const service = releasedService;

async function openPage(person: Person, button?: string) {
  await person.openPerson();
  if (button) await person.open(button);
}

async function listedAs(person: Person, who: string, state: string) {
  const line = `*${who}* · ${state}`;
  await person.openFromHome('Find a person');
  expect(person.view().texts.filter((text) => text.startsWith(line))).toHaveLength(1);
  await person.submit({ Name: who.split(' ').at(-1) ?? '' });
  const found = person.view().texts.filter((text) => text.startsWith(`*${who}*`));
  expect(found).toEqual([expect.stringContaining(line)]);
  await person.closeAll();
}

// Frontdesk changes our own service; others have to be changed by hand.
const follows = (way: string) => way.includes('our service');

it.for(everyWay)('tells all who knew of a hire another start day ($way)', async (way, { open }) => {
  const env = { ONBOARDING_PROFILE_URL: 'https://co.acme.example/people/{id}/' };
  const { ines, marcus, grace, day, hire, allSent } = await open({ ...way, env });
  await hire({ fields });
  await marcus.untilMessage('with you as manager');
  await openPage(grace, 'Move start day');
  expect(grace.pageText()).toMatch(/Frontdesk notifies .*<@U0INES>/);
  expect(grace.pageText()).toContain(`<#${channels.hires}>`);
  expect(grace.pageText()).toContain('<@U0MARCUS>');
  const advice = follows(way.way)
    ? 'The onboarding service is updated too.'
    : 'Change it in the onboarding service, too.';
  expect(grace.pageText()).toContain(advice);
  expect(grace.pageText()).toMatch(/co\.acme\.example\/people\/\d+\//);
  expect(grace.values()['New start day']).toBe(day());
  expect((await grace.submit()).outcome).toBe('errors');
  expect(grace.view().errors['New start day']).toContain('It’s already ');
  await grace.submitUntil('Reference R-', { 'New start day': '2999-12-01' });
  const news = /Jane Doe’s start day moved from .* to Sun 1 Dec 2999/;
  expect(grace.pageText()).toMatch(news);
  await ines.untilMessage(news, channels.hires);
  await marcus.untilMessage(news);
  const toInes = await ines.untilMessage(news);
  expect(toInes.texts.join()).toContain('Changed by <@U0GRACE>');
  expect(toInes.texts.join()).toContain(advice);
  await allSent();
  expect(grace.directMessages()).toEqual([]);
  const announced = ines.messages(channels.hires).filter(({ text }) => text.includes('Jane Doe'));
  expect(announced).toHaveLength(2);
  expect(announced[1]?.texts.join()).not.toContain('onboarding service');
});

it.for(everyWay)('calls an offboarding off only to those who knew of it ($way)', async (way, { open }) => {
  const { ines, marcus, sofia, leila, sandbox, offboard } = await open(way);
  await offboard();
  await ines.untilMessage('Sofia Lindqvist’s offboarding has started.', channels.private);
  await openPage(marcus, 'Cancel offboarding');
  expect(marcus.pageText()).toContain('Is Sofia Lindqvist staying?');
  expect(marcus.pageText()).toContain(`Frontdesk notifies <#${channels.private}>.`);
  await marcus.press('Save and notify');
  const news = 'Sofia Lindqvist’s offboarding is cancelled.';
  await marcus.untilPage(news);
  const advice = follows(way.way)
    ? 'The last day and its open tasks are removed'
    : 'Remove the last day and its tasks in the onboarding service.';
  expect(marcus.pageText()).toContain(advice);
  await ines.untilMessage(news, channels.private);
  await sandbox.settled();
  for (const channel of [channels.general, channels.hires])
    expect(JSON.stringify(sandbox.messages(channel))).not.toContain('Sofia');
  for (const person of [sofia, leila]) expect(person.directMessages()).toEqual([]);
  await marcus.closeAll();
  await openPage(marcus, 'Start offboarding');
  expect(marcus.view().fields).toHaveProperty('Employee');
  await marcus.closeAll();
  await listedAs(marcus, 'Sofia Lindqvist', 'Offboarding cancelled');
  expect(marcus.homeText()).not.toContain('Leaving');
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
  const form = await ines.open('Change last day', 'Change last day');
  expect(ines.pageText()).toContain('Sofia Lindqvist · sofia.lindqvist@acme.example');
  expect(form.fields).toMatchObject({
    'Last day': { value: '2999-01-31' },
    'Offboarding sequences': { value: options.slice(0, 1) },
  });
  await ines.submit({ 'Last day': '2999-03-31' });
  await ines.close();
  expect((await ines.untilView('Change last day')).fields).not.toHaveProperty('Employee');
  await ines.submit({ 'Last day': '2999-02-28' });
  expect(ines.pageText()).toContain('start again, emails and messages included');
  await ines.send('Offboarding changed');
  await marcus.untilMessage('Sofia Lindqvist’s last day was changed to Thu 28 Feb 2999.');
  const { texts } = await ines.openFromHome('Find a person');
  expect(texts.filter((text) => text.includes('Sofia Lindqvist'))).toEqual([
    expect.stringContaining(' · Leaving Thu 28 Feb 2999'),
    expect.stringContaining(' · Changed later'),
  ]);
  // Grace still has the person's page open: it follows, whichever request led to it.
  await grace.untilPage('Leaving Thu 28 Feb 2999');
  expect(grace.view().buttons.filter((text) => text === 'Change last day')).toHaveLength(1);
});

it('cancels a start, changes nothing in the service, and brings it back', async ({ open }) => {
  const { ines, marcus, service: deployment, day, hire, amend, inDatabase } = await open({ service });
  const writes = () =>
    deployment.requests.filter(({ method, status }) => method === 'POST' && status !== 400).length;
  await hire({ fields });
  await marcus.untilMessage('with you as manager');
  const before = writes();
  await amend('Cancel start');
  await marcus.untilMessage('Jane Doe won’t start.');
  expect(writes()).toBe(before);
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await listedAs(ines, 'Jane Doe', 'Won’t start');
  expect(ines.homeText()).not.toContain('Jane Doe');
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
  expect(ines.view().buttons).not.toContain('Cancel start');
  await ines.fillIn('Resume start', { 'Start day': day() });
  await ines.submit();
  await marcus.untilMessage('Jane Doe starts after all on');
  await ines.untilMessage('Jane Doe starts after all on', channels.hires);
  await ines.closeAll();
  await listedAs(ines, 'Jane Doe', 'Starts');
});

inWhole('shows a change made meanwhile before overwriting it, and tells nobody twice', async ({ open }) => {
  const { ines, marcus, grace, hire } = await open({ service });
  await hire({ fields });
  await marcus.untilMessage('with you as manager');
  for (const person of [ines, grace]) {
    await openPage(person, 'Move start day');
    await person.fill({ 'New start day': person === ines ? '2999-03-01' : '2999-04-01' });
  }
  await ines.submitUntil('to Fri 1 Mar 2999');
  await grace.submit();
  expect(grace.pageText()).toContain('Somebody else changed this.');
  expect(grace.pageText()).toContain('Until now: Fri 1 Mar 2999');
  await grace.submit({ 'New start day': '2999-04-01' });
  await marcus.untilMessage('moved from Fri 1 Mar 2999 to Mon 1 Apr 2999');
  const moved = marcus.directMessages().filter(({ text }) => text.includes('start day moved'));
  expect(moved.length).toBeLessThanOrEqual(2);
});
