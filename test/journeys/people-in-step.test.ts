import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { onEachDatabase } from '../postgres.ts';
import { channels, employeesOf, ourService, type Service } from './office.ts';
import { crowd, has, importingService, somebody } from './people-office.ts';
import { begin, behindProxy, inWhole, it, type Open, type World, type WorldOptions } from './world.ts';

const minutes = 60_000;
const hours = 60 * minutes;

/** In Slack from the beginning, but not in the service. */
const early = somebody('U0EARLY', 'Early Bird');
const tomasz = somebody('U0TOMASZ', 'Tomasz Wiśniewski', {
  email: 'tomasz.wisniewski@acme.example',
  timezone: 'Europe/Warsaw',
});
const tomaszLeft = 'The Slack account of Tomasz Wiśniewski was deactivated.';
const sofiaNamed = { first_name: 'Sofia', last_name: 'Lindqvist', email: 'sofia.lindqvist@acme.example' };

type StepOffice = Awaited<ReturnType<typeof opened>>;

async function opened(open: Open, options: WorldOptions<Service> = {}) {
  const workspace = { people: [...demoWorkspace.people, early, tomasz] };
  const office = await open<Service>({ at: begin, workspace, service: ourService, ...options });
  /** Moves on by a minute after changes in Slack, so that they're noticed. */
  async function noticed() {
    await office.sandbox.settled();
    office.clock.moveBy(minutes);
  }
  const added = (email: string) => expect.poll(() => office.inService(email)).toHaveLength(1);
  return { ...office, noticed, added };
}

async function press({ ines }: StepOffice, button: 'Turn on' | 'Turn off', now: string) {
  await ines.openFromHome('Sync with Slack');
  await ines.pressUntil(button, now);
  await ines.closeAll();
}

async function turnOn(office: StepOffice) {
  await press(office, 'Turn on', 'Sync with Slack is on.');
  await expect.poll(async () => (await stored(office)).round?.baseline).toMatch(/^2031/);
}

async function inStep(open: Open, options: WorldOptions<Service> = {}) {
  const office = await opened(open, options);
  await turnOn(office);
  return office;
}

/** State shared by all processes. */
async function stored({ rows }: Pick<World, 'rows'>) {
  const people = new Map((await rows('slack_people')).map((row) => [row.user_id, row]));
  return { people, round: (await rows('people_rounds')).find(({ id }) => id === 'daily') };
}

/** Moves a day on, and further until the daily comparison has run. */
async function nextRound({ clock, rows }: StepOffice) {
  clock.moveBy(25 * hours);
  const dayBefore = clock.now().getTime() - 24 * hours;
  const doneAt = async () => {
    clock.moveBy(6 * minutes);
    return Date.parse(String((await stored({ rows })).round?.done_at ?? begin));
  };
  await expect.poll(doneAt).toBeGreaterThan(dayBefore);
}

it('adds people who come once it is on, no guests or bots, and forgets all when off', async ({ open }) => {
  const office = await opened(open);
  const { sandbox, service, clock, posted, inService, noticed, added } = office;
  sandbox.addPerson(somebody('U0BEFORE', 'Be Fore'));
  await sandbox.settled();
  await turnOn(office);
  sandbox.addPerson(somebody('U0GUEST', 'Gus Guest', { isGuest: true }));
  sandbox.addPerson(somebody('U0BOT', 'Bob Bot', { isBot: true }));
  sandbox.addPerson(somebody('U0CHER', 'Cher'));
  sandbox.addPerson(somebody('U0NEW', 'New Comer', { title: 'Cook' }));
  await noticed();
  await added('u0new@acme.example');
  sandbox.changePerson('U0CHER', { realName: 'Cher Bono' });
  sandbox.changePerson('U0EARLY', { title: 'Birder' });
  await noticed();
  await added('u0cher@acme.example');
  await nextRound(office);
  const emails = (await employeesOf(service)).map(({ email }) => email);
  expect(emails.filter((email) => email.startsWith('u0')).toSorted()).toEqual([
    'u0cher@acme.example',
    'u0new@acme.example',
  ]);

  await press(office, 'Turn off', 'Sync with Slack is off.');
  await expect.poll(async () => (await stored(office)).people.size).toBe(0);
  sandbox.addPerson(somebody('U0LATER', 'Later Comer'));
  sandbox.changePerson('U0TOMASZ', { isDeleted: true });
  await sandbox.settled();
  clock.moveBy(26 * hours);
  await sandbox.settled();
  expect(await inService('u0later@acme.example')).toEqual([]);
  expect(posted('The Slack account of')).toEqual([]);
});

