import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AuditLine, auditLines } from '../../src/bot/ledger/audit.ts';
import { type BotTables, migrations } from '../../src/bot/migrations.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { fastClock } from '../faults/fast-clock.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Cleanup, channels, createCleanup, openOffice, releasedService } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const day = 86_400;
/** Three days in a second. */
const fast = 3 * day;

onEachDatabase((fresh) => {
  async function officeFor(env: Record<string, string> = {}) {
    const database = await fresh();
    cleanup.later(database.remove);
    const clock = fastClock(10);
    const office = await openOffice(cleanup, {
      service: await releasedService(cleanup),
      env: { DATABASE_URL: database.url, ...env },
      clock,
    });
    const stored = openDatabase<BotTables>(database.url);
    cleanup.later(stored.close);
    await migrate(stored.db, migrations(stored.kind));
    return { ...office, clock, stored };
  }
  type Office = Awaited<ReturnType<typeof officeFor>>;

  async function addJane({ ines, sandbox }: Office) {
    await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.untilView('New hire');
    await ines.submit();
    await ines.untilMessage('Jane Doe is in the onboarding service');
    await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  }

  /** Starts again in a time of another speed: what waits for hours has to wait anew. */
  async function restart({ clock, start }: Office, bot: Office['bot'], speed: number) {
    await bot.stop();
    clock.runAt(speed);
    return start();
  }

  async function pass({ clock }: Office, days: number) {
    const until = clock.now().getTime() + days * day * 1000;
    await expect.poll(() => clock.now().getTime(), { timeout: 20_000 }).toBeGreaterThan(until);
  }

  async function personalIn({ stored: { db } }: Office): Promise<string[]> {
    const rows = [
      await db.selectFrom('requests').selectAll().execute(),
      await db.selectFrom('messages').selectAll().execute(),
      await db.selectFrom('steps').selectAll().execute(),
    ];
    return JSON.stringify(rows).match(/jane|doe/gi) ?? [];
  }

  it('drops the personal details after the days that were set, and keeps that the request existed', async () => {
    const office = await officeFor({ FRONTDESK_RETENTION_DAYS: '10' });
    await addJane(office);
    const bot = await restart(office, office.bot, fast);
    await pass(office, 5);
    expect(await personalIn(office)).not.toEqual([]);
    await pass(office, 5);
    await expect.poll(() => personalIn(office), { timeout: 10_000 }).toEqual([]);
    const lines: AuditLine[] = [];
    for await (const line of auditLines(office.stored, {})) lines.push(line);
    expect(lines.map(({ what, requester, kind }) => [what, requester, kind])).toEqual(
      ['accepted', 'sending', 'done'].map((what) => [what, 'U0INES', 'newhire']),
    );
    expect(await bot.ledger.list(10)).toEqual([]);
  });

  it('keeps them while Slack still has to get a message about the request', async () => {
    const office = await officeFor({ FRONTDESK_RETENTION_DAYS: '1', FRONTDESK_CHANNELS: channels.hires });
    office.sandbox.changeChannel(channels.hires, { hasApp: false, isArchived: true });
    await office.ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await office.ines.untilView('New hire');
    await office.ines.submit();
    await office.ines.untilMessage('Jane Doe is in the onboarding service');
    const bot = await restart(office, office.bot, fast);
    await pass(office, 3);
    // Messages take the time they take.
    const slow = await restart(office, bot, 10);
    office.sandbox.changeChannel(channels.hires, { hasApp: true, isArchived: false });
    await expect.poll(() => office.sandbox.messages(channels.hires), { timeout: 20_000 }).toHaveLength(1);
    expect(await personalIn(office)).not.toEqual([]);
    await restart(office, slow, fast);
    await expect.poll(() => personalIn(office), { timeout: 10_000 }).toEqual([]);
  });
});
