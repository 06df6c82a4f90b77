import { describe, expect, it } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { systemClock } from '../../src/time/clock.ts';
import { useCleanup } from '../cleanup.ts';
import type { Person } from '../driver/person.ts';
import { inWhole } from '../faults/trials.ts';
import { channels, everyWay, openOffice, ourService, releasedService } from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

async function fillIn(person: Person, day = '2999-01-31', leaver = 'Sofia Lindqvist') {
  await person.closeAll();
  await person.command('/offboard');
  await person.untilView('Start offboarding');
  await person.fill({ Employee: leaver, 'Last day': day });
  return person.submit();
}

function publicText(office: Awaited<ReturnType<typeof openOffice>>): string {
  const open = [channels.general, channels.hires];
  return JSON.stringify(open.flatMap((channel) => office.sandbox.messages(channel)));
}

describe.each(everyWay)('in %s (%s), against %s', (_mode, mode, _service, startService) => {
  it('starts an offboarding for a manager, and nothing of it is public', async () => {
    const service = await startService(cleanup);
    const office = await openOffice(cleanup, { mode, service });
    const { marcus, ines, sandbox } = office;

    await marcus.command('/offboard', { channel: channels.general });
    await marcus.untilView('Start offboarding');
    const { options } = await marcus.options('Offboarding sequences', '');
    expect(options.length).toBeGreaterThan(0);
    await marcus.fill({
      Employee: 'Sofia Lindqvist',
      'Last day': '2999-01-31',
      'Offboarding sequences': options.slice(0, 1),
    });
    expect(await marcus.submit()).toEqual({ outcome: 'pushed' });
    await marcus.untilView('Check and start');
    expect(await marcus.submit()).toEqual({ outcome: 'updated' });
    const result = await marcus.untilView('Offboarding started');
    expect(result.texts.join('\n')).toContain('can take a few minutes');

    await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
    expect(publicText(office)).not.toContain('Sofia');
    expect(sandbox.person('U0SOFIA').directMessages()).toEqual([]);
  });
});

it('offers offboarding sequences only, where the record tells the kind and where it has to be asked', async () => {
  const ours = await ourService(cleanup);
  const known = (await ours.operator.listSequences()).filter(({ kind }) => kind === 'offboarding');
  const released = await releasedService(cleanup);
  for (const service of [ours, released]) {
    const { marcus } = await openOffice(cleanup, { service });
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    const { options, groups } = await marcus.options('Offboarding sequences', '');
    if (service === ours) expect(options.sort()).toEqual(known.map(({ name }) => name).sort());
    expect(options.length).toBeGreaterThan(0);
    expect(groups).toEqual([]);
  }
  expect(released.requests.filter(({ method, status }) => method === 'POST' && status !== 400)).toEqual([]);
});

describe('in one office', () => {
  const shared = sharedOffice(async (own) => openOffice(own, { service: await ourService(own) }));

  it('finds the mentioned person among the employees by address', async () => {
    const { marcus } = shared();
    await marcus.command('/offboard @sofia.lindqvist', { channel: channels.general });
    const { fields } = await marcus.untilView('Start offboarding');
    expect(fields.Employee?.value).toBe('Sofia Lindqvist');
  });

  it.each([
    ['@robin.guest', 'found nobody with that person’s email address'],
    ['Sofia', 'understands only a mention, such as @jane'],
  ])('opens the form with a word of what was not understood in “/offboard %s”', async (words, sentence) => {
    const { marcus } = shared();
    await marcus.command(`/offboard ${words}`, { channel: channels.general });
    const { texts, fields } = await marcus.untilView('Start offboarding');
    expect(texts[0]).toContain(sentence);
    expect(fields.Employee?.value).toBeNull();
  });

  it('opens from the shortcut and from App Home, and says what it will do before it does it', async () => {
    const { marcus } = shared();
    await marcus.shortcut('offboard');
    const { texts, fields } = await marcus.untilView('Start offboarding');
    expect(Object.keys(fields)).toEqual(['Employee', 'Last day', 'Offboarding sequences']);
    expect(texts.join()).toContain('sets the last day in the onboarding service');
    expect(texts.join()).toContain('Only you, HR and the private HR channel are notified');
    await marcus.closeAll();
    await marcus.openHome();
    await marcus.until(() => marcus.home()?.buttons.includes('Start offboarding'));
    await marcus.press('Start offboarding');
    await marcus.untilView('Start offboarding');
  });

  it('keeps the form open and names the field when the last day is past or missing', async () => {
    const { marcus } = shared();
    expect((await fillIn(marcus, '2020-01-31')).outcome).toBe('errors');
    expect(marcus.view().errors['Last day']).toContain('can’t be in the past');
    expect(marcus.view().fields.Employee?.value).toBe('Sofia Lindqvist');
  });

  it('says on the page that an administrator cannot be offboarded, and in no message', async () => {
    const { marcus, bot, environment } = shared();
    await fillIn(marcus, '2999-01-31', 'Ines Duarte');
    await marcus.submit();
    expect(marcus.view().texts.join()).toContain('they’re an administrator there');
    await marcus.press('Back');
    expect(marcus.view().fields.Employee?.value).toBe('Ines Duarte');
    const [request] = await bot.ledger.list(1);
    const { db } = openDatabase<LedgerTables>(environment.DATABASE_URL);
    const messages = db
      .selectFrom('messages')
      .select(['purpose', 'state'])
      .where('request_id', '=', request?.id ?? '');
    // The form shows the outcome, so no message repeats it.
    await expect.poll(() => messages.execute()).toEqual([{ purpose: 'requester', state: 'dropped' }]);
    await db.destroy();
  });

  it('is not for those who are neither HR nor managers', async () => {
    const { sofia } = shared();
    await sofia.command('/offboard', { channel: channels.general });
    expect(await sofia.untilMessage('don’t have access', channels.general)).toMatchObject({
      isEphemeral: true,
    });
    expect(sofia.views()).toEqual([]);
  });
});

