import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../src/sandbox/http-mode/signature.ts';
import { systemClock } from '../../src/time/clock.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { startProxy } from '../faults/proxy.ts';
import { inWhole } from '../faults/trials.ts';
import { channels, everyWay, openOffice, ourService, releasedService } from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

type Office = Awaited<ReturnType<typeof openOffice>>;
type Actor = Office['marcus'];

/** Fills in the form and continues to the check page. */
async function goOn(person: Actor, filled: Record<string, string | string[]> = {}) {
  await person.command('/offboard');
  await person.untilView('Start offboarding');
  await person.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31', ...filled });
  return person.submit();
}

const textsOf = (person: Actor) => person.view().texts.join('\n');

async function offboardings(office: Office) {
  const all = await office.bot.ledger.list(50);
  return all.filter(({ kind }) => kind === 'offboarding').length;
}

describe.each(everyWay)('in %s (%s), against %s', (_mode, mode, name, startService) => {
  it('says who, when, what happens and who is notified before it starts anything, and tells just those', async () => {
    const office = await openOffice(cleanup, { mode, service: await startService(cleanup) });
    const { marcus, ines, sandbox } = office;
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    const { options } = await marcus.options('Offboarding sequences', '');
    await marcus.closeAll();
    expect(await goOn(marcus, { 'Offboarding sequences': options.slice(0, 1) })).toEqual({
      outcome: 'pushed',
    });
    const { texts, title, submit, close } = await marcus.untilView('Check and start');
    expect([title, submit, close]).toEqual(['Check and start', 'Start offboarding', 'Back']);
    const page = texts.join('\n');
    expect(page).toContain('Sofia Lindqvist · sofia.lindqvist@acme.example');
    expect(page).toContain('Title in Slack: ');
    expect(page).toContain('Last day: Thu, 31 January 2999');
    // Other services keep the tasks they have handed out.
    expect(page).toContain(
      name === 'our service'
        ? 'removes the person’s unfinished onboarding tasks'
        : 'drops the onboarding tasks that it hasn’t handed out yet',
    );
    expect(page).toContain(`can take a few minutes: ${options[0]}.`);
    expect(page).toContain('<@U0MARCUS> and everyone in <#C0PEOPLEOPS>. Nobody else.');
    expect(await offboardings(office)).toBe(0);

    await marcus.press('Start offboarding');
    await marcus.untilView('Offboarding started');
    await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
    const told = ['U0INES', 'U0GRACE', 'U0LEILA', 'U0SOFIA'].flatMap((id) =>
      sandbox.person(id).directMessages(),
    );
    expect(told).toEqual([]);
    // Closing the result closes everything below it: the form is finished.
    await marcus.press('Close');
    expect(marcus.views()).toEqual([]);
  });
});

