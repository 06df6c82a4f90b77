import type { RequestListener } from 'node:http';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import type { Values } from '../driver/person.ts';
import { nothingSet, releasedService, serverThat, withOwnService, writtenLog } from './office.ts';
import { behindProxy, channels, inOneOffice, inWhole, it } from './world.ts';
import { longest, names } from './worst-inputs.ts';

const someToken = 'f'.repeat(40);
const unconnected = { env: { ONBOARDING_API_TOKEN: '' }, waitForMenus: false };

it('tries, stores and uses a connection, says if it can’t, and never shows its token', async ({ open }) => {
  const { lines, log } = writtenLog();
  const office = await open({ ...unconnected, service: releasedService, log });
  const { ines, sandbox, service } = office;
  await office.connect({ 'Admin token': service.token });
  await ines.openSettings('Connected to ');
  await office.bot.directory.refresh();
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.send('New hire added');
  await ines.closeAll();

  await ines.openFromHome('Connect', 'Onboarding service');
  await office.inDatabase((db) => sql`drop table connection`.execute(db));
  const { texts } = await ines.send('Something went wrong', { 'Admin token': service.token });
  const [reference = 'none'] = /E-[0-9A-Z]{8}/.exec(texts.join()) ?? [];
  expect(lines.filter((line) => line.includes(reference))).toHaveLength(1);
  expect(JSON.stringify(sandbox.calls())).not.toContain(service.token);
  expect(lines.join()).not.toContain(service.token);
});

inWhole('shows by itself what a new connection has, though the old one hangs', async ({ open, cleanup }) => {
  let hangs = false;
  const old = await behindProxy(cleanup, releasedService, () =>
    hangs ? { when: 'before', answer: 'nothing' } : undefined,
  );
  const newer = await releasedService(cleanup, 'v2.0.32');
  const { ines, bot, connect } = await open({ service: old, env: withOwnService(cleanup) });
  await connect({ Address: old.url, 'Admin token': old.token });
  await expect.poll(() => bot.directory.current()?.from).toBe(old.url);
  hangs = true;
  const waiting = bot.directory.refresh();
  await connect({ Address: newer.url, 'Admin token': newer.token });
  await expect.poll(() => bot.directory.current()?.from).toBe(newer.url);
  // v2.0.32 doesn't report the kinds of sequences: App Home asks HR to sort them, without being reopened.
  await ines.until(() => ines.home()?.buttons.includes('Sort sequences'));
  expect(await Promise.race([waiting.then(() => 'over'), 'still waiting'])).toBe('still waiting');
});

const broken: { answer: RequestListener } = { answer: () => {} };
const inBroken = inOneOffice(async (cleanup) => ({
  ...unconnected,
  service: { url: await serverThat(cleanup, (...asked) => broken.answer(...asked)), token: '' },
}));

function saying(status: number, body = ''): RequestListener {
  return (_request, response) => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
}
const switchedOff: RequestListener = ({ url }, response) =>
  url === '/health' ? response.end('ok') : response.writeHead(404).end('<h1>Not Found</h1>');
const circle: RequestListener = ({ headers, url }, response) =>
  response.end(JSON.stringify({ next: `http://${headers.host}${url}`, results: [{ id: 1 }] }));

inBroken.for<[string, string, RequestListener]>([
  ['a wrong token', 'doesn’t know this token', saying(401, '{"detail":"Invalid token."}')],
  ['a token that is no administrator’s', 'isn’t an administrator’s', saying(403, '{"detail":"No."}')],
  ['another program', 'isn’t an onboarding service', saying(200, '<html>Welcome</html>')],
  [
    'an address without a service',
    'no onboarding service at this address',
    saying(404, '<h1>Not Found</h1>'),
  ],
  ['a service whose API is switched off', 'API_ACCESS=True', switchedOff],
  ['an address that leads elsewhere', 'redirects to another one', saying(301)],
  ['a service that breaks', 'had an error', saying(500)],
  ['a list that leads back to itself', 'has no end', circle],
  ['a list without a limit', 'too large', saying(200, ' '.repeat(33 * 2 ** 20))],
])(
  'explains %s after a few requests; nothing is stored, and the token does not come back',
  async ([, sentence, answer], { office: { ines, sandbox } }) => {
    let asked = 0;
    broken.answer = (...request) => {
      asked += 1;
      answer(...request);
    };
    await ines.openFromHome('Connect', 'Onboarding service');
    await ines.submitUntil(sentence, { 'Admin token': someToken });
    expect(ines.view().texts[0]).toContain('Nothing was saved');
    expect(ines.values()['Admin token']).toBeNull();
    expect(JSON.stringify(sandbox.calls())).not.toContain(someToken);
    expect(asked).toBeLessThan(5);
  },
);