it('finds the mentioned person who was added to the service a moment ago', async () => {
  const service = await releasedService(cleanup);
  const { marcus } = await openOffice(cleanup, { service });
  const headers = { authorization: `Token ${service.token}`, 'content-type': 'application/json' };
  const robin = { first_name: 'Robin', last_name: 'Hale', email: 'robin@agency.example', role: 0 };
  await fetch(`${service.url}/api/users/`, { method: 'POST', headers, body: JSON.stringify(robin) });
  await marcus.command('/offboard @robin.guest', { channel: channels.general });
  const { fields } = await marcus.untilView('Start offboarding');
  expect(fields.Employee?.value).toBe('Robin Hale');
});

inWhole('says of a mentioned person only what it knows when Slack does not tell who it is', async () => {
  const { marcus, sandbox } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.closeAll();
  sandbox.addFault({ target: 'users.info', kind: 'hang', times: 9 });
  await marcus.command('/offboard @sofia.lindqvist', { channel: channels.general });
  const { texts, fields } = await marcus.untilView('Start offboarding');
  expect(texts[0]).toContain('couldn’t get that person’s email address from Slack');
  expect(fields.Employee?.value).toBeNull();
});

inWhole('does not say that a mentioned person is not there before it has read who is', async () => {
  const service = await releasedService(cleanup);
  service.setLatency(60_000);
  const { marcus } = await openOffice(cleanup, { service, waitForMenus: false });
  await marcus.command('/offboard @sofia.lindqvist', { channel: channels.general });
  const { texts } = await marcus.untilView('Start offboarding');
  expect(texts[0]).toContain('employees haven’t loaded yet');
});

it('takes the last day for past by the organization’s time zone', async () => {
  const clock = { ...systemClock, now: () => new Date('2030-06-03T10:30:00Z') };
  const env = { FRONTDESK_TIMEZONE: 'Pacific/Kiritimati' };
  const { marcus } = await openOffice(cleanup, { service: await ourService(cleanup), clock, env });
  expect((await fillIn(marcus, '2030-06-03')).outcome).toBe('errors');
  expect(marcus.view().errors['Last day']).toContain('Choose Tue, 4 June 2030 or later');
});

it('posts nothing of a leaver where the private channel is public, tells HR directly, and why', async () => {
  const service = await ourService(cleanup);
  const office = await openOffice(cleanup, {
    service,
    env: { FRONTDESK_PRIVATE_CHANNEL: channels.general },
  });
  const { marcus, ines } = office;
  await ines.untilMessage('The channel is public');
  await fillIn(marcus);
  await marcus.submit();
  await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
  await ines.untilMessage('The offboarding of Sofia Lindqvist has started.');
  expect(publicText(office)).toBe('[]');
  expect(JSON.stringify(ines.directMessages()).split('The channel is public')).toHaveLength(2);
});

it('tells of an offboarding under way only whoever started it and HR, not another manager', async () => {
  const service = await releasedService(cleanup);
  const { marcus, ines, sandbox } = await openOffice(cleanup, { service });
  service.spoilToken(service.token, 'removed');
  await fillIn(marcus);
  await marcus.submit();
  await marcus.untilView('Request saved');
  for (const person of [marcus, ines]) {
    expect((await fillIn(person)).outcome).toBe('errors');
    expect(person.view().errors.Employee).toContain('There’s already a request');
  }
  const leila = sandbox.person('U0LEILA');
  expect((await fillIn(leila)).outcome).toBe('errors');
  expect(leila.view().errors.Employee).toBe('Frontdesk can’t start this right now. Ask HR.');
  expect(leila.view().fields.Employee?.value).toBe('Sofia Lindqvist');
});

