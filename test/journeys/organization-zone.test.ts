import { expect } from 'vitest';
import { it } from './world.ts';

const modes = ['socket', 'http'] as const;

it.for(modes)(
  'finds a zone by its former name, and keeps a stored one that isn’t in the list (%s mode)',
  async (mode, { open }) => {
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
    expect((await ines.options('Time zone', 'Kiev')).options).toEqual(['Europe/Kyiv (UTC+02:00)']);
    expect((await ines.options('Time zone')).options).toHaveLength(100);
    expect(await change('Profile address', 'https://x.example/{id}/')).toEqual(['Etc/GMT-2']);
    expect(await change('Time zone', 'Europe/Berlin (UTC+01:00)')).toEqual(['Europe/Berlin']);
    expect((await ines.options('Time zone', 'Etc/GMT-2')).options).toEqual([]);
  },
);