it('tries an address by the first page of each list, whatever follows', async ({ open, cleanup }) => {
  const later: string[] = [];
  const url = await serverThat(cleanup, ({ url: asked = '', method }, response) => {
    if (method !== 'GET' || !/employees|sequences/.test(asked)) return void response.writeHead(404).end();
    if (asked.includes('page=')) return void later.push(asked);
    response.end(JSON.stringify({ next: `${url}${asked}?page=2`, results: [{ id: 1, name: 'Week one' }] }));
  });
  const { connect } = await open({ ...unconnected, service: { url, token: '' } });
  await connect({ 'Admin token': someToken });
  // Connecting starts one full read of each list.
  expect(later.length).toBeLessThanOrEqual(2);
});

it('refuses an address at its field that is not whole, or not encrypted', async ({ open, cleanup }) => {
  const { ines } = await open({ env: withOwnService(cleanup), waitForMenus: false });
  await ines.openFromHome('Connect', 'Onboarding service');
  for (const [address, sentence] of [
    ['onboarding.acme.com', 'Enter a full address'],
    ['http://onboarding.acme.com', 'unencrypted'],
  ] as const) {
    expect((await ines.submit({ Address: address, 'Admin token': someToken })).outcome).toBe('errors');
    expect(ines.view().errors.Address).toContain(sentence);
  }
});

const leads = { id: 'S0LEADS', handle: 'leads', name: 'Team leads', users: ['U0LEILA'] };
const access = { 'HR: people': ['Ines Duarte'], 'Managers: user groups': ['Team leads'] };
const longNamed = Array.from({ length: 120 }, (_, index) => ({
  ...{ id: `S0GROUP${index}`, handle: `group-${index}`, users: [] },
  name: `${index} ${Object.values(names)[index % 4]}`.slice(0, longest),
}));
const withLeads = { env: nothingSet, workspace: { userGroups: [leads, ...longNamed] } };
const inEmpty = inOneOffice(withLeads);

it.for([
  ['with both lists empty', nothingSet, { U0INES: true, U0GRACE: false, U0MARCUS: false }],
  [
    'with managers alone',
    { ...nothingSet, FRONTDESK_MANAGERS: 'U0MARCUS' },
    { U0INES: false, U0MARCUS: false },
  ],
  ['with HR named', { ...nothingSet, FRONTDESK_HR: 'U0GRACE' }, { U0INES: false, U0GRACE: true }],
] as const)('%s, an owner or admin is HR only where nobody is named', async ([, env, may], { open }) => {
  const { sandbox } = await open({ env });
  for (const [id, isHr] of Object.entries(may)) {
    const person = sandbox.person(id);
    await person.command('/newhire');
    if (isHr) await person.untilView('New hire');
    else await person.untilMessage('don’t have access');
    expect(person.views()).toHaveLength(isHr ? 1 : 0);
  }
});

it('gives access once HR sets it, and opens in time if Slack lists no groups', async ({ open }) => {
  const { ines, leila, sandbox, bot, start } = await open(withLeads);
  await leila.command('/offboard');
  await leila.untilMessage('don’t have access');
  await ines.openFromHome('Access');
  expect((await ines.submit(access)).outcome).toBe('updated');
  await leila.open('/offboard');
  await ines.openSettings('<!subteam^S0LEADS>');
  await bot.stop();
  await start();
  sandbox.addFault({ target: 'usergroups.list', kind: 'hang', times: 5 });
  await ines.openFromHome('Access');
  expect(ines.values()['Managers: user groups']).toEqual(['S0LEADS']);
  await ines.closeAll();
  sandbox.clearFaults();
});

inEmpty('offers a group’s new name, and says if Slack refuses to tell', async ({ office, cleanup }) => {
  const { ines, sandbox } = office;
  await ines.openFromHome('Access');
  const offered = async (query = 'leads') => (await ines.options('HR: user groups', query)).options;
  sandbox.addFault({ target: 'usergroups.list', kind: 'error', times: 5 });
  expect(await offered('')).toEqual(['Slack isn’t listing user groups. Try again in a moment.']);
  sandbox.clearFaults();
  expect(await offered('')).toHaveLength(100);
  expect(await offered()).toEqual(['Team leads']);
  sandbox.changeUserGroup('S0LEADS', { name: 'Group leads' });
  cleanup.later(() => sandbox.changeUserGroup('S0LEADS', { name: 'Team leads' }));
  await sandbox.settled();
  expect(await offered()).toEqual(['Group leads']);
});