describe('in one office', () => {
  const shared = sharedOffice(async (own) =>
    openOffice(own, { service: await ourService(own), mode: 'http' }),
  );

  it('brings the form back with everything in it', async () => {
    const { marcus } = shared();
    const before = await offboardings(shared());
    await goOn(marcus, { Employee: 'Emma de Vries' });
    await marcus.press('Back');
    expect(marcus.view().title).toBe('Start offboarding');
    expect(marcus.view().fields.Employee?.value).toBe('Emma de Vries');
    await marcus.fill({ 'Last day': '2999-02-28' });
    await marcus.submit();
    expect(textsOf(marcus)).toContain('Last day: Thu, 28 February 2999');
    await marcus.submit();
    await marcus.untilView('Offboarding started');
    expect(await offboardings(shared())).toBe(before + 1);
  });

  it.each([
    [
      'the last day is at the weekend',
      { 'Last day': '2999-02-02' },
      'Sat, 2 February 2999, is at the weekend',
    ],
    ['no sequences are chosen', {}, 'so only the last day will be set'],
    ['it is somebody’s own', { Employee: 'Marcus Oyelaran' }, 'This is your own offboarding.'],
  ] as const)('says it loudly where %s', async (_what, filled, sentence) => {
    const { marcus } = shared();
    await goOn(marcus, { Employee: 'Mei Chen', ...filled });
    expect(textsOf(marcus)).toContain(sentence);
  });

  it('says whose report somebody is where Frontdesk added them, to other managers alone', async () => {
    const { ines, marcus, sandbox } = shared();
    await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.untilView('New hire');
    await ines.fill({ Manager: 'Marcus Oyelaran' });
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    await ines.closeAll();
    const jane = { Employee: 'Jane Doe' };
    const leila = sandbox.person('U0LEILA');
    await goOn(leila, jane);
    expect(textsOf(leila)).toContain('Marcus Oyelaran was entered as this person’s manager, not you.');
    for (const person of [marcus, ines]) {
      await goOn(person, jane);
      expect(textsOf(person)).toContain('Jane Doe · jane@acme.example');
      expect(textsOf(person)).not.toContain('was entered as');
    }
  });

  it('says it where the leaver would read it in the private channel', async () => {
    const { ines } = shared();
    await goOn(ines, { Employee: 'Grace Muthoni' });
    expect(textsOf(ines)).toContain('This person is in the private HR channel, so they’ll see the message');
    await ines.press('Back');
    await ines.fill({ Employee: 'Sofia Lindqvist' });
    await ines.submit();
    expect(textsOf(ines)).not.toContain('in the private HR channel');
  });

  it('makes one offboarding of the button pressed twice, and answers the second press with the same result', async () => {
    const { marcus } = shared();
    const before = await offboardings(shared());
    await goOn(marcus, { Employee: 'Mei Chen' });
    await marcus.submit();
    const first = await marcus.untilView('Offboarding started');
    const [reference = '?'] = /R-\w+/.exec(first.texts.join()) ?? [];
    const again = await post(shared(), submission(shared()));
    expect(again).toMatch(new RegExp(`"update".*Offboarding started.*${reference}`));
    expect(await offboardings(shared())).toBe(before + 1);
  });

  it('takes the form’s place where Slack has no room above it, and brings it back', async () => {
    const { marcus } = shared();
    await goOn(marcus);
    const third = submission(shared(), { previous_view_id: 'V0SECOND', root_view_id: 'V0FIRST' });
    const answer = JSON.parse(await post(shared(), third));
    expect(answer).toMatchObject({
      response_action: 'update',
      view: { title: { text: 'Check and start' }, close: { text: 'Cancel' } },
    });
    expect(JSON.stringify(answer.view.blocks)).toContain('"action_id":"offboard_back"');
    await marcus.press('Back');
    const { id, hash } = third.view;
    await post(shared(), {
      ...third,
      type: 'block_actions',
      container: { type: 'view', view_id: id },
      view: { ...third.view, ...answer.view, id, hash, state: { values: {} } },
      actions: [{ type: 'button', action_id: 'offboard_back', block_id: 'b', value: '', action_ts: '1.1' }],
    });
    await marcus.until(() => marcus.view().texts.join().includes('sets the last day'));
    const { fields } = marcus.view();
    expect(fields).toMatchObject({
      Employee: { value: 'Sofia Lindqvist' },
      'Last day': { value: '2999-01-31' },
    });
  });
});

it('names the people of HR who are notified where there is no private channel, and not the leaver', async () => {
  const { marcus, ines, sandbox } = await openOffice(cleanup, {
    service: await ourService(cleanup),
    env: { FRONTDESK_PRIVATE_CHANNEL: '', FRONTDESK_HR: 'U0INES,U0GRACE,U0SOFIA' },
  });
  await goOn(marcus);
  expect(textsOf(marcus)).toContain('<@U0MARCUS>, <@U0INES> and <@U0GRACE>. Nobody else.');
  await marcus.submit();
  for (const person of [marcus, ines, sandbox.person('U0GRACE')])
    await person.untilMessage('The offboarding of Sofia Lindqvist has started.');
  expect(sandbox.person('U0SOFIA').directMessages()).toEqual([]);
});

it('names HR’s people where the private channel cannot be used, as they will be told', async () => {
  const env = { FRONTDESK_PRIVATE_CHANNEL: channels.general };
  const { marcus } = await openOffice(cleanup, { service: await ourService(cleanup), env });
  await goOn(marcus);
  expect(textsOf(marcus)).toContain('<@U0MARCUS>, <@U0INES> and <@U0GRACE>. Nobody else.');
});

inWhole(
  'opens the page in time while Slack does not answer, and claims nothing that it does not know',
  async () => {
    const env = { FRONTDESK_PRIVATE_CHANNEL: '' };
    const { marcus, sandbox } = await openOffice(cleanup, { service: await ourService(cleanup), env });
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
    for (const target of ['users.info', 'users.lookupByEmail'])
      sandbox.addFault({ target, kind: 'hang', times: 99 });
    expect(await marcus.submit()).toEqual({ outcome: 'pushed' });
    expect(textsOf(marcus)).toContain('<@U0MARCUS> and HR. Nobody else.');
    expect(textsOf(marcus)).not.toContain('Title in Slack');
  },
);

