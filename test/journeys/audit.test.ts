import { expect } from 'vitest';
import { type AuditLine, auditLines } from '../../src/bot/ledger/audit/audit.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { csvOf } from '../../src/commands/audit.ts';
import { openDatabase } from '../../src/database/open.ts';
import { onEachDatabase } from '../postgres.ts';
import { channels, ourService, releasedService } from './office.ts';
import { it } from './world.ts';

onEachDatabase((fresh) => {
  async function auditedDatabase() {
    const { url } = await fresh();
    const lines = async (filter: Parameters<typeof auditLines>[1] = {}) => {
      const found: AuditLine[] = [];
      const database = openDatabase<BotTables>(url);
      for await (const line of auditLines(database, filter)) found.push(line);
      await database.close();
      return found;
    };
    return { url, lines };
  }

  it('finds people by address, Slack user or part of the name, and says which role a hire got', async ({
    open,
  }) => {
    const { url, lines } = await auditedDatabase();
    const { ines, bot } = await open({ service: releasedService, env: { DATABASE_URL: url } });
    for (const [name, email, first] of [
      ['Éva Ångström', 'eva@acme.example', 'Éva'],
      ['All Real', 'real@acme.example', '100%'],
    ] as const) {
      await ines.fillIn(`/newhire ${name} ${email} 2999-01-01`, {
        Manager: 'Marcus Oyelaran',
        'First name': first,
      });
      await ines.send('New hire added');
      await ines.closeAll();
    }
    const states = async () => (await bot.ledger.list(5)).map(({ state }) => state);
    await expect.poll(states).toEqual(['done', 'done']);
    const foundBy = async (person: string) => [
      ...new Set((await lines({ person, kind: 'newhire' })).map(({ subject }) => subject)),
    ];
    for (const person of ['Éva', 'éva', 'ANGSTROM', 'Eva@acme.example'])
      expect([person, await foundBy(person)]).toEqual([person, ['eva@acme.example']]);
    expect(await foundBy('%')).toEqual(['real@acme.example']);
    // He's only mentioned.
    expect(await foundBy('Marcus')).toEqual([]);
    expect(await foundBy('U0INES')).toHaveLength(2);
    const about = await lines({ person: 'real@acme.example', kind: 'newhire' });
    expect(Object.fromEntries(about.map(({ what, detail }) => [what, detail]))).toMatchObject({
      accepted: { role: 'New hire' },
      done: { role: 'New hire', resultId: expect.any(Number) },
    });
  });

  it('has who changed access, connection and settings, and never a token', async ({ open, cleanup }) => {
    const { url, lines } = await auditedDatabase();
    const service = await ourService(cleanup);
    const unset = { FRONTDESK_HR: '', FRONTDESK_MANAGERS: '', FRONTDESK_PRIVATE_CHANNEL: '' };
    const env = { DATABASE_URL: url, ONBOARDING_API_TOKEN: '', ...unset };
    const { bot, environment, start, set, connect } = await open({ service, env, waitForMenus: false });
    await connect({ 'Admin token': service.token });
    await set('Access', { 'HR: people': ['Ines Duarte'] });
    // Saved again without a change, so nothing is recorded the second time.
    for (let times = 0; times < 2; times += 1) await set('Organization', { 'Time zone': 'Asia/Tokyo' });
    await bot.stop();
    Object.assign(environment, { FRONTDESK_MANAGERS: 'U0MARCUS' });
    await (await start()).stop();
    await start();

    const all = await lines();
    const connected = ['connection', 'connection changed', { url: { before: null, after: service.url } }];
    const toChannels = { channels: { before: null, after: [channels.hires] } };
    expect(all.map(({ actor, kind, what, detail }) => [actor, kind, what, detail])).toEqual([
      ['environment', ...connected],
      ['environment', 'settings', 'settings changed', toChannels],
      ['U0INES', ...connected],
      ['U0INES', 'access', 'access changed', { hr: { before: [], after: ['U0INES'] } }],
      ['U0INES', 'settings', 'settings changed', { timezone: { before: 'UTC', after: 'Asia/Tokyo' } }],
      ['environment', 'access', 'access changed', { managers: { before: null, after: ['U0MARCUS'] } }],
    ]);
    expect(all.every(({ at }, index) => at >= (all[index - 1]?.at ?? ''))).toBe(true);
    expect(JSON.stringify(all)).not.toContain(service.token);
    expect(await lines({ person: 'u0marcus' })).toMatchObject([{ what: 'access changed' }]);
  });
});

/** Cells of a spreadsheet that splits at every separator, even inside quotes. */
function cellsOf(csv: string, separator: string): string[] {
  return csv.split(/\r?\n/).flatMap((line) => line.split(separator));
}

it.for([
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '  =1+1',
  '\t=1+1',
  '\r=1+1',
  'Doe;=HYPERLINK("http://x")',
  'Doe; =1+1',
  'Doe;"=1+1',
  'Doe\n=1+1',
  'Doe\r\n-1;@x',
  '"=1+1',
  '＝1+1',
])('makes no formula of a name such as %j, whatever the separator', (name) => {
  const line = { at: '2026-01-01T00:00:00Z', request: 'R-1', kind: 'newhire', subject: 'a@b.c', name };
  const csv = csvOf({ ...line, requester: 'U1', actor: 'U1', what: 'done', detail: null });
  for (const separator of [',', ';', '\t', '|'])
    for (const cell of cellsOf(csv, separator)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
});

it('gives details that people can read', () => {
  const line = { at: '2026-01-01T00:00:00Z', request: 'R-1', kind: 'newhire', subject: '', name: '' };
  const said = (detail: object | null) =>
    csvOf({ ...line, requester: 'U1', actor: 'U1', what: 'x', detail }).split(',x,')[1];
  expect(said({ status: 400, fields: ['email', 'start_day'] })).toBe(
    '"status: 400, fields: email start_day"',
  );
  expect(said({ hr: { before: [], after: ['U1', 'S2'] } })).toBe('"hr before: none, hr after: U1 S2"');
  expect(said(null)).toBe('');
});
