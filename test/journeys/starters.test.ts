import { expect } from 'vitest';
import { releasedService } from './office.ts';
import { ada, postingTo, withSource } from './starters-office.ts';
import { begin, channels, it, modes, type Open, onPostgres, startDay } from './world.ts';

const asked = 'From Personio: Ada Park, starts Mon 17 Mar.';
const toDirect = { FRONTDESK_PRIVATE_CHANNEL: '' };

async function adaProposed(open: Open, env: Record<string, string> = {}) {
  const office = await open({ at: begin, env });
  const source = await withSource(office);
  expect(await source.post(ada)).toBe(202);
  const place = env.FRONTDESK_PRIVATE_CHANNEL === '' ? undefined : channels.private;
  await office.ines.untilMessage(asked, place);
  /** Messages to HR about somebody from the source, as they were posted. */
  const questions = () => office.posted('From Personio');
  return { ...office, ...source, questions };
}

/** Takes a hire from the message, and adds them. */
async function take({ ines }: Pick<Awaited<ReturnType<typeof adaProposed>>, 'ines'>) {
  await ines.open('Take it', 'New hire');
  await ines.send('New hire added');
  await ines.closeAll();
}

it.for(modes)(
  'proposes a future hire to HR, whose form is filled in, and adds nobody by itself (%s)',
  async (mode, { open }) => {
    const office = await open({ mode, at: begin });
    const { ines, grace, marcus, sandbox, inService, rows } = office;
    const { post } = await withSource(office);
    expect(await post(ada)).toBe(202);
    const message = await ines.untilMessage(asked, channels.private);
    expect(message.texts.join()).toContain('ada@acme.example · Engineer');
    // The source's id outlives the details, and may be an address.
    expect((await rows('requests')).map(({ proposal }) => String(proposal)).join()).not.toContain(ada.id);
    expect(sandbox.messages(channels.hires)).toEqual([]);
    await grace.visitHome(asked);
    await marcus.visitHome();
    expect(marcus.homeText()).not.toContain('Ada');
    expect(await inService('ada@acme.example')).toEqual([]);
    await ines.open('Take it', 'New hire');
    expect(ines.values()).toMatchObject({
      'First name': 'Ada',
      'Last name': 'Park',
      'Work email': 'ada@acme.example',
      'Start day': startDay,
      Manager: 'Marcus Oyelaran',
      Position: 'Engineer',
    });
    await ines.send('New hire added');
    await ines.untilMessage(/Taken by <@U0INES> · R-/, channels.private);
    await ines.untilMessage('Ada Park joins', channels.hires);
    expect(await inService('ada@acme.example')).toHaveLength(1);
    await grace.until(() => !grace.homeText().includes(asked));
  },
);

it('takes the secret as a bearer token or as a signature, and nothing else', async ({ open }) => {
  const office = await open({ at: begin, mode: 'http', env: { HTTP_PATH: '/frontdesk' } });
  const { id, secret, send, signed } = await withSource(office);
  const other = await withSource(office, undefined, 'Other');
  const body = JSON.stringify(ada);
  const statusOf = async (headers: object) => (await send(body, headers)).status;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  expect(await statusOf(bearer(secret))).toBe(202);
  expect(await statusOf(signed(body))).toBe(202);
  for (const wrong of [
    {},
    bearer(''),
    bearer(other.secret),
    bearer(secret.slice(0, -1)),
    { authorization: `Basic ${secret}` },
    other.signed(body),
    signed(`${body} `),
    signed(body, new Date(Date.now() - 6 * 60_000)),
    { ...signed(body), 'webhook-id': 'msg_2' },
  ])
    expect(await statusOf(wrong)).toBe(401);
  const below = postingTo({ url: `${office.bot.url}/frontdesk` }, { id, secret });
  expect(await below.post(ada)).toBe(202);
  expect(await postingTo(office.bot, { id: 'S-UNKNOWN', secret }).post(ada)).toBe(404);
});

