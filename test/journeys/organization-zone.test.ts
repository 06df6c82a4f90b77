import { expect } from 'vitest';
import { it } from './world.ts';

const modes = ['socket', 'http'] as const;

it.for(modes)('finds zones by city, offset and former name (%s mode)', async (mode, { open }) => {
  const { ines } = await open({ mode, at: '2030-07-01T12:00:00Z' });
  await ines.openFromHome('Organization');
  expect(ines.values()['Time zone']).toBe('UTC (UTC+00:00)');
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

it.for(modes)('keeps a stored zone that isn’t in the list (%s mode)', async (mode, { open }) => {
  const { bot, ines, start, inDatabase, rows } = await open({ mode, at: '2030-12-01T12:00:00Z' });
  await bot.stop();
  // As an earlier version could store it, whose form accepted any text.
  const set = { set_by: 'U0INES', set_at: '2026-01-01T00:00:00.000Z' };
  const value = JSON.stringify('Etc/GMT-2');
  await inDatabase((db) =>
    db
      .insertInto('settings')
      .values({ name: 'timezone', value, ...set })
      .execute(),
  );
  await start();
  async function change(label: string, text: string) {
    await ines.submit({ [label]: text });
    await ines.closeAll();
    const stored = (await rows('settings')).filter(({ name }) => name === 'timezone');
    await ines.openFromHome('Organization');
    return stored.map((row) => JSON.parse(String(row.value)));
  }
  await ines.openFromHome('Organization');
  expect(ines.values()['Time zone']).toBe('Etc/GMT-2 (UTC+02:00)');
  expect((await ines.options('Time zone', 'Etc/GMT-2')).options).toEqual(['Etc/GMT-2 (UTC+02:00)']);
  expect(await change('Profile address', 'https://x.example/{id}/')).toEqual(['Etc/GMT-2']);
  expect(await change('Time zone', 'Europe/Berlin (UTC+01:00)')).toEqual(['Europe/Berlin']);
  expect((await ines.options('Time zone', 'Etc/GMT-2')).options).toEqual([]);
});
