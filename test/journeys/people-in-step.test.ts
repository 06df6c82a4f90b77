import { expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { startProxy } from '../faults/proxy.ts';
import { inWhole } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { posted } from './moved-office.ts';
import { channels, type Office, type OfficeOptions, openOffice, ourService } from './office.ts';
import { has, peopleOf, serviceThat, somebody } from './people-office.ts';

const cleanup = useCleanup();

const begin = '2031-03-03T12:00:00.000Z';
const minutes = 60_000;
const hours = 60 * minutes;

/** In Slack from the beginning, but not in the service. */
const early = somebody('U0EARLY', 'Early Bird');
const tomasz = somebody('U0TOMASZ', 'Tomasz Wiśniewski', {
  email: 'tomasz.wisniewski@acme.example',
  timezone: 'Europe/Warsaw',
});

async function officeInStep(options: Partial<OfficeOptions> = {}) {
  const own = await ourService(cleanup);
  const clock = testClock({ start: begin });
  const workspace = { people: [...demoWorkspace.people, early, tomasz] };
  const office = await openOffice(cleanup, { service: own, clock, workspace, ...options });
  const later = (ms: number) => clock.moveBy(ms);
  return { ...office, clock, later, service: own };
}
type StepOffice = Awaited<ReturnType<typeof officeInStep>>;

async function press(ines: Office['ines'], button: 'Turn on' | 'Turn off', now: string) {
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Keep in step'));
  await ines.press('Keep in step');
  await ines.untilView('Keep in step');
  await ines.press(button);
  await ines.until(() => ines.view().texts.join().includes(now));
  await ines.closeAll();
}

const turnOn = (ines: Office['ines']) =>
  press(ines, 'Turn on', 'Frontdesk keeps people in step with Slack now.');

/** State shared by all processes. */
async function rows({ environment }: Pick<StepOffice, 'environment'>) {
  const { db, close } = openDatabase<BotTables>(environment.DATABASE_URL);
  const found = await db.selectFrom('slack_people').selectAll().execute();
  const rounds = await db.selectFrom('people_rounds').selectAll().execute();
  await close();
  return {
    people: new Map(found.map((row) => [row.user_id, row])),
    round: rounds.find(({ id }) => id === 'daily'),
  };
}

/** Turns the switch on and waits until the people already in Slack are recorded. */
async function inStep(options: Partial<OfficeOptions> = {}) {
  const office = await officeInStep(options);
  await turnOn(office.ines);
  await expect.poll(async () => (await rows(office)).round?.baseline).toMatch(/^2031/);
  return office;
}

/** Moves the clock on until the daily comparison has run. */
async function nextRound(office: StepOffice) {
  const dayBefore = office.clock.now().getTime() - 24 * hours;
  const doneAt = async () => {
    office.later(6 * minutes);
    return Date.parse((await rows(office)).round?.done_at ?? begin);
  };
  await expect.poll(doneAt).toBeGreaterThan(dayBefore);
}

const added = (office: StepOffice, email: string) =>
  expect.poll(async () => (await peopleOf(office.service)).has(email)).toBe(true);

it('adds who comes once HR has turned it on, and nobody who was there or is a guest or bot', async () => {
  const office = await officeInStep();
  const { sandbox, ines, later } = office;
  sandbox.addPerson(somebody('U0BEFORE', 'Be Fore'));
  await sandbox.settled();
  await turnOn(ines);
  await expect.poll(async () => (await rows(office)).round?.baseline).toMatch(/^2031/);
  sandbox.addPerson(somebody('U0GUEST', 'Gus Guest', { isGuest: true }));
  sandbox.addPerson(somebody('U0BOT', 'Bob Bot', { isBot: true }));
  sandbox.addPerson(somebody('U0CHER', 'Cher'));
  sandbox.addPerson(somebody('U0NEW', 'New Comer', { title: 'Cook' }));
  await sandbox.settled();
  later(minutes);
  await added(office, 'u0new@acme.example');
  sandbox.changePerson('U0CHER', { realName: 'Cher Bono' });
  sandbox.changePerson('U0EARLY', { title: 'Birder' });
  await sandbox.settled();
  later(minutes);
  await added(office, 'u0cher@acme.example');
  later(25 * hours);
  await nextRound(office);
  const names = [...(await peopleOf(office.service)).keys()].filter((email) => email.startsWith('u0'));
  expect(names.toSorted()).toEqual(['u0cher@acme.example', 'u0new@acme.example']);
});

it('passes on a changed title or zone of who is in the service, never an empty one, and no status', async () => {
  const own = await ourService(cleanup);
  let imports = 0;
  const url = await serviceThat(cleanup, own, () => {
    imports += 1;
    return undefined;
  });
  const office = await inStep({ service: { ...own, url } });
  const { sandbox, later } = office;
  const is = (position: string, timezone: string) =>
    has(own, {
      first_name: 'Sofia',
      last_name: 'Lindqvist',
      email: 'sofia.lindqvist@acme.example',
      position,
      timezone,
    });
  const digest = async () => (await rows(office)).people.get('U0SOFIA')?.digest;
  const atFirst = await digest();
  sandbox.changePerson('U0SOFIA', { title: 'Head of Design', timezone: 'America/Buenos_Aires' });
  await sandbox.settled();
  later(minutes);
  await expect.poll(() => is('Head of Design', 'America/Argentina/Buenos_Aires')).toBe(true);
  await expect.poll(digest).not.toBe(atFirst);
  const withTitle = await digest();
  sandbox.changePerson('U0SOFIA', { title: '' });
  await sandbox.settled();
  later(minutes);
  await expect.poll(digest).not.toBe(withTitle);
  expect(await is('Head of Design', 'America/Argentina/Buenos_Aires')).toBe(true);
  const before = imports;
  for (let count = 0; count < 200; count += 1) sandbox.changePerson('U0SOFIA', { locale: 'de-DE' });
  for (let count = 0; count < 200; count += 1) sandbox.changePerson('U0MARCUS', { locale: 'de-DE' });
  await sandbox.settled();
  later(minutes);
  later(6 * minutes);
  await sandbox.settled();
  expect(imports).toBe(before);
});

inWhole('takes no older event that comes late for the newer state', async () => {
  const office = await inStep();
  const { sandbox, later, service } = office;
  sandbox.changePerson('U0SOFIA', { title: 'Newer' });
  await sandbox.settled();
  const body = sandbox.deliveries().at(-1)?.body ?? {};
  const { user, ...event } = body.event as { user: { updated: number; profile: object } };
  const older = { ...user, updated: user.updated - 60, profile: { ...user.profile, title: 'Older' } };
  const payload = { ...body, event_id: 'EvLATE', event: { ...event, user: older } };
  sandbox.sendFrame(JSON.stringify({ type: 'events_api', envelope_id: 'late', payload }));
  later(minutes);
  const sofia = { first_name: 'Sofia', last_name: 'Lindqvist', email: 'sofia.lindqvist@acme.example' };
  await expect.poll(() => has(service, { ...sofia, position: 'Newer' })).toBe(true);
});

it('proposes an offboarding of who is deactivated, to HR alone and once, and opens the form with them chosen', async () => {
  const office = await inStep();
  const { sandbox, ines, marcus, later } = office;
  sandbox.changePerson('U0EARLY', { isDeleted: true });
  sandbox.changePerson('U0ROBIN', { isDeleted: true });
  sandbox.changePerson('U0TOMASZ', { isDeleted: true });
  await sandbox.settled();
  later(minutes);
  const said = 'The Slack account of Tomasz Wiśniewski has been deactivated.';
  await ines.untilMessage(said, channels.private);
  later(25 * hours);
  await nextRound(office);
  later(6 * minutes);
  await sandbox.settled();
  expect(posted(office, 'The Slack account of')).toEqual([`${channels.private}: ${said}`]);
  expect(marcus.directMessages().map(({ text }) => text)).not.toContain(said);
  expect((await peopleOf(office.service)).has('tomasz.wisniewski@acme.example')).toBe(true);
  const grace = sandbox.person('U0GRACE');
  await grace.press('Start offboarding');
  await grace.untilView('Start offboarding');
  expect(grace.view().fields.Employee?.value).toContain('Tomasz');
});

inWhole(
  'tells HR of fifty who are deactivated at once, counts the others in one message, and says no more of them',
  async () => {
    const service = await ourService(cleanup);
    const many = Array.from({ length: 130 }, (_none, index) => somebody(`U1N${index}`, `Number ${index}x`));
    const inService = many.map(({ email }) => ({ first_name: 'Number', last_name: 'Some', email }));
    await service.operator.importPeople(inService, { dryRun: false });
    const office = await inStep({ service, workspace: { people: [...demoWorkspace.people, ...many] } });
    const { sandbox, ines, later } = office;
    for (const { id } of many) sandbox.changePerson(id, { isDeleted: true });
    await sandbox.settled();
    later(minutes);
    await expect.poll(() => posted(office, 'has been deactivated')).toHaveLength(50);
    expect(posted(office, 'have been deactivated')).toEqual([]);
    later(16 * minutes);
    const said = 'The Slack accounts of 80 more people in the onboarding service have been deactivated.';
    await ines.untilMessage(said, channels.private);
    for (let days = 0; days < 3; days += 1) {
      later(25 * hours);
      await nextRound(office);
    }
    await sandbox.settled();
    expect(posted(office, 'deactivated')).toHaveLength(51);
  },
);

it('proposes it also when a process that has not read the employees yet gets to say it', async () => {
  const own = await ourService(cleanup);
  const lists = { canBeRead: true };
  const proxy = await startProxy(cleanup, own.url, (method, path) =>
    method === 'GET' && path === '/api/employees/' && !lists.canBeRead
      ? { when: 'before', answer: 503 }
      : undefined,
  );
  const office = await inStep({ service: { url: proxy.url, token: own.token } });
  const { sandbox, ines, later, clock } = office;
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  const dueAt = async () => {
    const message = db.selectFrom('messages').select('due_at').where('name', '=', 'people.gone');
    return Date.parse((await message.executeTakeFirst())?.due_at ?? '');
  };
  sandbox.addFault({ target: 'chat.postMessage', kind: 'error', status: 502, times: 99 });
  sandbox.changePerson('U0TOMASZ', { isDeleted: true });
  await sandbox.settled();
  later(minutes);
  await expect.poll(dueAt).toBeGreaterThan(0);
  await office.bot.stop();
  lists.canBeRead = false;
  sandbox.clearFaults();
  later(hours);
  const again = await office.start();
  await expect.poll(dueAt).toBeGreaterThan(clock.now().getTime());
  lists.canBeRead = true;
  await again.directory.refresh();
  later(2 * minutes);
  await ines.untilMessage('The Slack account of Tomasz Wiśniewski has been deactivated.', channels.private);
});

inWhole(
  'says nothing of somebody whose offboarding is known, and says it again when they came back and went',
  async () => {
    const office = await inStep();
    const { sandbox, ines, marcus, later } = office;
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2031-03-17' });
    await marcus.submitAndAgree();
    await ines.untilMessage('The offboarding of Sofia Lindqvist', channels.private);
    const go = async (id: string, isDeleted: boolean) => {
      sandbox.changePerson(id, { isDeleted });
      await sandbox.settled();
      later(minutes);
      const state = isDeleted ? 'gone' : 'known';
      await expect.poll(async () => (await rows(office)).people.get(id)?.state).toBe(state);
    };
    await go('U0SOFIA', true);
    await expect.poll(async () => (await rows(office)).people.get('U0SOFIA')?.told_at).toBe('');
    await go('U0TOMASZ', true);
    await ines.untilMessage('The Slack account of Tomasz', channels.private);
    await go('U0TOMASZ', false);
    await go('U0TOMASZ', true);
    await expect.poll(() => posted(office, 'The Slack account of')).toHaveLength(2);
    expect(posted(office, 'account of Sofia')).toEqual([]);
  },
);

inWhole('forgets everything when HR turns it off', async () => {
  const office = await inStep();
  const { sandbox, ines, later } = office;
  await press(ines, 'Turn off', 'Frontdesk no longer follows Slack.');
  await expect.poll(async () => (await rows(office)).people.size).toBe(0);
  sandbox.addPerson(somebody('U0NEW', 'New Comer'));
  sandbox.changePerson('U0TOMASZ', { isDeleted: true });
  await sandbox.settled();
  later(26 * hours);
  await sandbox.settled();
  expect((await peopleOf(office.service)).has('u0new@acme.example')).toBe(false);
  expect(posted(office, 'The Slack account of')).toEqual([]);
});

onEachDatabase((fresh) => {
  inWhole(
    'finds once a day what came while nothing ran or the service was away, with two replicas too',
    async () => {
      const database = await fresh();
      cleanup.later(database.remove);
      const isPostgres = database.url.startsWith('postgres');
      let isAway = false;
      let writes = 0;
      const own = await ourService(cleanup);
      const url = await serviceThat(cleanup, own, ({ dry_run }) => {
        if (isAway) return 503;
        writes += dry_run ? 0 : 1;
        return undefined;
      });
      const office = await inStep({ service: { ...own, url }, env: { DATABASE_URL: database.url } });
      const { sandbox, ines, bot, start, later } = office;
      isAway = true;
      sandbox.addPerson(somebody('U0AWAY', 'Away Service'));
      await sandbox.settled();
      later(minutes);
      await expect.poll(async () => (await rows(office)).people.get('U0AWAY')?.state).toBe('joined');
      await bot.stop();
      sandbox.addPerson(somebody('U0MISSED', 'Missed Event'));
      sandbox.changePerson('U0TOMASZ', { isDeleted: true });
      isAway = false;
      await start();
      if (isPostgres) await start();
      later(25 * hours);
      for (const email of ['u0away@acme.example', 'u0missed@acme.example'])
        await added({ ...office, service: own }, email);
      await ines.untilMessage('The Slack account of Tomasz', channels.private);
      later(6 * minutes);
      await sandbox.settled();
      expect(posted(office, 'The Slack account of')).toHaveLength(1);
      expect(writes).toBe(1);
    },
  );

  it('ends with what Slack says of people who changed twice in a second, with two replicas too', async () => {
    const database = await fresh();
    cleanup.later(database.remove);
    const service = await ourService(cleanup);
    const many = Array.from({ length: 41 }, (_none, index) => somebody(`U1N${index}`, `Number ${index}x`));
    const named = { first_name: 'Number', position: 'Before', timezone: 'Asia/Kolkata' };
    for (const { email, realName } of many)
      await service.operator.addUser({ ...named, last_name: realName.slice(7), email, role: 2 });
    const workspace = { people: [...demoWorkspace.people, ...many] };
    const office = await inStep({ service, workspace, env: { DATABASE_URL: database.url } });
    const { sandbox, start, later } = office;
    if (database.url.startsWith('postgres')) await start();
    // Replicas take turns: for each person, one receives the older change and the other the newer.
    for (const title of ['Older', 'Newer']) for (const { id } of many) sandbox.changePerson(id, { title });
    await sandbox.settled();
    later(11 * minutes);
    const isNewer = many.map(
      ({ email, realName }) =>
        () =>
          has(service, { ...named, email, last_name: realName.slice(7), position: 'Newer' }),
    );
    await expect
      .poll(async () => {
        later(minutes);
        return (await Promise.all(isNewer.map((look) => look()))).every(Boolean);
      })
      .toBe(true);
  });
});
