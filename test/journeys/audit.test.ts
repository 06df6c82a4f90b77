import { expect, it } from 'vitest';
import { type AuditLine, auditLines } from '../../src/bot/ledger/audit/audit.ts';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { csvOf } from '../../src/commands/audit/csv.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { onEachDatabase } from '../postgres.ts';
import { channels, openOffice, ourService, releasedService } from './office.ts';

const cleanup = useCleanup();

onEachDatabase((fresh) => {
  it('finds people in the audit log by address, Slack user or part of the name, and nobody who is only mentioned', async () => {
    const stored = await fresh();
    cleanup.later(stored.remove);
    const service = await releasedService(cleanup);
    const { ines, bot } = await openOffice(cleanup, { service, env: { DATABASE_URL: stored.url } });
    for (const [name, email] of [
      ['Éva Ångström', 'eva@acme.example'],
      ['All Real', 'real@acme.example'],
    ]) {
      await ines.command(`/newhire ${name} ${email} 2999-01-01`);
      await ines.untilView('New hire');
      await ines.fill({ Manager: 'Marcus Oyelaran', ...(name === 'All Real' && { 'First name': '100%' }) });
      await ines.submit();
      await ines.untilView('New hire added');
      await ines.closeAll();
    }
    await expect
      .poll(async () => (await bot.ledger.list(5)).map(({ state }) => state))
      .toEqual(['done', 'done']);
    const database = openDatabase<BotTables>(stored.url);
    cleanup.later(database.close);
    const foundBy = async (person: string) => {
      const found = new Set<string>();
      for await (const { subject } of auditLines(database, { person, kind: 'newhire' })) found.add(subject);
      return [...found];
    };
    for (const person of ['Éva', 'éva', 'ANGSTROM', 'Eva@acme.example']) {
      expect([person, await foundBy(person)]).toEqual([person, ['eva@acme.example']]);
    }
    expect(await foundBy('%')).toEqual(['real@acme.example']);
    expect(await foundBy('Marcus')).toEqual([]);
    expect(await foundBy('U0INES')).toHaveLength(2);
  });

  it('has who changed access, connection and settings, from what to what, and never a token', async () => {
    const stored = await fresh();
    cleanup.later(stored.remove);
    const service = await ourService(cleanup);
    const fixed = { DATABASE_URL: stored.url, ONBOARDING_API_TOKEN: '', ONBOARDING_URL: service.url };
    const env = { ...fixed, FRONTDESK_HR: '', FRONTDESK_MANAGERS: '', FRONTDESK_PRIVATE_CHANNEL: '' };
    const office = await openOffice(cleanup, { service, env, waitForMenus: false });
    const { ines } = office;
    const settle = async (button: string, title: string, values: Record<string, string | string[]>) => {
      await ines.openHome();
      await ines.until(() => ines.home()?.buttons.includes(button));
      await ines.press(button);
      await ines.untilView(title);
      await ines.fill(values);
      await ines.submit();
      if (button !== 'Connect') await ines.closeAll();
    };
    await settle('Connect', 'Onboarding service', { 'Admin token': service.token });
    await ines.until(() => ines.view().texts.join().includes('It works'));
    await ines.closeAll();
    await settle('Access', 'Access', { 'HR: people': ['Ines Duarte'] });
    await ines.until(() => ines.screen().views.length === 0);
    await settle('Organization', 'Organization', { 'Time zone': 'Asia/Tokyo' });
    await ines.until(() => ines.screen().views.length === 0);
    // Saved again without a change, so nothing is recorded.
    await settle('Organization', 'Organization', { 'Time zone': 'Asia/Tokyo' });
    await ines.until(() => ines.screen().views.length === 0);
    await office.bot.stop();
    Object.assign(office.environment, { FRONTDESK_MANAGERS: 'U0MARCUS' });
    await (await office.start()).stop();
    await office.start();

    const database = openDatabase<BotTables>(stored.url);
    cleanup.later(database.close);
    const lines: AuditLine[] = [];
    for await (const line of auditLines(database, {})) lines.push(line);
    expect(lines.map(({ actor, kind, what, detail }) => [actor, kind, what, detail])).toEqual([
      ['environment', 'connection', 'connection changed', { url: { before: null, after: service.url } }],
      [
        'environment',
        'settings',
        'settings changed',
        { channels: { before: null, after: [channels.hires] } },
      ],
      ['U0INES', 'connection', 'connection changed', { url: { before: null, after: service.url } }],
      ['U0INES', 'access', 'access changed', { hr: { before: [], after: ['U0INES'] } }],
      ['U0INES', 'settings', 'settings changed', { timezone: { before: 'UTC', after: 'Asia/Tokyo' } }],
      ['environment', 'access', 'access changed', { managers: { before: null, after: ['U0MARCUS'] } }],
    ]);
    expect(lines.every(({ at }, index) => at >= (lines[index - 1]?.at ?? ''))).toBe(true);
    expect(JSON.stringify(lines)).not.toContain(service.token);
    const about = [];
    for await (const { what } of auditLines(database, { person: 'u0marcus' })) about.push(what);
    expect(about).toEqual(['access changed']);
  });

  it('says which role a hire was to get, and got', async () => {
    const stored = await fresh();
    cleanup.later(stored.remove);
    const service = await releasedService(cleanup);
    const { ines } = await openOffice(cleanup, { service, env: { DATABASE_URL: stored.url } });
    await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.untilView('New hire');
    await ines.submit();
    await ines.untilView('New hire added');
    const database = openDatabase<BotTables>(stored.url);
    cleanup.later(database.close);
    const details = async () => {
      const found: Record<string, object | null> = {};
      for await (const { what, detail } of auditLines(database, { kind: 'newhire' })) found[what] = detail;
      return found;
    };
    // The form shows the result before the note about it is stored.
    await expect.poll(details).toMatchObject({
      accepted: { role: 'New hire' },
      done: { role: 'New hire', resultId: expect.any(Number) },
    });
  });
});

/** Cells of a spreadsheet that splits at every separator, even inside quotes. */
function cellsOf(csv: string, separator: string): string[] {
  return csv.split(/\r?\n/).flatMap((line) => line.split(separator));
}

it.each([
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
