import { expect } from 'vitest';
import type { Person } from '../driver/person.ts';
import { addedElsewhere, channels, releasedService } from './office.ts';
import { inOneOffice, inWhole, it, type World } from './world.ts';

const inOne = inOneOffice();
const inReleased = inOneOffice({ service: releasedService });
const refusedToOthers = 'Frontdesk can’t start this right now. Ask HR.';

async function fillIn(person: Person, day = '2999-01-31', leaver = 'Sofia Lindqvist') {
  await person.fillIn('/offboard', { Employee: leaver, 'Last day': day });
  return person.submit();
}

async function openForm(person: Person, command = '/offboard') {
  await person.command(command, { channel: channels.general });
  return person.untilView('Start offboarding');
}

inReleased('offers in each form its own kind of sequences, known or asked for', async ({ open, office }) => {
  const ours = await open();
  const known = (await ours.service.operator.listSequences()).filter(({ kind }) => kind === 'offboarding');
  for (const { ines, marcus } of [ours, office]) {
    await openForm(marcus);
    const { options, groups } = await marcus.options('Offboarding sequences', '');
    if (marcus === ours.marcus) expect(options.sort()).toEqual(known.map(({ name }) => name).sort());
    expect(options.length).toBeGreaterThan(0);
    expect(groups).toEqual([]);
    await ines.open('/newhire');
    const others = (await ines.options('Sequences')).options;
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((name) => options.includes(name))).toEqual([]);
  }
  const { requests } = office.service;
  expect(requests.filter(({ method, status }) => method === 'POST' && status !== 400)).toEqual([]);
});

inOne.for([
  ['/offboard @sofia.lindqvist', '', 'Sofia Lindqvist'],
  ['/offboard @robin.guest', 'couldn’t find that employee', null],
  ['/offboard Sofia', 'Mention a person, such as @jane', null],
] as const)(
  'opens the form with what it understood of “%s”',
  async ([command, words, employee], { office }) => {
    const { texts, fields } = await openForm(office.marcus, command);
    expect(texts[0]).toContain(words);
    expect(fields.Employee?.value).toBe(employee);
  },
);

inOne('opens from shortcut and App Home, and says what it will do', async ({ office: { marcus } }) => {
  await marcus.shortcut('offboard');
  const { fields } = await marcus.untilView('Start offboarding');
  expect(Object.keys(fields)).toEqual(['Employee', 'Last day', 'Offboarding sequences']);
  expect(marcus.pageText()).toContain('Only you and HR are notified.');
  await marcus.openFromHome('Start offboarding');
});

inOne('says on the page, and in no message, that administrators can’t leave', async ({ office }) => {
  const { marcus, bot, rows } = office;
  await fillIn(marcus, '2999-01-31', 'Ines Duarte');
  await marcus.submitUntil('administrator');
  await marcus.press('Back');
  expect(marcus.values().Employee).toBe('Ines Duarte');
  const [request] = await bot.ledger.list(1);
  const messages = async () =>
    (await rows('messages'))
      .filter(({ request_id }) => request_id === request?.id)
      .map(({ purpose, state }) => ({ purpose, state }));
  // The form shows the outcome, so no message repeats it.
  await expect.poll(messages).toEqual([{ purpose: 'requester', state: 'dropped' }]);
});

it('finds a mentioned person who was just added, and says if Slack doesn’t answer', async ({ open }) => {
  const { marcus, sandbox, service } = await open({ service: releasedService });
  const robin = { first_name: 'Robin', last_name: 'Hale' };
  await addedElsewhere(service, 'robin@agency.example', robin);
  const { fields } = await openForm(marcus, '/offboard @robin.guest');
  expect(fields.Employee?.value).toBe('Robin Hale');
  await marcus.closeAll();

  sandbox.addFault({ target: 'users.info', kind: 'hang', times: 9 });
  const unanswered = await openForm(marcus, '/offboard @sofia.lindqvist');
  expect(unanswered.texts[0]).toContain('couldn’t find that employee');
  expect(unanswered.fields.Employee?.value).toBeNull();
});

inWhole('doesn’t call a mentioned person unknown before it has read the employees', async ({ open }) => {
  const slow = async (cleanup: Parameters<typeof releasedService>[0]) => {
    const service = await releasedService(cleanup);
    service.setLatency(60_000);
    return service;
  };
  const { marcus } = await open({ service: slow, waitForMenus: false });
  const { texts } = await openForm(marcus, '/offboard @sofia.lindqvist');
  expect(texts[0]).toContain('Employees haven’t loaded yet');
});

it('names a last day past in the organization’s zone at its field, and keeps the form', async ({ open }) => {
  const { marcus } = await open({
    at: '2030-06-03T10:30:00Z',
    env: { FRONTDESK_TIMEZONE: 'Pacific/Kiritimati' },
  });
  expect((await fillIn(marcus, '2030-06-03')).outcome).toBe('errors');
  expect(marcus.view().errors['Last day']).toContain('can’t be before Tue 4 Jun');
  expect(marcus.values().Employee).toBe('Sofia Lindqvist');
});

it('tells only the requester and HR of an offboarding under way, not another manager', async ({ open }) => {
  const { marcus, ines, leila, service, offboard } = await open({ service: releasedService });
  service.spoilToken(service.token, 'removed');
  await offboard({ page: 'Request saved' });
  for (const person of [marcus, ines, leila]) {
    expect((await fillIn(person)).outcome).toBe('errors');
    const { Employee: error } = person.view().errors;
    if (person === leila) expect(error).toBe(refusedToOthers);
    else expect(error).toContain('There’s already a request');
  }
  expect(leila.values().Employee).toBe('Sofia Lindqvist');
});