it('updates a proposal that nobody has taken, and its message, quietly', async ({ open }) => {
  const office = await adaProposed(open);
  const { ines, post, questions, rows, sandbox } = office;
  for (const body of [ada, ada]) await post(body);
  await post({ ...ada, start: '18.03.2031', position: 'Designer' });
  const changed = 'From Personio: Ada Park, starts Tue 18 Mar.';
  const message = await ines.untilMessage(changed, channels.private);
  expect(message.texts.join()).toContain('ada@acme.example · Designer');
  await ines.visitHome(changed);
  await sandbox.settled();
  expect(questions()).toHaveLength(1);
  expect(await rows('requests')).toHaveLength(1);
  await ines.open('Take it', 'New hire');
  expect(ines.values()).toMatchObject({ 'Start day': '2031-03-18', Position: 'Designer' });
});

it('updates the message of each person in HR, without a private channel', async ({ open }) => {
  const { ines, grace, post, questions } = await adaProposed(open, toDirect);
  await grace.untilMessage(asked);
  await post({ ...ada, start: '2031-03-18' });
  for (const one of [ines, grace]) await one.untilMessage('starts Tue 18 Mar');
  expect(questions()).toHaveLength(2);
  await take({ ines });
  for (const one of [ines, grace]) await one.untilMessage('Taken by <@U0INES>');
});

it('offers a new start day of somebody who was added, once for each day, and moves nothing', async ({
  open,
}) => {
  const office = await adaProposed(open);
  const { ines, post, posted, rows, allSent, sandbox } = office;
  await take(office);
  const day = async () => (await rows('requests'))[0]?.day;
  const moved = 'Ada Park starts Thu 20 Mar in Personio, and Mon 17 Mar here.';
  for (const start of [startDay, '2031-03-20', '2031-03-20']) await post({ ...ada, start });
  await ines.untilMessage(moved, channels.private);
  await allSent();
  expect(posted(moved)).toHaveLength(1);
  expect(await day()).toBe(startDay);
  await ines.open('Move start day', 'Move start day');
  expect(ines.values()).toEqual({ 'New start day': '2031-03-20' });
  await ines.submitUntil(/Reference R-/);
  expect(await day()).toBe('2031-03-20');
  // Back to the first day: news again, since HR followed.
  await post({ ...ada, start: startDay });
  await ines.untilMessage('Ada Park starts Mon 17 Mar in Personio, and Thu 20 Mar here.', channels.private);
  await ines.closeAll();
  await ines.openPerson();
  expect(ines.pageText()).toContain('Proposed new hire to HR · sent');
  await post({ ...ada, start: undefined });
  await sandbox.settled();
  expect(posted('in Personio')).toHaveLength(2);
});

it('offers a new start day once the hire is added, if it came before', async ({ open }) => {
  const office = await open({ at: begin, service: releasedService });
  const { ines, service, clock, bot } = office;
  const { post } = await withSource(office);
  await post(ada);
  await ines.untilMessage(asked, channels.private);
  service.spoilToken(service.token, 'removed');
  await ines.open('Take it', 'New hire');
  await ines.send('Request saved');
  await ines.untilMessage('Taken by <@U0INES>', channels.private);
  await post({ ...ada, start: '2031-03-20' });
  service.allowToken(service.token);
  await bot.ledger.resume();
  await ines.untilView('New hire added');
  clock.moveBy(11 * 60_000);
  await ines.untilMessage('Ada Park starts Thu 20 Mar in Personio', channels.private);
});

it('leaves a day that HR chose, but shows what the source has', async ({ open }) => {
  const { ines, post, posted, allSent, rows } = await adaProposed(open);
  await ines.open('Take it', 'New hire');
  await ines.fill({ 'Start day': '2031-03-24' });
  await ines.untilPage('The start day in Personio is Mon 17 Mar.');
  await ines.send('New hire added');
  await post(ada);
  await allSent();
  expect(posted('in Personio, and')).toEqual([]);
  expect(await rows('requests')).toMatchObject([{ day: '2031-03-24', state: 'done' }]);
});