it('passes on titles and zones, never an empty or older one, and no status', async ({ open, cleanup }) => {
  const service = await behindProxy(cleanup, ourService);
  const imports = () => service.proxy.posted('/api/frontdesk/people/').length;
  const office = await inStep(open, { service });
  const { sandbox, clock, noticed } = office;
  const place = { position: 'Head of Design', timezone: 'America/Argentina/Buenos_Aires' };
  const isThere = () => has(service, { ...sofiaNamed, ...place });
  const digest = async () => (await stored(office)).people.get('U0SOFIA')?.digest;
  const atFirst = await digest();
  sandbox.changePerson('U0SOFIA', { title: 'Head of Design', timezone: 'America/Buenos_Aires' });
  await noticed();
  await expect.poll(isThere).toBe(true);
  await expect.poll(digest).not.toBe(atFirst);
  const withTitle = await digest();
  sandbox.changePerson('U0SOFIA', { title: '' });
  await noticed();
  await expect.poll(digest).not.toBe(withTitle);
  expect(await isThere()).toBe(true);
  const before = imports();
  for (const id of ['U0SOFIA', 'U0MARCUS'])
    for (let count = 0; count < 200; count += 1) sandbox.changePerson(id, { locale: 'de-DE' });
  await noticed();
  clock.moveBy(6 * minutes);
  await sandbox.settled();
  expect(imports()).toBe(before);

  sandbox.changePerson('U0SOFIA', { title: 'Newer' });
  await sandbox.settled();
  const body = sandbox.deliveries().at(-1)?.body ?? {};
  const { user, ...event } = body.event as { user: { updated: number; profile: object } };
  const older = { ...user, updated: user.updated - 60, profile: { ...user.profile, title: 'Older' } };
  const payload = { ...body, event_id: 'EvLATE', event: { ...event, user: older } };
  sandbox.sendFrame(JSON.stringify({ type: 'events_api', envelope_id: 'late', payload }));
  clock.moveBy(minutes);
  const newer = { ...sofiaNamed, ...place, position: 'Newer' };
  await expect.poll(() => has(service, newer)).toBe(true);
});

it('proposes to HR alone, once each time, to offboard a deactivated person, with them chosen, unless that is known', async ({
  open,
}) => {
  const office = await inStep(open);
  const { sandbox, ines, marcus, grace, clock, posted, noticed } = office;
  for (const id of ['U0EARLY', 'U0ROBIN', 'U0TOMASZ']) sandbox.changePerson(id, { isDeleted: true });
  await noticed();
  await ines.untilMessage(tomaszLeft, channels.private);
  await nextRound(office);
  clock.moveBy(6 * minutes);
  await sandbox.settled();
  expect(posted('The Slack account of')).toEqual([`${channels.private}: ${tomaszLeft}`]);
  expect(marcus.directMessages().map(({ text }) => text)).not.toContain(tomaszLeft);
  expect(await office.inService('tomasz.wisniewski@acme.example')).toHaveLength(1);
  expect((await grace.open('Start offboarding')).fields.Employee?.value).toContain('Tomasz');

  await office.offboard();
  await ines.untilMessage('Sofia Lindqvist’s offboarding', channels.private);
  const person = async (id: string) => (await stored(office)).people.get(id);
  const go = async (id: string, isDeleted: boolean) => {
    sandbox.changePerson(id, { isDeleted });
    await noticed();
    await expect.poll(async () => (await person(id))?.state).toBe(isDeleted ? 'gone' : 'known');
  };
  await go('U0SOFIA', true);
  await expect.poll(async () => (await person('U0SOFIA'))?.told_at).toBe('');
  await go('U0TOMASZ', false);
  await go('U0TOMASZ', true);
  await expect.poll(() => posted('The Slack account of')).toHaveLength(2);
  expect(posted('account of Sofia')).toEqual([]);
});

