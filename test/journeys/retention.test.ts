import { expect, vi } from 'vitest';
import { addDays, dayIn } from '../../src/time/dates.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { onEachDatabase } from '../postgres.ts';
import { releasedService, type Service } from './office.ts';
import { channels, inWhole, it, type Open } from './world.ts';

// Each test restarts the program several times.
vi.setConfig({ testTimeout: 120_000 });

const day = 86_400_000;
const minute = 60_000;

onEachDatabase((fresh) => {
  async function officeFor(
    open: Open,
    env: Record<string, string> = {},
    service: Service | typeof releasedService = releasedService,
  ) {
    const stored = { DATABASE_URL: (await fresh()).url, METRICS_PORT: '0' };
    return open<Service>({ service, env: { ...stored, ...env } });
  }
  type Office = Awaited<ReturnType<typeof officeFor>>;

  /** By default the first working day is over, whatever the weekday is: nothing is planned. */
  async function submitJane({ ines, clock }: Office, days = -4) {
    await ines.open(`/newhire Jane Doe jane@acme.example ${addDays(dayIn('UTC', clock.now()), days)}`);
    await ines.submitAndAgree();
  }

  async function addJane(office: Office, days?: number) {
    await submitJane(office, days);
    await expect.poll(() => office.sandbox.messages(channels.hires)).toHaveLength(1);
  }

  /** Restarts `days` later and waits for the first clean-up, a minute after the start. */
  async function restartAfter(office: Office, bot: Office['bot'], days: number) {
    await bot.stop();
    office.clock.moveBy(days * day);
    const restarted = await office.start();
    // Refresh the lists before the clean-up forgets what they haven't held for long.
    await restarted.directory.refresh();
    office.clock.moveBy(minute);
    await expect.poll(() => lastCleanUp(restarted)).toBeGreaterThan(0);
    return restarted;
  }

  /** @returns the time of the last clean-up in Unix seconds; 0 if there was none since the start */
  async function lastCleanUp({ metricsUrl = '' }: Office['bot']): Promise<number> {
    const metrics = await (await fetch(metricsUrl)).text();
    return Number(/^frontdesk_retention_last_run_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
  }

  async function personalIn({ rows }: Office): Promise<string[]> {
    const stored = [await rows('requests'), await rows('messages'), await rows('audit_events')];
    // References are in capitals, and may spell anything.
    return JSON.stringify(stored).match(/[Jj]ane|[Dd]oe/g) ?? [];
  }

  /** Checks that everything is there after `kept` days, and nothing after `more` days. */
  async function endsBetween(office: Office, kept: number, more: number, look: () => Promise<unknown[]>) {
    const before = await look();
    expect(before).not.toEqual([]);
    const bot = await restartAfter(office, office.bot, kept);
    expect(await look()).toEqual(before);
    const last = await restartAfter(office, bot, more);
    await expect.poll(look).toEqual([]);
    return last;
  }

  it('drops the personal details after the days that were set, and keeps the audit log', async ({ open }) => {
    const office = await officeFor(open, { FRONTDESK_RETENTION_DAYS: '10' });
    await addJane(office);
    await office.allSent();
    const bot = await endsBetween(office, 9, 1, () => personalIn(office));
    const steps = (await office.rows('audit_events')).filter(({ request_id }) => request_id !== null);
    expect(steps.map(({ what }) => what)).toEqual(['accepted', 'delivering', 'done']);
    expect(await bot.ledger.list(10)).toEqual([]);
  });

  it('counts from the start day where that is later, and plans on until then', async ({ open }) => {
    const office = await officeFor(open, { FRONTDESK_RETENTION_DAYS: '30' });
    await addJane(office, 48);
    const planned = async () => (await office.rows('requests')).map((row) => row.next_moment_at);
    const ahead = await planned();
    expect(ahead).toEqual([expect.any(String)]);
    const second = await restartAfter(office, office.bot, 35);
    expect(await planned()).toEqual(ahead);
    // Midnight may pass meanwhile.
    const third = await restartAfter(office, second, 41);
    expect(await personalIn(office)).not.toEqual([]);
    await restartAfter(office, third, 4);
    await expect.poll(() => personalIn(office)).toEqual([]);
  });

  inWhole('keeps them while Slack still has to get a message about the request', async ({ open }) => {
    const office = await officeFor(open, { FRONTDESK_RETENTION_DAYS: '1' });
    const { sandbox, clock } = office;
    sandbox.changeChannel(channels.hires, { hasApp: false, isArchived: true });
    await submitJane(office);
    await expect.poll(async () => (await office.rows('requests'))[0]?.ended_at).toEqual(expect.any(String));
    const bot = await restartAfter(office, office.bot, 3);
    expect(await personalIn(office)).not.toEqual([]);
    sandbox.changeChannel(channels.hires, { hasApp: true, isArchived: false });
    // The longest pause between retries.
    clock.moveBy(10 * minute);
    await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
    await restartAfter(office, bot, 1);
    await expect.poll(() => personalIn(office)).toEqual([]);
  });

  inWhole('gives up a message that Slack refuses for ninety days, and its details', async ({ open }) => {
    const office = await officeFor(open, { FRONTDESK_RETENTION_DAYS: '1' });
    office.sandbox.addFault({ target: 'chat.postMessage', kind: 'error', times: 10_000 });
    await submitJane(office);
    await office.ines.untilView('New hire added');
    const bot = await restartAfter(office, office.bot, 80);
    expect(await personalIn(office)).not.toEqual([]);
    await restartAfter(office, bot, 11);
    await expect.poll(() => personalIn(office)).toEqual([]);
  });

  it('keeps drafts and what was told about no request for a month, though nobody looks', async ({ open }) => {
    const office = await officeFor(open, { ONBOARDING_API_TOKEN: 'w'.repeat(40) });
    await submitJane(office);
    // HR is notified once the token has been refused for a while.
    const told = () => {
      office.clock.moveBy(1000);
      return office.sandbox.messages(channels.private);
    };
    await expect.poll(told).toHaveLength(1);
    // Weekly overviews of future weeks are rows too.
    const isNews = (row: Record<string, unknown>) => row.request_id === null && row.planned === 0;
    const news = async () => (await office.rows('messages')).filter(isNews).map(({ id }) => id);
    expect(await news()).toHaveLength(1);
    await office.ines.open('/newhire Joan Doe joan@acme.example');
    await office.ines.press('Save draft');
    await expect.poll(() => office.rows('drafts')).toHaveLength(1);
    await endsBetween(office, 29, 2, async () => [...(await news()), ...(await office.rows('drafts'))]);
  });

  inWhole('forgets the kind of a sequence not listed for a year, and no other', async ({ open, cleanup }) => {
    const sequences = someSequences.slice(0, 2).map((one) => ({ ...one }));
    const token = 'd'.repeat(40);
    const deployment = await startReleasedDeployment({ token, employees: [], sequences });
    cleanup.later(deployment.stop);
    const office = await officeFor(open, {}, { ...deployment, token });
    const known = async () =>
      (await office.rows('sequence_kinds')).map(({ sequence_id }) => sequence_id).toSorted();
    const [first, second] = sequences.map(({ id }) => id);
    await expect.poll(known).toEqual([first, second]);
    sequences.pop();
    const before = await restartAfter(office, office.bot, 364);
    expect(await known()).toEqual([first, second]);
    await restartAfter(office, before, 2);
    await expect.poll(known).toEqual([first]);
  });
});
