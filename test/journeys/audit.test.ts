import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditLines } from '../../src/bot/ledger/audit.ts';
import type { LedgerTables } from '../../src/bot/ledger/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { onEachDatabase } from '../postgres.ts';
import { type Cleanup, createCleanup, openOffice, releasedService } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

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
    const database = openDatabase<LedgerTables>(stored.url);
    cleanup.later(database.close);
    const foundBy = async (person: string) => {
      const found = new Set<string>();
      for await (const { subject } of auditLines(database, { person })) found.add(subject);
      return [...found];
    };
    for (const person of ['Éva', 'éva', 'ANGSTROM', 'Eva@acme.example']) {
      expect([person, await foundBy(person)]).toEqual([person, ['eva@acme.example']]);
    }
    expect(await foundBy('%')).toEqual(['real@acme.example']);
    expect(await foundBy('Marcus')).toEqual([]);
    expect(await foundBy('U0INES')).toHaveLength(2);
  });
});