async function startedByMarcus(office: World<Awaited<ReturnType<typeof releasedService>>>, leaver: string) {
  const { bot, service } = office;
  const posts = () => service.requests.filter(({ method, status }) => method === 'POST' && status === 200);
  const before = posts().length;
  await office.offboard({ name: leaver, on: '2999-01-31' });
  return {
    sent: () => posts().slice(before),
    requests: async () => (await bot.ledger.list(50)).filter(({ context }) => context.personName === leaver),
  };
}

inReleased('says what a second offboarding changes, and tells who knew of the first', async ({ office }) => {
  const { ines, marcus, leila, rows } = office;
  const { sent, requests } = await startedByMarcus(office, 'Sofia Lindqvist');
  for (const person of [ines, marcus]) await person.openHome();
  await fillIn(ines, '2999-02-28');
  await ines.untilView('Change last day');
  for (const words of [
    '<@U0MARCUS>. Last day until now: Thu 31 Jan 2999',
    'Unassigned tasks of the first offboarding may be removed.',
    '<@U0INES>, <@U0MARCUS> and everyone in <#C0PEOPLEOPS>',
  ])
    expect(ines.pageText()).toContain(words);
  expect(ines.pageText()).not.toContain('start again');
  await ines.send('Offboarding changed');
  const words = 'Sofia Lindqvist’s last day was changed to Thu 28 Feb 2999.';
  for (const told of [marcus.untilMessage(words), ines.untilMessage(words, channels.private)])
    expect((await told).texts.join()).toContain(
      'Changed by <@U0INES> · Before: Thu 31 Jan 2999, planned by <@U0MARCUS>',
    );
  expect(leila.directMessages()).toEqual([]);
  // Another manager is sent to HR, and isn't told why.
  expect((await fillIn(leila, '2999-03-31')).outcome).toBe('errors');
  expect(leila.view().errors.Employee).toBe(refusedToOthers);
  expect(leila.pageText()).not.toContain('already');
  expect(sent()).toHaveLength(2);
  const [second, first] = await requests();
  for (const person of [ines, marcus]) {
    const { texts } = await person.untilHome('*Sofia Lindqvist* · Leaving Thu 28 Feb 2999');
    expect(texts.filter((text) => text.includes('Sofia Lindqvist'))).toHaveLength(1);
  }
  const ids = [first?.id, second?.id];
  const steps = (await rows('audit_events')).filter(
    ({ what, request_id }) => what === 'accepted' && ids.includes(String(request_id)),
  );
  expect(steps.map(({ actor }) => actor)).toEqual(['U0MARCUS', 'U0INES']);
  expect(steps[1]?.detail).toContain(first?.id);
});

inReleased('asks again where somebody else was faster', async ({ office }) => {
  const { ines, marcus } = office;
  const { requests } = await startedByMarcus(office, 'Mei Chen');
  await fillIn(marcus, '2999-03-31', 'Mei Chen');
  await marcus.untilView('Change last day');
  await fillIn(ines, '2999-02-28', 'Mei Chen');
  await ines.send('Offboarding changed');
  expect(await marcus.submit()).toEqual({ outcome: 'updated' });
  for (const words of [
    'Something here is new',
    '<@U0INES>. Last day until now: Thu 28 Feb 2999',
    'Last day: Sun 31 Mar 2999',
  ])
    expect(marcus.pageText()).toContain(words);
  expect(await requests()).toHaveLength(2);
  await marcus.send('Offboarding changed');
  await ines.untilMessage('was changed to Sun 31 Mar 2999');
});

inReleased('takes one of two second offboardings at once, which knows of the first', async ({ office }) => {
  const { ines, marcus, bot } = office;
  const { sent, requests } = await startedByMarcus(office, 'Amara Okafor');
  const [first] = await requests();
  if (first?.kind !== 'offboarding') throw new Error('no offboarding');
  const again = (requester: string, changes: string | null) =>
    bot.ledger.submit({ ...first, requester, submission: `F-${requester}-${changes}`, changes });
  const { accepted: blind } = await again('U0INES', null);
  expect(blind).toMatchObject({ kind: 'alreadyDone', request: { id: first.id } });
  const two = await Promise.all([again('U0INES', first.id), again('U0GRACE', first.id)]);
  expect(two.map(({ accepted }) => accepted.kind).sort()).toEqual(['accepted', 'alreadyOpen']);
  await expect.poll(async () => (await requests())[0]?.state).toBe('done');
  expect((await again('U0LEILA', first.id)).accepted.kind).toBe('alreadyDone');
  expect(await requests()).toHaveLength(2);
  expect([ines.views(), marcus.views()]).toEqual([[], []]);
  expect(sent()).toHaveLength(2);
});

it('says in a form without an employee, too, that a change is already on its way', async ({ open }) => {
  const { ines, grace, service, offboard } = await open({ service: releasedService });
  await offboard({ by: ines });
  await ines.openPerson();
  await ines.open('Change last day');
  service.spoilToken(service.token, 'removed');
  await fillIn(grace);
  await grace.send('Request saved');
  expect((await ines.submit({ 'Last day': '2999-02-28' })).outcome).toBe('errors');
  expect(ines.view().errors['Last day']).toContain('There’s already a request for this person');
});