describe('a second offboarding of the same person', () => {
  const shared = sharedOffice(async (own) => {
    const service = await releasedService(own);
    return { ...(await openOffice(own, { service })), service };
  });

  async function startedByMarcus(leaver: string) {
    const { marcus, sandbox, bot, service } = shared();
    const leila = sandbox.person('U0LEILA');
    const sent = () => service.requests.filter(({ method, status }) => method === 'POST' && status === 200);
    const before = { sent: sent().length, leila: leila.directMessages().length };
    await fillIn(marcus, '2999-01-31', leaver);
    await marcus.submit();
    await marcus.untilView('Offboarding started');
    await marcus.untilMessage(`The offboarding of ${leaver} has started.`);
    await marcus.closeAll();
    return {
      ...shared(),
      leila,
      sent: () => sent().slice(before.sent),
      toLeila: () => leila.directMessages().slice(before.leila),
      requests: async () =>
        (await bot.ledger.list(50)).filter(({ context }) => context.personName === leaver),
    };
  }

  it('says who planned which day and what happens again before it is sent, and tells all who knew', async () => {
    const { ines, marcus, sent, toLeila, requests, environment } = await startedByMarcus('Sofia Lindqvist');
    for (const person of [ines, marcus]) await person.openHome();
    await fillIn(ines, '2999-02-28');
    const { texts } = await ines.untilView('Check and start');
    expect(texts.join()).toContain('<@U0MARCUS>. Last day until now: Thu, 31 January 2999');
    expect(texts.join()).toContain('messages and webhooks go out again');
    expect(texts.join()).toContain('<@U0INES>, <@U0MARCUS> and everyone in <#C0PEOPLEOPS>');
    await ines.submit();
    await ines.untilView('Offboarding started');
    const words = 'The last day of Sofia Lindqvist was changed to Thu, 28 February 2999.';
    for (const told of [
      ines.untilMessage(words),
      marcus.untilMessage(words),
      ines.untilMessage(words, channels.private),
    ])
      expect((await told).texts.join()).toContain(
        'Changed by <@U0INES> · Before: Thu, 31 January 2999, planned by <@U0MARCUS>',
      );
    expect(toLeila()).toEqual([]);
    expect(sent()).toHaveLength(2);
    const [second, first] = await requests();
    for (const person of [ines, marcus])
      await person.until(() => {
        const text = person.home()?.texts.join() ?? '';
        return text.includes(second?.id ?? '?') && !text.includes(first?.id ?? '?');
      });
    const { db, close } = openDatabase<LedgerTables>(environment.DATABASE_URL);
    const steps = await db
      .selectFrom('audit_events')
      .select(['actor', 'detail'])
      .where('what', '=', 'accepted')
      .where('request_id', 'in', [first?.id ?? '', second?.id ?? ''])
      .orderBy('id')
      .execute();
    await close();
    expect(steps.map(({ actor }) => actor)).toEqual(['U0MARCUS', 'U0INES']);
    expect(steps[1]?.detail).toContain(first?.id);
  });

  it('asks once more where somebody else was faster, whether before the press or during it', async () => {
    const { ines, marcus, requests } = await startedByMarcus('Mei Chen');
    await fillIn(marcus, '2999-03-31', 'Mei Chen');
    await marcus.untilView('Check and start');
    // HR submits first.
    await fillIn(ines, '2999-02-28', 'Mei Chen');
    await ines.submit();
    await ines.untilView('Offboarding started');
    expect(await marcus.submit()).toEqual({ outcome: 'updated' });
    const page = marcus.view().texts.join();
    expect(page).toContain('There’s something new on this page');
    expect(page).toContain('<@U0INES>. Last day until now: Thu, 28 February 2999');
    expect(page).toContain('Last day: Sun, 31 March 2999');
    expect(await requests()).toHaveLength(2);
    await marcus.submit();
    await marcus.untilView('Offboarding started');
    await ines.untilMessage('was changed to Sun, 31 March 2999');
  });

  it('tells another manager nothing, and sends them to HR', async () => {
    const { leila, requests } = await startedByMarcus('Emma de Vries');
    expect((await fillIn(leila, '2999-03-31', 'Emma de Vries')).outcome).toBe('errors');
    expect(leila.view().errors.Employee).toBe('Frontdesk can’t start this right now. Ask HR.');
    expect(leila.view().texts.join()).not.toContain('already');
    expect(await requests()).toHaveLength(1);
  });

  it('lets the second of two at once know of the first, whichever finished in between', async () => {
    const { ines, marcus, bot, sent, requests } = await startedByMarcus('Amara Okafor');
    const { ledger } = bot;
    const [first] = await requests();
    if (first?.kind !== 'offboarding') throw new Error('no offboarding');
    const again = (requester: string, changes: string | null) =>
      ledger.submit({ ...first, requester, submission: `F-${requester}-${changes}`, changes });
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
});