it('tells HR who has the form open that the day has changed meanwhile', async ({ open }) => {
  const { ines, post, rows } = await adaProposed(open);
  await ines.open('Take it', 'New hire');
  await post({ ...ada, start: '2031-03-20' });
  await ines.untilMessage('starts Thu 20 Mar', channels.private);
  await ines.submitUntil('The start day in Personio is Thu 20 Mar.');
  await ines.open('Back', 'New hire');
  await ines.send('New hire added', { 'Start day': '2031-03-20' });
  expect(await rows('requests')).toMatchObject([{ day: '2031-03-20', state: 'done' }]);
});

it('lets one of two people in HR take a hire, and names them to the other', async ({ open }) => {
  const { ines, grace, inService, rows, sandbox } = await adaProposed(open);
  await grace.visitHome(asked);
  for (const one of [ines, grace]) await one.open('Take it', 'New hire');
  await grace.fill({ 'Work email': 'ada.park@acme.example' });
  await Promise.all([ines.submit(), grace.submit()]);
  await sandbox.settled();
  const pages = [ines, grace].map((one) => one.pageText());
  expect(pages.filter((text) => /took Ada Park on|already/.test(text))).toHaveLength(1);
  expect(await rows('requests')).toHaveLength(1);
  const added = [...(await inService('ada@acme.example')), ...(await inService('ada.park@acme.example'))];
  expect(added).toHaveLength(1);
});

it('stays dismissed until the source changes something, and can be taken anyway', async ({ open }) => {
  const office = await adaProposed(open);
  const { ines, grace, post, questions, sandbox } = office;
  await ines.press('Dismiss');
  await ines.untilMessage('Dismissed by <@U0INES>.', channels.private);
  await post(ada);
  await sandbox.settled();
  await ines.visitHome();
  expect(ines.homeText()).not.toContain(asked);
  await post({ ...ada, position: 'Designer' });
  await ines.visitHome(asked);
  await ines.untilMessage(asked, channels.private);
  await grace.pressInHome('Dismiss');
  await ines.untilMessage('Dismissed by <@U0GRACE>.', channels.private);
  expect(questions()).toHaveLength(1);
  await ines.closeAll();
  await take(office);
  await ines.untilMessage('Taken by <@U0INES>', channels.private);
});

it('keeps a hire that was begun as a draft, with whoever had it', async ({ open }) => {
  const { ines, rows } = await adaProposed(open);
  await ines.fillIn('Take it', { 'Last name': 'Parker' }, 'New hire');
  await ines.close();
  await ines.untilMessage('Your draft for Ada Parker is saved.');
  await ines.press('Resume');
  expect((await ines.untilView('New hire')).fields).toMatchObject({ 'Last name': { value: 'Parker' } });
  await ines.send('New hire added');
  expect(await rows('requests')).toMatchObject([{ state: 'done', subject: 'ada@acme.example' }]);
});

it('is answered by a hire with the same address that HR entered by hand', async ({ open }) => {
  const { ines, hire, post, posted, allSent, rows } = await adaProposed(open);
  await hire({ name: 'Ada Park', email: 'ada@acme.example', on: startDay });
  await ines.untilMessage('Taken by <@U0INES>', channels.private);
  await post({ ...ada, id: 'P-2' });
  await allSent();
  expect(posted('From Personio')).toHaveLength(1);
  expect(await rows('requests')).toHaveLength(2);
});

it('asks about nobody who is an employee or started long ago', async ({ open }) => {
  const office = await open({ at: begin });
  const { posted, allSent, rows, set } = office;
  // That setting is about people who are in the service already.
  await set('Reminders', { 'People added in the onboarding service': [] });
  const { post } = await withSource(office);
  await post({ ...ada, email: 'Sofia.Lindqvist@acme.example' });
  await post({ ...ada, id: 'P-2', start: '2030-01-01' });
  await post([{ ...ada, id: 'P-3', first: 'Ben', email: 'ben@acme.example' }, { name: 'without an id' }]);
  await office.ines.untilMessage('From Personio: Ben Park', channels.private);
  await allSent();
  expect(posted('From Personio')).toHaveLength(1);
  expect(await rows('requests')).toHaveLength(1);
});

