import { describe, expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';
import { useCleanup } from '../cleanup.ts';
import { type Office, openOffice, ourService } from './office.ts';

const cleanup = useCleanup();

const summer: Clock = { ...systemClock, now: () => new Date('2030-07-01T12:00:00Z') };
const winter: Clock = { ...systemClock, now: () => new Date('2030-12-01T12:00:00Z') };

async function openOrganization({ ines }: Office) {
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Organization'));
  await ines.press('Organization');
  await ines.untilView('Organization');
}

/** Stores a zone as an earlier version could, whose form accepted any text. */
async function leaveStored({ environment }: Office, zone: string) {
  const { db, close } = openDatabase<BotTables>(environment.DATABASE_URL);
  const row = { value: JSON.stringify(zone), set_by: 'U0INES', set_at: '2026-01-01T00:00:00.000Z' };
  await db
    .insertInto('settings')
    .values({ name: 'timezone', ...row })
    .execute();
  await close();
}

async function storedZone({ environment }: Office) {
  const { db, close } = openDatabase<BotTables>(environment.DATABASE_URL);
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'timezone').execute();
  await close();
  return row.map(({ value }) => JSON.parse(value));
}

describe.each(['socket', 'http'] as const)('in %s mode', (mode) => {
  it('finds zones by city, offset and former name, and nothing for what is none', async () => {
    const service = await ourService(cleanup);
    const office = await openOffice(cleanup, { mode, service, clock: summer });
    const { ines } = office;
    await openOrganization(office);
    expect(ines.view().fields['Time zone']?.value).toBe('UTC (UTC+00:00)');
    const found = async (query: string) => (await ines.options('Time zone', query)).options;
    expect(await found('berlin')).toEqual(['Europe/Berlin (UTC+02:00)']);
    expect(await found('Kiev')).toEqual(['Europe/Kyiv (UTC+03:00)']);
    expect((await found('UTC'))[0]).toBe('UTC (UTC+00:00)');
    const shifted = await found('+02:00');
    expect(shifted).toContain('Europe/Berlin (UTC+02:00)');
    expect(shifted.every((one) => one.endsWith('(UTC+02:00)'))).toBe(true);
    expect(await found('')).toHaveLength(100);
    for (const none of ['🦊', '👩‍🚀'.repeat(400), 'x'.repeat(2_000), '%_', '<!channel>'])
      expect(await found(none)).toEqual([]);
  });

  it('shows and keeps a zone that was saved before and is not in the list', async () => {
    const service = await ourService(cleanup);
    const office = await openOffice(cleanup, { mode, service, clock: winter });
    const { ines } = office;
    await office.bot.stop();
    await leaveStored(office, 'Etc/GMT-2');
    await office.start();
    await openOrganization(office);
    expect(ines.view().fields['Time zone']?.value).toBe('Etc/GMT-2 (UTC+02:00)');
    expect((await ines.options('Time zone', 'Etc/GMT-2')).options).toEqual(['Etc/GMT-2 (UTC+02:00)']);
    await ines.fill({ 'Profile address': 'https://x.example/{id}/' });
    await ines.submit();
    await ines.closeAll();
    expect(await storedZone(office)).toEqual(['Etc/GMT-2']);
    await openOrganization(office);
    await ines.fill({ 'Time zone': 'Europe/Berlin (UTC+01:00)' });
    await ines.submit();
    await ines.closeAll();
    expect(await storedZone(office)).toEqual(['Europe/Berlin']);
    await openOrganization(office);
    expect((await ines.options('Time zone', 'Etc/GMT-2')).options).toEqual([]);
  });
});