inEmpty.for<[Values, string]>([
  [{ 'Managers: people': ['Marcus Oyelaran'] }, 'Choose at least one'],
  [{ 'HR: people': ['Grace Muthoni'] }, 'remove your access'],
])('refuses %j, which would leave nobody or shut out its author', async ([values, sentence], { office }) => {
  const { ines } = office;
  await ines.openFromHome('Access');
  expect((await ines.submit(values)).outcome).toBe('errors');
  expect(ines.view().errors['HR: people']).toContain(sentence);
});

const alone = { isPrivate: true, members: ['U0INES'] };
const someChannels = [
  ...demoWorkspace.channels,
  { id: 'C0SECRET', name: 'secret', ...alone },
  { id: 'C0PARTNERS', name: 'partners', ...alone, isExtShared: true, hasApp: true },
];
const inChannels = inOneOffice({ env: nothingSet, workspace: { channels: someChannels } });

inChannels.for<[string, string | string[], Record<string, boolean>, string]>([
  ['New hire channels', ['new-hires'], { isArchived: true }, 'is archived'],
  ['New hire channels', ['secret'], {}, '/invite @Frontdesk'],
  ['Private HR channel', 'people-ops', { isPrivate: false }, 'is public'],
  ['Private HR channel', 'secret', {}, '/invite @Frontdesk'],
])('refuses at “%s” %s with %j, because it looks at it first', async (row, { office, cleanup }) => {
  const [label, value, change, sentence] = row;
  const { ines, sandbox } = office;
  const id = someChannels.find(({ name }) => [value].flat().includes(name))?.id ?? '';
  await ines.openFromHome('Channels');
  await ines.fill({ [label]: value });
  // Channels can change between being offered and being submitted.
  sandbox.changeChannel(id, change);
  const back = Object.entries(change).map(([what, now]) => [what, !now]);
  cleanup.later(() => sandbox.changeChannel(id, Object.fromEntries(back)));
  expect((await ines.submit()).outcome).toBe('errors');
  expect(ines.view().errors[label]).toContain(sentence);
});

inChannels('stores channels that are fine, and announces the next hire there', async ({ office }) => {
  const { ines, sofia } = office;
  await ines.openFromHome('Channels');
  const fine = { 'New hire channels': ['new-hires'], 'Private HR channel': 'people-ops' };
  expect((await ines.submit(fine)).outcome).toBe('updated');
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.submit();
  await sofia.untilMessage('Jane Doe joins', channels.hires);
});

it('names the environment’s variables without a button for them, and sets the rest', async ({ open }) => {
  const { ines } = await open();
  const variables =
    'Set by your administrator: ONBOARDING_URL, ONBOARDING_API_TOKEN, FRONTDESK_HR, FRONTDESK_MANAGERS, ' +
    'FRONTDESK_CHANNELS, FRONTDESK_PRIVATE_CHANNEL.';
  const { buttons } = await ines.openSettings(variables);
  const settings = ['Connect', 'Access', 'Channels', 'Organization'];
  expect(buttons.filter((button) => settings.includes(button))).toEqual(['Organization']);
  await ines.openFromHome('Organization');
  await ines.submit({ 'Profile address': 'nowhere' });
  expect(ines.view().errors).toMatchObject({ 'Profile address': expect.stringContaining('{id}') });
  const profile = 'https://x.example/{id}/';
  await ines.submit({ 'Time zone': 'Asia/Tokyo (UTC+09:00)', 'Profile address': profile });
  await ines.openSettings('Time zone: Asia/Tokyo');
  await ines.openFromHome('Organization');
  expect(ines.values()).toMatchObject({ 'Time zone': 'Asia/Tokyo (UTC+09:00)', 'Profile address': profile });
});