it('proposes nobody of an event with more new people than are likely, and tells HR', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, posted, allSent } = office;
  const { post } = await withSource(office);
  await post([ada]);
  const everybody = Array.from({ length: 102 }, (_, id) => ({
    ...ada,
    id: `E-${id}`,
    email: `e${id}@acme.example`,
  }));
  for (const _twice of [1, 2]) await post([{ ...ada, position: 'Designer' }, ...everybody]);
  await ines.untilMessage('Personio sent 102 new people at once, so none was proposed.', channels.private);
  await ines.untilMessage('ada@acme.example · Designer', channels.private);
  await allSent();
  expect(posted('Personio')).toHaveLength(2);
});

it('shows the plan of a hire who isn’t in the service yet, and keeps the proposal with a template', async ({
  open,
}) => {
  const office = await adaProposed(open);
  const { ines, rows } = office;
  await ines.openFromHome('Templates');
  await ines.fillIn('New template', { 'Template name': 'Sales', Position: 'Seller' }, 'Template');
  await ines.send('Templates');
  await ines.closeAll();
  await ines.open('Take it', 'New hire');
  await ines.open('What will happen', 'What will happen');
  expect(ines.pageText()).toMatch(/login/i);
  await ines.close();
  await ines.untilView('New hire');
  await ines.pressUntil('Sales', 'Filled in from');
  await ines.close();
  await ines.untilMessage('Your draft for Ada Park is saved.');
  const [draft] = await rows('drafts');
  expect(JSON.parse(String(draft?.content))).toMatchObject({ proposal: expect.stringMatching(/^R-/) });
});

it('names what is missing, leaves it empty, and says what it can’t use', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines } = office;
  const { post } = await withSource(office);
  await post({ ...ada, email: 'not an address', start: '04/05/2031', manager: 'nobody@acme.example' });
  const message = await ines.untilMessage('From Personio: Ada Park.', channels.private);
  expect(message.texts.join()).toContain('Missing: Work email and Start day.');
  const form = await ines.open('Take it', 'New hire');
  const text = form.texts.join('\n');
  expect(text).toContain('Work email couldn’t be filled in: “not an address”.');
  expect(text).toContain('Start day couldn’t be filled in: “04/05/2031”.');
  expect(text).toContain('Manager couldn’t be filled in: “nobody@acme.example”.');
  expect(ines.values()).toMatchObject({ 'First name': 'Ada', Position: 'Engineer' });
});

it('reads what it had stored when it stopped', async ({ open }) => {
  const office = await open({ at: begin });
  const { bot, start, ines, inDatabase } = office;
  const source = await withSource(office);
  expect(await source.post(ada)).toBe(202);
  await bot.stop();
  await inDatabase((db) => db.deleteFrom('messages').execute());
  await inDatabase((db) => db.deleteFrom('audit_events').execute());
  await inDatabase((db) => db.deleteFrom('requests').execute());
  await inDatabase((db) =>
    db.updateTable('starter_events').set({ state: 'new', lease_until: null }).execute(),
  );
  const again = await start();
  await ines.untilMessage(asked, channels.private);
  expect(await postingTo(again, source).post({ ...ada, start: '2031-03-18' })).toBe(202);
  await ines.untilMessage('starts Tue 18 Mar', channels.private);
});

onPostgres(
  'proposes once what two processes receive, each with a source of the other',
  async ({ open, postgres }) => {
    const office = await open({
      at: begin,
      env: { DATABASE_URL: postgres, FRONTDESK_SECRET: 'x'.repeat(40) },
    });
    const { bot, start, ines, rows, posted, allSent } = office;
    const second = await start();
    const source = await withSource(office);
    const both = [bot, second].map((one) => postingTo(one, source));
    const bodies = Array.from({ length: 6 }, (_, index) => ({
      ...ada,
      start: `2031-03-${18 + (index % 3)}`,
    }));
    await Promise.all(bodies.map((body, index) => both[index % 2]?.post(body)));
    await ines.untilMessage('From Personio: Ada Park', channels.private);
    await expect
      .poll(async () => (await rows('starter_events')).map(({ state }) => state))
      .not.toContain('new');
    await allSent();
    expect(posted('From Personio')).toHaveLength(1);
    expect(await rows('requests')).toHaveLength(1);
  },
);
