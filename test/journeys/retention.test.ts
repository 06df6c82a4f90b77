import { expect, it, vi } from 'vitest';
import { type AuditLine, auditLines } from '../../src/bot/ledger/audit/audit.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { inWhole } from '../faults/trials.ts';
import { onEachDatabase } from '../postgres.ts';
import { channels, openOffice, releasedService } from './office.ts';

// Each test restarts the program several times.
vi.setConfig({ testTimeout: 120_000 });

const cleanup = useCleanup();

const day = 86_400_000;
const minute = 60_000;

onEachDatabase((fresh) => {
  async function officeFor(env: Record<string, string> = {}, service?: { url: string; token: string }) {
    const database = await fresh();
    const clock = testClock({ start: new Date().toISOString() });
    const office = await openOffice(cleanup, {
      service: service ?? (await releasedService(cleanup)),
      env: { DATABASE_URL: database.url, METRICS_PORT: '0', ...env },
      clock,
    });
    const stored = openDatabase<BotTables>(database.url);
    cleanup.later(stored.close);
    await migrate(stored.db, migrations(stored.kind));
    return { ...office, clock, stored };
  }
  type Office = Awaited<ReturnType<typeof officeFor>>;

  async function submitJane({ ines, clock }: Pick<Office, 'ines' | 'clock'>, days = -1) {
    const startDay = addDays(dayIn('UTC', clock.now()), days);
    await ines.open(`/newhire Jane Doe jane@acme.example ${startDay}`);
    await ines.submitAndAgree();
  }

  async function addJane(office: Office, days?: number) {
    await submitJane(office, days);
    await office.ines.untilMessage('Jane Doe has been added');
    await expect.poll(() => office.sandbox.messages(channels.hires)).toHaveLength(1);
  }

  function pass({ clock }: Pick<Office, 'clock'>, ms: number) {
    clock.moveBy(ms);
  }

  /** Restarts `days` later and waits for the first clean-up, a minute after the start. */
  async function restartAfter(office: Office, bot: Office['bot'], days: number) {
    await bot.stop();
    pass(office, days * day);
    const restarted = await office.start();
    // Refresh the lists before the clean-up forgets what they haven't held for long.
    await restarted.directory.refresh();
    pass(office, minute);
    await expect.poll(() => lastCleanUp(restarted)).toBeGreaterThan(0);
    return restarted;
  }

  /** @returns the time of the last clean-up in Unix seconds; 0 if there was none since the start */
  async function lastCleanUp({ metricsUrl = '' }: Office['bot']): Promise<number> {
    const metrics = await (await fetch(metricsUrl)).text();
    return Number(/^frontdesk_retention_last_run_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
  }

  async function personalIn({ stored: { db } }: Office): Promise<string[]> {
    const rows = [
      await db.selectFrom('requests').selectAll().execute(),
      await db.selectFrom('messages').selectAll().execute(),
      await db.selectFrom('audit_events').selectAll().execute(),
    ];
    // References are in capitals, and may spell anything.
    return JSON.stringify(rows).match(/[Jj]ane|[Dd]oe/g) ?? [];
  }

  it('drops the personal details after the days that were set, and keeps that the request existed', async () => {
    const office = await officeFor({ FRONTDESK_RETENTION_DAYS: '10' });
    await addJane(office);
    const before = await restartAfter(office, office.bot, 9);
    expect(await personalIn(office)).not.toEqual([]);
    const bot = await restartAfter(office, before, 1);
    await expect.poll(() => personalIn(office)).toEqual([]);
    const lines: AuditLine[] = [];
    for await (const line of auditLines(office.stored, { kind: 'newhire' })) lines.push(line);
    expect(lines.map(({ what, requester, kind }) => [what, requester, kind])).toEqual(
      ['accepted', 'delivering', 'done'].map((what) => [what, 'U0INES', 'newhire']),
    );
    expect(await bot.ledger.list(10)).toEqual([]);
  });

  it('counts the days from the start day where that is later, and plans on until then', async () => {
    const office = await officeFor({ FRONTDESK_RETENTION_DAYS: '30' });
    await addJane(office, 48);
    const planned = () =>
      office.stored.db
        .selectFrom('messages')
        .where('request_id', 'is not', null)
        .where('planned', '=', 1)
        .where('state', '=', 'pending')
        .select('purpose')
        .execute();
    const ahead = await planned();
    expect(ahead).not.toEqual([]);
    const second = await restartAfter(office, office.bot, 35);
    expect(await planned()).toEqual(ahead);
    const third = await restartAfter(office, second, 42);
    expect(await personalIn(office)).not.toEqual([]);
    await restartAfter(office, third, 2);
    await expect.poll(() => personalIn(office)).toEqual([]);
  });

  inWhole('keeps them while Slack still has to get a message about the request', async () => {
    const office = await officeFor({ FRONTDESK_RETENTION_DAYS: '1', FRONTDESK_CHANNELS: channels.hires });
    office.sandbox.changeChannel(channels.hires, { hasApp: false, isArchived: true });
    await submitJane(office);
    await office.ines.untilMessage('Jane Doe has been added');
    const bot = await restartAfter(office, office.bot, 3);
    expect(await personalIn(office)).not.toEqual([]);
    office.sandbox.changeChannel(channels.hires, { hasApp: true, isArchived: false });
    // The longest pause between retries.
    pass(office, 10 * minute);
    await expect.poll(() => office.sandbox.messages(channels.hires)).toHaveLength(1);
    await restartAfter(office, bot, 1);
    await expect.poll(() => personalIn(office)).toEqual([]);
  });

  inWhole(
    'gives a message up that Slack has not taken for ninety days, so that the details can go',
    async () => {
      const office = await officeFor({ FRONTDESK_RETENTION_DAYS: '1' });
      office.sandbox.addFault({
        target: 'chat.postMessage',
        kind: 'error',

        times: 10_000,
      });
      await submitJane(office);
      await office.ines.untilView('New hire added');
      const bot = await restartAfter(office, office.bot, 80);
      expect(await personalIn(office)).not.toEqual([]);
      await restartAfter(office, bot, 11);
      await expect.poll(() => personalIn(office)).toEqual([]);
    },
  );

  inWhole('forgets that the request existed after the years that the audit log is kept', async () => {
    const office = await officeFor({ FRONTDESK_RETENTION_DAYS: '10', FRONTDESK_AUDIT_DAYS: '20' });
    await addJane(office);
    const rows = async () => [
      ...(await office.stored.db.selectFrom('requests').select('id').execute()),
      ...(await office.stored.db.selectFrom('audit_events').select('id').execute()),
    ];
    const before = await restartAfter(office, office.bot, 19);
    expect(await rows()).toHaveLength(4);
    await restartAfter(office, before, 2);
    await expect.poll(rows).toEqual([]);
  });

  inWhole('keeps for a month what was told about no request', async () => {
    const office = await officeFor({ ONBOARDING_API_TOKEN: 'w'.repeat(40) });
    await submitJane(office);
    // HR is notified once the token has been refused for a while.
    const told = () => {
      pass(office, 1000);
      return office.sandbox.messages(channels.private);
    };
    await expect.poll(told).toHaveLength(1);
    const rows = () =>
      office.stored.db
        .selectFrom('messages')
        .where('request_id', 'is', null)
        // Weekly overviews of future weeks are rows too.
        .where('planned', '=', 0)
        .select('id')
        .execute();
    const before = await restartAfter(office, office.bot, 29);
    expect(await rows()).toHaveLength(1);
    await restartAfter(office, before, 2);
    await expect.poll(rows).toEqual([]);
  });

  it('deletes drafts after a month, though nobody looks at them', async () => {
    const office = await officeFor();
    await office.ines.open('/newhire Jane Doe jane@acme.example');
    await office.ines.press('Save draft');
    const rows = () => office.stored.db.selectFrom('drafts').select('title').execute();
    await expect.poll(rows).toHaveLength(1);
    const before = await restartAfter(office, office.bot, 29);
    expect(await rows()).toHaveLength(1);
    await restartAfter(office, before, 2);
    await expect.poll(rows).toEqual([]);
  });

  inWhole(
    'forgets the kind of a sequence that the service has not listed for a year, and of no other',
    async () => {
      const sequences = someSequences.slice(0, 2).map((one) => ({ ...one }));
      const token = 'd'.repeat(40);
      const deployment = await startReleasedDeployment({ token, employees: [], sequences });
      cleanup.later(deployment.stop);
      const office = await officeFor({}, { ...deployment, token });
      const rows = () =>
        office.stored.db.selectFrom('sequence_kinds').select('sequence_id').orderBy('sequence_id').execute();
      const [first, second] = sequences.map(({ id }) => ({ sequence_id: id }));
      await expect.poll(rows).toEqual([first, second]);
      sequences.pop();
      const before = await restartAfter(office, office.bot, 364);
      expect(await rows()).toEqual([first, second]);
      await restartAfter(office, before, 2);
      await expect.poll(rows).toEqual([first]);
    },
  );
});