it('shows, counts and never stores what the environment sets beside the rest', async ({ open }) => {
  const env = { FRONTDESK_MANAGERS: '', FRONTDESK_CHANNELS: '', FRONTDESK_TIMEZONE: 'Europe/Berlin' };
  const { ines, inDatabase } = await open({ env });
  for (const [page, lines, labels] of [
    ['Access', 'HR: <@U0INES>', ['Managers: people', 'Managers: user groups']],
    ['Channels', `Private HR channel: <#${channels.private}>`, ['New hire channels']],
    ['Organization', 'Time zone: Europe/Berlin', ['Profile address']],
  ] as const) {
    const variable = { Access: 'HR', Channels: 'PRIVATE_CHANNEL', Organization: 'TIMEZONE' }[page];
    const { fields } = await ines.openFromHome(page);
    expect(ines.pageText()).toContain(lines);
    expect(ines.pageText()).toContain(`Set by your administrator (FRONTDESK_${variable})`);
    expect(Object.keys(fields)).toEqual(labels);
  }
  expect((await ines.submit({ 'Profile address': 'https://x.example/{id}/' })).outcome).toBe('updated');
  await ines.openSettings('Time zone: Europe/Berlin');
  await ines.openFromHome('Channels');
  await ines.fill({ 'New hire channels': ['new-hires'] });
  await ines.untilPage('New hires are announced in 1 channel.');
  expect(ines.pageText()).toContain(`Offboardings and problems go to <#${channels.private}>.`);
  const stored = () =>
    inDatabase((db) =>
      db.selectFrom('settings').select(['name', 'value']).where('name', '!=', 'profileUrl').execute(),
    );
  await ines.openFromHome('Access');
  expect((await ines.submit({ 'Managers: people': ['Marcus Oyelaran'] })).outcome).toBe('updated');
  expect(await stored()).toEqual([{ name: 'managers', value: '["U0MARCUS"]' }]);
});

it('asks HR to sort nothing while Frontdesk still finds the kinds by itself', async ({ open, cleanup }) => {
  const service = await behindProxy(cleanup, releasedService);
  const release = service.proxy.hold('/api/offboarding/');
  const { ines, bot } = await open({ service, waitForMenus: false });
  cleanup.later(release);
  await expect.poll(() => bot.directory.current()?.sequences.length).toBeGreaterThan(0);
  const { buttons } = await ines.visitHome('This week and next');
  expect(ines.homeText()).not.toContain('need sorting');
  expect(buttons).not.toContain('Sort sequences');
  release();
  const isSorted = () => bot.directory.current()?.sequences.every(({ kind }) => kind !== null);
  await expect.poll(isSorted).toBe(true);
});

it('lets HR sort sequences of whose kind a service says nothing, and remembers it', async ({ open }) => {
  const office = await open({ service: (cleanup) => releasedService(cleanup, 'v2.0.32') });
  const { ines } = office;
  await ines.openFromHome('Sort sequences');
  await ines.submit({ Leaving: 'For offboarding', Everybody: 'For onboarding' });
  await ines.untilHome('1 sequence needs sorting');
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

it('asks a sequence’s kind once, and again only if it is new or renamed', async ({ open, cleanup }) => {
  const token = 'b'.repeat(40);
  const sequences = structuredClone(someSequences);
  const deployment = await startReleasedDeployment({ token, sequences });
  cleanup.later(deployment.stop);
  const asked = () =>
    deployment.requests.filter(({ path, method }) => path === '/api/offboarding/' && method === 'POST');
  const { ines, bot, start } = await open({ service: { url: deployment.url, token } });
  expect(asked().map(({ status }) => status)).toEqual([400, 400, 400]);
  await bot.directory.refresh();
  await bot.stop();
  const again = await start();
  await again.directory.refresh();
  expect(asked()).toHaveLength(3);
  const kinds = again.directory.current()?.sequences.map(({ kind }) => kind);
  expect(kinds).toEqual(['onboarding', 'onboarding', 'offboarding']);
  Object.assign(sequences[1] ?? {}, { name: 'Last farewells', kind: 'offboarding' });
  sequences.push({ id: 4, name: 'Sales', kind: 'onboarding' });
  await again.directory.refresh();
  expect(asked().map(({ body }) => body)).toEqual([
    ...[{ sequences: [1] }, { sequences: [2] }, { sequences: [3] }],
    ...[{ sequences: [2] }, { sequences: [4] }],
  ]);
  await ines.open('/newhire');
  expect((await ines.options('Sequences', '')).options).toEqual(['Everybody', 'Sales']);
});

it('tells HR of ids in the environment that nobody has, once Slack says so', async ({ open }) => {
  const env = { FRONTDESK_HR: 'U0INES,U0NOBODY', FRONTDESK_MANAGERS: 'U0MARCUS,S0NOGROUP' };
  const { ines, sandbox } = await open({ env });
  await ines.pressInHome('Check the connection');
  await ines.until(() => ines.views().at(-1)?.buttons.includes('Check again'));
  expect(ines.pageText()).toContain('has the id U0NOBODY, S0NOGROUP.');
  sandbox.addFault({ target: 'usergroups.list', kind: 'error', times: 1_000 });
  await ines.pressUntil('Check again', 'has the id U0NOBODY.');
});
