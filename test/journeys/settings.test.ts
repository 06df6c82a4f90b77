import type { RequestListener } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { demoChannels, demoWorkspace } from '../../src/commands/demo-company.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createLog } from '../../src/log.ts';
import { useCleanup } from '../cleanup.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { startProxy } from '../faults/proxy.ts';
import { inWhole } from '../faults/trials.ts';
import {
  type Cleanup,
  type Office,
  openOffice,
  ourService,
  releasedService,
  serverThat,
  withOwnService,
} from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

async function openSettings({ ines }: Office, button: string, title = button) {
  await ines.openFromHome(button, title);
}

function homeText({ ines }: Office): string {
  return ines.home()?.texts.join('\n') ?? '';
}

async function connect(office: Office, fields: Record<string, string>, sentence = 'It works') {
  const { ines } = office;
  await openSettings(office, 'Connect', 'Onboarding service');
  await ines.submit(fields);
  await ines.until(() => ines.view().texts.join().includes(sentence));
}

function written(level: 'trace' | 'warn') {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLog({ level, format: 'json', destination }) };
}

describe('the connection', () => {
  const someToken = 'f'.repeat(40);

  async function unconnected(url: string, own = cleanup) {
    const { lines, log } = written('trace');
    const env = { ONBOARDING_API_TOKEN: '' };
    const office = await openOffice(own, { service: { url, token: '' }, env, waitForMenus: false, log });
    return { ...office, lines };
  }

  it('ends with a word and a reference when it works and cannot be stored', async () => {
    const service = await releasedService(cleanup);
    const office = await unconnected(service.url);
    const { ines, environment, lines } = office;
    await openSettings(office, 'Connect', 'Onboarding service');
    const stored = openDatabase(environment.DATABASE_URL);
    cleanup.later(stored.close);
    await sql`drop table connection`.execute(stored.db);
    await ines.submit({ 'Admin token': service.token });
    const { texts } = await ines.untilView('Something went wrong');
    const [reference = 'none'] = /E-[0-9A-Z]{8}/.exec(texts.join()) ?? [];
    expect(lines.filter((line) => line.includes(reference))).toHaveLength(1);
    expect(lines.join()).not.toContain(service.token);
  });

  it('is tried, stored and used; the token is never seen again', async () => {
    const service = await releasedService(cleanup);
    const office = await unconnected(service.url);
    const { ines, sandbox, lines } = office;
    await connect(office, { 'Admin token': service.token });
    await ines.closeAll();
    await ines.until(() => homeText(office).includes('Connected to the onboarding service'));
    await office.bot.directory.refresh();
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.send('New hire added');
    expect(JSON.stringify(sandbox.calls())).not.toContain(service.token);
    expect(lines.join()).not.toContain(service.token);
  });

  async function hanging({ url, token }: { url: string; token: string }) {
    const state = { hangs: false };
    const own = await serverThat(cleanup, async ({ method = 'GET', url: path, headers }, response) => {
      if (state.hangs) return;
      const asked = { method, headers: { authorization: headers.authorization ?? '' } };
      const answer = await fetch(`${url}${path}`, asked);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    return { url: own, token, state };
  }

  inWhole(
    'shows what a newly connected service has by itself, though the one before is still being waited for',
    async () => {
      const old = await hanging(await releasedService(cleanup));
      const newer = await releasedService(cleanup, 'v2.0.32');
      const office = await openOffice(cleanup, { service: old, env: withOwnService(cleanup) });
      const { ines, bot } = office;
      const move = async ({ url, token }: { url: string; token: string }) => {
        await connect(office, { Address: url, 'Admin token': token });
        await ines.closeAll();
      };
      await move(old);
      await expect.poll(() => bot.directory.current()?.from).toBe(old.url);
      old.state.hangs = true;
      const waiting = bot.directory.refresh();
      await move(newer);
      await expect.poll(() => bot.directory.current()?.from).toBe(newer.url);
      // v2.0.32 doesn't report the kinds of sequences: App Home asks HR to sort them, without being reopened.
      await ines.until(() => ines.home()?.buttons.includes('Sort sequences'));
      expect(await Promise.race([waiting.then(() => 'over'), 'still waiting'])).toBe('still waiting');
    },
  );

  describe('that does not work', () => {
    const service: { answer: RequestListener } = { answer: () => {} };
    const shared = sharedOffice(async (own) =>
      unconnected(await serverThat(own, (...asked) => service.answer(...asked)), own),
    );

    it.each([
      ['a wrong token', 401, '{"detail":"Invalid token."}', 'doesn’t know this token'],
      ['a token that is no administrator’s', 403, '{"detail":"No."}', 'isn’t an administrator’s'],
      ['another program', 200, '<html>Welcome</html>', 'isn’t an onboarding service'],
      ['an address without a service', 404, '<h1>Not Found</h1>', 'no onboarding service at this address'],
      ['an address that leads elsewhere', 301, '', 'redirects to another one'],
      ['a service that breaks', 500, '', 'had an error'],
    ])(
      'is explained: %s; nothing is stored, and the token does not come back',
      async (_case, status, body, sentence) => {
        service.answer = (_request, response) =>
          response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
        const { ines, sandbox } = shared();
        await connect(shared(), { 'Admin token': someToken }, sentence);
        expect(ines.view().texts[0]).toContain('Nothing was saved');
        expect(ines.view().fields['Admin token']?.value).toBeNull();
        expect(JSON.stringify(sandbox.calls())).not.toContain(someToken);
      },
    );

    const tooMuch = Buffer.alloc(33 * 2 ** 20, ' ');
    const list = (next: (address: string) => string, id: (page: number) => number) => (page: number) =>
      JSON.stringify({
        next: next(`${shared().environment.ONBOARDING_URL}/api/sequences/?page=${page + 1}`),
        results: [{ id: id(page) }],
      });

    it.each([
      [
        'a list that leads back to itself',
        'leads back to an earlier page',
        list((next) => next.split('?')[0] ?? '', Number),
      ],
      [
        'a list that continues elsewhere',
        'continues at another address',
        list(() => 'https://evil.example/', Number),
      ],
      ['a list that stops in the middle', 'isn’t valid', list(() => 'http://[', Number)],
      ['a list without a limit', 'too large', () => tooMuch],
    ])('is explained after a few requests: %s; nothing is stored', async (_case, sentence, answer) => {
      let asked = 0;
      service.answer = (request, response) => {
        asked += 1;
        response.end(answer(Number(/page=(\d+)/.exec(request.url ?? '')?.[1] ?? 1)));
      };
      await connect(shared(), { 'Admin token': someToken }, sentence);
      expect(shared().ines.view().texts[0]).toContain('Nothing was saved');
      expect(asked).toBeLessThan(5);
    });

    it('because the API is switched off is told from a wrong address', async () => {
      service.answer = ({ url }, response) => {
        if (url === '/health') response.end('ok');
        else response.writeHead(404).end('<h1>Not Found</h1>');
      };
      await connect(shared(), { 'Admin token': someToken }, 'API_ACCESS=True');
    });
  });

  it('tries an address by the first page of each list, whatever follows', async () => {
    const later: string[] = [];
    const url = await serverThat(cleanup, ({ url: asked = '', method }, response) => {
      if (method !== 'GET' || !/employees|sequences/.test(asked)) return void response.writeHead(404).end();
      if (asked.includes('page=')) return void later.push(asked);
      response.end(JSON.stringify({ next: `${url}${asked}?page=2`, results: [{ id: 1, name: 'Week one' }] }));
    });
    await connect(await unconnected(url), { 'Admin token': someToken });
    // Connecting starts one full read of each list.
    expect(later.length).toBeLessThanOrEqual(2);
  });

  it('refuses an address at its field that is not whole, or not encrypted', async () => {
    const service = { url: '', token: '' };
    const office = await openOffice(cleanup, { service, env: withOwnService(cleanup), waitForMenus: false });
    const { ines } = office;
    await openSettings(office, 'Connect', 'Onboarding service');
    for (const [address, sentence] of [
      ['onboarding.acme.com', 'Enter a full address'],
      ['http://onboarding.acme.com', 'unencrypted'],
    ] as const) {
      await ines.fill({ Address: address, 'Admin token': someToken });
      expect((await ines.submit()).outcome).toBe('errors');
      expect(ines.view().errors.Address).toContain(sentence);
    }
  });

  it('moves from the embedded service to another one, and stays there after a restart', async () => {
    const service = await releasedService(cleanup);
    const office = await openOffice(cleanup, {
      service: { url: '', token: '' },
      env: withOwnService(cleanup),
    });
    await connect(office, { Address: service.url, 'Admin token': service.token });
    await office.bot.stop();
    const again = await office.start();
    await again.directory.refresh();
    expect(again.directory.current()?.sequences.map(({ name }) => name)).toContain('Leaving');
  });
});

const empty = {
  FRONTDESK_HR: '',
  FRONTDESK_MANAGERS: '',
  FRONTDESK_CHANNELS: '',
  FRONTDESK_PRIVATE_CHANNEL: '',
};

describe('who may', () => {
  const leads = { id: 'S0LEADS', handle: 'leads', name: 'Team leads', users: ['U0LEILA'] };
  const access = { 'HR: people': ['Ines Duarte'], 'Managers: user groups': ['Team leads'] };
  const openEmpty = async (own: Cleanup) =>
    openOffice(own, { service: await ourService(own), env: empty, workspace: { userGroups: [leads] } });

  it('is set with people and user groups, and counts at once', async () => {
    const office = await openEmpty(cleanup);
    const { ines, sandbox } = office;
    const leila = sandbox.person('U0LEILA');
    await leila.command('/offboard');
    await leila.untilMessage('don’t have access');
    await openSettings(office, 'Access');
    await ines.fill(access);
    expect((await ines.submit()).outcome).toBe('updated');
    await leila.open('/offboard');
    await ines.until(() => homeText(office).includes('<!subteam^S0LEADS>'));
  });

  it.each([
    ['with both lists empty', empty, { U0INES: true, U0GRACE: false, U0MARCUS: false }],
    ['with managers alone', { ...empty, FRONTDESK_MANAGERS: 'U0MARCUS' }, { U0INES: false, U0MARCUS: false }],
    ['with HR named', { ...empty, FRONTDESK_HR: 'U0GRACE' }, { U0INES: false, U0GRACE: true }],
  ])('%s, an owner or admin is HR only where nobody is named', async (_case, env, may) => {
    const { sandbox } = await openOffice(cleanup, { service: await ourService(cleanup), env });
    for (const [id, isHr] of Object.entries(may)) {
      const person = sandbox.person(id);
      await person.command('/newhire');
      if (isHr) await person.untilView('New hire');
      else await person.untilMessage('don’t have access');
      expect(person.views()).toHaveLength(isHr ? 1 : 0);
    }
  });

  inWhole('opens in time and says so when Slack does not tell the user groups', async () => {
    const office = await openEmpty(cleanup);
    const { ines, sandbox, bot } = office;
    await openSettings(office, 'Access');
    await ines.fill(access);
    expect((await ines.submit()).outcome).toBe('updated');
    await bot.stop();
    await office.start();
    sandbox.addFault({ target: 'usergroups.list', kind: 'hang', times: 5 });
    await openSettings(office, 'Access');
    expect(ines.view().fields['Managers: user groups']?.value).toEqual(['S0LEADS']);
    await ines.closeAll();
    sandbox.clearFaults();
    await bot.stop();
  });

  describe('is asked of Slack', () => {
    const shared = sharedOffice(openEmpty);

    it('and the menu says so when Slack refuses to tell the user groups', async () => {
      const { ines, sandbox } = shared();
      await openSettings(shared(), 'Access');
      sandbox.addFault({ target: 'usergroups.list', kind: 'error', times: 5 });
      cleanup.later(sandbox.clearFaults);
      const { options } = await ines.options('HR: user groups', '');
      expect(options).toEqual(['Slack isn’t listing the user groups right now. Try again in a moment.']);
    });

    it('and a user group is offered by its new name as soon as it has one', async () => {
      const { ines, sandbox } = shared();
      await openSettings(shared(), 'Access');
      const offered = async () => (await ines.options('HR: user groups', '')).options;
      expect(await offered()).toEqual(['Team leads']);
      sandbox.changeUserGroup('S0LEADS', { name: 'Group leads' });
      cleanup.later(() => sandbox.changeUserGroup('S0LEADS', { name: 'Team leads' }));
      await sandbox.settled();
      expect(await offered()).toEqual(['Group leads']);
    });

    it.each([
      [{ 'Managers: people': ['Marcus Oyelaran'] }, 'Choose at least one'],
      [{ 'HR: people': ['Grace Muthoni'] }, 'remove your own access'],
    ])(
      'and %j is refused, which would leave nobody or shut out whoever sets it',
      async (values, sentence) => {
        const { ines } = shared();
        await openSettings(shared(), 'Access');
        await ines.fill(values);
        expect((await ines.submit()).outcome).toBe('errors');
        expect(ines.view().errors['HR: people']).toContain(sentence);
      },
    );
  });
});

describe('channels', () => {
  const workspace = {
    channels: [
      ...demoWorkspace.channels,
      { id: 'C0SECRET', name: 'secret', isPrivate: true, members: ['U0INES'] },
      {
        id: 'C0PARTNERS',
        name: 'partners',
        isPrivate: true,
        isExtShared: true,
        members: ['U0INES'],
        hasApp: true,
      },
    ],
  };

  const shared = sharedOffice(async (own) =>
    openOffice(own, { service: await ourService(own), env: empty, workspace }),
  );

  function idOf(chosen: string | string[]): string {
    return workspace.channels.find(({ name }) => [chosen].flat().includes(name))?.id ?? '';
  }

  it.each([
    ['New hire channels', ['new-hires'], { isArchived: true }, 'is archived'],
    ['New hire channels', ['secret'], {}, '/invite @Frontdesk'],
    ['Private HR channel', 'people-ops', { isPrivate: false }, 'is public'],
    ['Private HR channel', 'secret', {}, '/invite @Frontdesk'],
  ])(
    'at “%s”, %s with %j is refused because Frontdesk looks at it first',
    async (label, value, change, sentence) => {
      const { ines, sandbox } = shared();
      await openSettings(shared(), 'Channels');
      await ines.fill({ [label]: value });
      // Channels can change between being offered and being submitted.
      sandbox.changeChannel(idOf(value), change);
      const back = Object.entries(change).map(([what, now]) => [what, !now]);
      cleanup.later(() => sandbox.changeChannel(idOf(value), Object.fromEntries(back)));
      expect((await ines.submit()).outcome).toBe('errors');
      expect(ines.view().errors[label]).toContain(sentence);
    },
  );

  it('that are fine are stored, and told of the next hire', async () => {
    const { ines, sofia } = shared();
    await openSettings(shared(), 'Channels');
    await ines.fill({ 'New hire channels': ['new-hires'], 'Private HR channel': 'people-ops' });
    expect((await ines.submit()).outcome).toBe('updated');
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.submit();
    await sofia.untilMessage('Jane Doe joins', demoChannels.hires);
  });
});

describe('beside what the environment sets', () => {
  const shared = sharedOffice(async (own) => openOffice(own, { service: await ourService(own) }));

  it('names its variables, and has no button that leads to nothing', async () => {
    const { ines } = shared();
    await ines.openHome();
    await ines.until(() => homeText(shared()).includes('Settings'));
    expect(homeText(shared())).toContain(
      'Set by your administrator: ONBOARDING_URL, ONBOARDING_API_TOKEN, FRONTDESK_HR, FRONTDESK_MANAGERS, ' +
        'FRONTDESK_CHANNELS, FRONTDESK_PRIVATE_CHANNEL.',
    );
    const settings = ['Connect', 'Access', 'Channels', 'Organization'];
    expect(ines.home()?.buttons.filter((button) => settings.includes(button))).toEqual(['Organization']);
  });

  it('sets the organization’s zone, and an address only of a profile', async () => {
    const { ines } = shared();
    await openSettings(shared(), 'Organization');
    await ines.submit({ 'Profile address': 'nowhere' });
    expect(ines.view().errors).toMatchObject({
      'Profile address': expect.stringContaining('{id}'),
    });
    await ines.fill({ 'Time zone': 'Asia/Tokyo (UTC+09:00)', 'Profile address': '' });
    expect((await ines.submit()).outcome).toBe('updated');
    await ines.until(() => homeText(shared()).includes('Time zone: Asia/Tokyo'));
  });
});

describe('in a form of which the environment sets a part', () => {
  const env = { FRONTDESK_MANAGERS: '', FRONTDESK_CHANNELS: '', FRONTDESK_TIMEZONE: 'Europe/Berlin' };
  const shared = sharedOffice(async (own) => openOffice(own, { service: await ourService(own), env }));

  it('shows its value, beside what can be changed', async () => {
    const { ines } = shared();
    await openSettings(shared(), 'Access');
    expect(ines.view().texts.join('\n')).toContain('HR: <@U0INES>');
    expect(ines.view().texts.join('\n')).toContain('Set by your administrator (FRONTDESK_HR)');
    expect(Object.keys(ines.view().fields)).toEqual(['Managers: people', 'Managers: user groups']);
    await openSettings(shared(), 'Channels');
    expect(ines.view().texts.join('\n')).toContain(`Private HR channel: <#${demoChannels.private}>`);
    expect(ines.view().texts.join('\n')).toContain('Set by your administrator (FRONTDESK_PRIVATE_CHANNEL)');
  });

  it('stores nothing of that beside what is changed', async () => {
    const { ines, environment } = shared();
    const { db, close } = openDatabase<BotTables>(environment.DATABASE_URL);
    cleanup.later(close);
    const stored = () => db.selectFrom('settings').select(['name', 'value']).orderBy('set_at').execute();
    const before = await stored();
    await openSettings(shared(), 'Access');
    await ines.fill({ 'Managers: people': ['Marcus Oyelaran'] });
    expect((await ines.submit()).outcome).toBe('updated');
    expect(await stored()).toEqual([...before, { name: 'managers', value: '["U0MARCUS"]' }]);
  });

  it('shows a zone as fixed, and lets the rest of the organization be changed', async () => {
    const { ines } = shared();
    await openSettings(shared(), 'Organization');
    expect(ines.view().texts.join()).toContain(
      'Time zone: Europe/Berlin\nSet by your administrator (FRONTDESK_TIMEZONE)',
    );
    expect(Object.keys(ines.view().fields)).toEqual(['Profile address']);
    await ines.fill({ 'Profile address': 'https://x.example/{id}/' });
    expect((await ines.submit()).outcome).toBe('updated');
    await ines.openHome();
    await ines.until(() => homeText(shared()).includes('Time zone: Europe/Berlin'));
  });
});

it('asks HR to sort nothing while Frontdesk still finds the kinds of sequences by itself', async () => {
  const { url, token } = await releasedService(cleanup);
  const proxy = await startProxy(cleanup, url);
  const release = proxy.hold('/api/offboarding/');
  const office = await openOffice(cleanup, { service: { url: proxy.url, token }, waitForMenus: false });
  cleanup.later(async () => release());
  const { ines } = office;
  await ines.openHome();
  await expect.poll(() => office.bot.directory.current()?.sequences.length).toBeGreaterThan(0);
  await ines.openHome();
  await ines.until(() => homeText(office).includes('Time zone'));
  expect(homeText(office)).not.toContain('need sorting');
  expect(ines.home()?.buttons).not.toContain('Sort sequences');
  release();
  await expect
    .poll(() => office.bot.directory.current()?.sequences.every(({ kind }) => kind !== null))
    .toBe(true);
});

it('lets HR sort sequences of whose kind a service says nothing, and remembers it', async () => {
  const service = await releasedService(cleanup, 'v2.0.32');
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await openSettings(office, 'Sort sequences');
  await ines.submit({ Leaving: 'For offboarding', Everybody: 'For onboarding' });
  await ines.until(() => homeText(office).includes('1 sequence needs sorting'));
  await office.bot.stop();
  const again = await office.start();
  await again.directory.refresh();
  await ines.open('/newhire');
  const { groups } = await ines.options('Sequences', '');
  expect(groups).toEqual([
    { label: 'Onboarding', options: ['Everybody'] },
    { label: 'Not sorted yet', options: ['Engineering'] },
  ]);
});

it('asks for the kind again of a sequence that is new or has another name, and of no other', async () => {
  const token = 'b'.repeat(40);
  const sequences = structuredClone(someSequences);
  const service = await startReleasedDeployment({ token, sequences });
  cleanup.later(service.stop);
  const office = await openOffice(cleanup, { service: { url: service.url, token } });
  const asked = () =>
    service.requests
      .filter(({ path, method }) => path === '/api/offboarding/' && method === 'POST')
      .map(({ body }) => JSON.stringify(body));
  const before = asked().length;
  Object.assign(sequences[1] ?? {}, { name: 'Last farewells', kind: 'offboarding' });
  sequences.push({ id: 4, name: 'Sales', kind: 'onboarding' });
  await office.bot.directory.refresh();
  expect(asked().slice(before)).toEqual(['{"sequences":[2]}', '{"sequences":[4]}']);
  await office.ines.open('/newhire');
  expect((await office.ines.options('Sequences', '')).options).toEqual(['Everybody', 'Sales']);
});

it('asks a service for the kind of a sequence once, and not again after a restart', async () => {
  const service = await releasedService(cleanup);
  const asked = () =>
    service.requests.filter(({ path, method }) => path === '/api/offboarding/' && method === 'POST');
  const office = await openOffice(cleanup, { service });
  expect(asked().length).toBe(3);
  await office.bot.directory.refresh();
  await office.bot.stop();
  const again = await office.start();
  await again.directory.refresh();
  expect(asked().length).toBe(3);
  expect(asked().every(({ status }) => status === 400)).toBe(true);
  expect(again.directory.current()?.sequences.map(({ kind }) => kind)).toEqual([
    'onboarding',
    'onboarding',
    'offboarding',
  ]);
});

it('tells HR of ids in the environment that nobody has, and of none of which Slack does not say so', async () => {
  const { lines, log } = written('warn');
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    env: { FRONTDESK_HR: 'U0INES,U0NOBODY', FRONTDESK_MANAGERS: 'U0MARCUS,S0NOGROUP' },
    log,
  });
  await office.ines.openHome();
  await office.ines.until(() =>
    homeText(office).includes('Nobody in this workspace has the id U0NOBODY, S0NOGROUP'),
  );
  expect(lines.join()).toContain('"ids":["U0NOBODY","S0NOGROUP"]');
  await office.bot.stop();
  lines.length = 0;
  office.sandbox.addFault({ target: 'usergroups.list', kind: 'error', times: 1_000 });
  await office.start();
  await expect.poll(() => lines.join()).toContain('"ids":["U0NOBODY"]');
  expect(lines.join()).not.toContain('S0NOGROUP');
});