inWhole('names fifty deactivated people, counts the others, and repeats none', async ({ open, cleanup }) => {
  const service = await ourService(cleanup);
  const many = crowd(130);
  const inService = many.map(({ email }) => ({ first_name: 'Number', last_name: 'Some', email }));
  await service.operator.importPeople(inService, { dryRun: false });
  const office = await inStep(open, { service, workspace: { people: [...demoWorkspace.people, ...many] } });
  const { sandbox, ines, clock, posted, noticed } = office;
  for (const { id } of many) sandbox.changePerson(id, { isDeleted: true });
  await noticed();
  await expect.poll(() => posted('was deactivated')).toHaveLength(50);
  expect(posted('were deactivated')).toEqual([]);
  clock.moveBy(16 * minutes);
  const said = 'The Slack accounts of 80 more people were deactivated.';
  await ines.untilMessage(said, channels.private);
  for (let days = 0; days < 3; days += 1) await nextRound(office);
  await sandbox.settled();
  expect(posted('deactivated')).toHaveLength(51);
});

it('proposes it also from a process that has yet to read the employees', async ({ open, cleanup }) => {
  const lists = { canBeRead: true };
  const service = await behindProxy(cleanup, ourService, (method, path) =>
    method === 'GET' && path === '/api/employees/' && !lists.canBeRead
      ? { when: 'before', answer: 503 }
      : undefined,
  );
  const office = await inStep(open, { service });
  const { sandbox, ines, clock, bot, start, rows, noticed } = office;
  const dueAt = async () => {
    const message = (await rows('messages')).find(({ name }) => name === 'people.gone');
    return Date.parse(String(message?.due_at));
  };
  sandbox.addFault({ target: 'chat.postMessage', kind: 'error', status: 502, times: 99 });
  sandbox.changePerson('U0TOMASZ', { isDeleted: true });
  await noticed();
  await expect.poll(dueAt).toBeGreaterThan(0);
  await bot.stop();
  lists.canBeRead = false;
  sandbox.clearFaults();
  clock.moveBy(hours);
  const again = await start();
  await expect.poll(dueAt).toBeGreaterThan(clock.now().getTime());
  lists.canBeRead = true;
  await again.directory.refresh();
  clock.moveBy(2 * minutes);
  await ines.untilMessage(tomaszLeft, channels.private);
});

onEachDatabase((fresh) => {
  inWhole('finds once a day what it missed, with two replicas too', async ({ open, cleanup }) => {
    const database = await fresh();
    let isAway = false;
    let writes = 0;
    const service = await importingService(cleanup, ({ dry_run }) => {
      if (isAway) return 503;
      writes += dry_run ? 0 : 1;
      return undefined;
    });
    const env = { DATABASE_URL: database.url };
    const office = await inStep(open, { service, env });
    const { sandbox, ines, bot, start, clock, posted, noticed, added } = office;
    isAway = true;
    sandbox.addPerson(somebody('U0AWAY', 'Away Service'));
    await noticed();
    await expect.poll(async () => (await stored(office)).people.get('U0AWAY')?.state).toBe('joined');
    await bot.stop();
    sandbox.addPerson(somebody('U0MISSED', 'Missed Event'));
    sandbox.changePerson('U0TOMASZ', { isDeleted: true });
    isAway = false;
    await start();
    if (database.url.startsWith('postgres')) await start();
    clock.moveBy(25 * hours);
    for (const email of ['u0away@acme.example', 'u0missed@acme.example']) await added(email);
    await ines.untilMessage('The Slack account of Tomasz', channels.private);
    clock.moveBy(6 * minutes);
    await sandbox.settled();
    expect(posted('The Slack account of')).toHaveLength(1);
    expect(writes).toBe(1);
  });

  it('keeps the newer of two changes within a second, with two replicas too', async ({ open, cleanup }) => {
    const database = await fresh();
    const service = await ourService(cleanup);
    const many = crowd(41);
    const inService = many.map(({ email = '', realName }) => ({
      first_name: 'Number',
      last_name: realName.slice(7),
      email,
      timezone: 'Asia/Kolkata',
    }));
    for (const one of inService) await service.operator.addUser({ ...one, position: 'Before', role: 2 });
    const workspace = { people: [...demoWorkspace.people, ...many] };
    const office = await inStep(open, { service, workspace, env: { DATABASE_URL: database.url } });
    const { sandbox, start, clock } = office;
    if (database.url.startsWith('postgres')) await start();
    // Replicas take turns: for each person, one receives the older change and the other the newer.
    for (const title of ['Older', 'Newer']) for (const { id } of many) sandbox.changePerson(id, { title });
    await sandbox.settled();
    clock.moveBy(11 * minutes);
    await expect
      .poll(async () => {
        clock.moveBy(minutes);
        const isNewer = inService.map((one) => has(service, { ...one, position: 'Newer' }));
        return (await Promise.all(isNewer)).every(Boolean);
      })
      .toBe(true);
  });
});