/** Copies the newest submission, with parts of its view replaced. */
function submission({ sandbox }: Office, other: object = {}) {
  const delivered = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  const payload: { view: { id: string; hash: string } } = structuredClone(Object(delivered?.body));
  return { ...payload, view: { ...payload.view, ...other } };
}

/** Posts a signed payload as Slack does. */
async function post({ sandbox, bot }: Office, payload: object): Promise<string> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...signatureHeaders(sandbox.signingSecret, body, Date.now()),
  };
  return (await fetch(`${bot.url}/slack/events`, { method: 'POST', body, headers })).text();
}

it('knows after a restart what was entered', async () => {
  const { marcus, bot, start } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await goOn(marcus, { 'Offboarding sequences': ['Everybody who leaves'] });
  await bot.stop();
  await start();
  await marcus.submit();
  await marcus.untilView('Offboarding started');
  expect(textsOf(marcus)).toContain('The offboarding of Sofia Lindqvist has started.');
  expect(textsOf(marcus)).toContain('Everybody who leaves');
});

it('sends nothing while nobody knows whom it is about, and keeps the button', async () => {
  const service = await releasedService(cleanup);
  const proxy = await startProxy(cleanup, service.url);
  const clock = testClock({ speed: 1 });
  const office = await openOffice(cleanup, { service: { url: proxy.url, token: service.token }, clock });
  const { marcus } = office;
  await goOn(marcus);
  await office.bot.stop();
  const letThrough = proxy.hold('/api/employees/');
  const bot = await office.start();
  // Shorten the form's one-second wait for the employees.
  clock.runAt(10);
  await marcus.submit();
  clock.runAt(1);
  expect(textsOf(marcus)).toContain('The employees haven’t loaded yet');
  expect(await bot.ledger.list(9)).toEqual([]);
  letThrough();
  await expect.poll(() => bot.directory.current()).toBeDefined();
  await marcus.press('Start offboarding');
  await marcus.untilView('Offboarding started');
  await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
});

it('starts nothing for somebody who has lost the right meanwhile', async () => {
  const env = { FRONTDESK_MANAGERS: 'U0MARCUS,U0LEILA' };
  const office = await openOffice(cleanup, { service: await ourService(cleanup), env });
  await goOn(office.marcus);
  await office.bot.stop();
  office.environment.FRONTDESK_MANAGERS = 'U0LEILA';
  const bot = await office.start();
  await office.marcus.press('Start offboarding');
  await office.marcus.untilView('No access');
  expect(await bot.ledger.list(9)).toEqual([]);
});

it('starts nothing whose last day has passed while the page was open', async () => {
  let day = '2030-06-03';
  const clock = { ...systemClock, now: () => new Date(`${day}T12:00:00Z`) };
  const office = await openOffice(cleanup, { service: await releasedService(cleanup), clock });
  await goOn(office.marcus, { 'Last day': day });
  expect(textsOf(office.marcus)).toContain('The last day is today.');
  day = '2030-06-04';
  await office.marcus.submit();
  expect(textsOf(office.marcus)).toContain('can’t be in the past');
  expect(office.marcus.view().submit).toBeNull();
  expect(await offboardings(office)).toBe(0);
});

it('shows names as they are', async () => {
  const service = await releasedService(cleanup);
  const headers = { authorization: `Token ${service.token}`, 'content-type': 'application/json' };
  const odd = { first_name: '<!channel>', last_name: '*Bold* <@U0INES>', email: 'odd@acme.example', role: 0 };
  await fetch(`${service.url}/api/users/`, { method: 'POST', headers, body: JSON.stringify(odd) });
  const { marcus, sandbox } = await openOffice(cleanup, { service });
  await goOn(marcus, { Employee: '<!channel> *Bold* <@U0INES>' });
  expect(textsOf(marcus)).toContain('<!channel> *Bold* <@U0INES> · odd@acme.example');
  const { views } = marcus.screen();
  expect(
    JSON.stringify(views.at(-1)?.blocks.filter((one) => JSON.stringify(one).includes('mrkdwn'))),
  ).not.toContain('Bold');
  expect(sandbox.messages(channels.general)).toEqual([]);
});
