import { expect } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { listed, listingService, questions } from '../journeys/listing.ts';
import { begin, channels, inWhole } from '../journeys/world.ts';
import { onEachDatabase, onPostgres } from '../postgres.ts';
import { mortal, workspaceFor } from './process.ts';
import { stillOpen } from './tally.ts';
import { chance, patience, until } from './trials.ts';

const person = (id: number) => listed(id, 'Trial', `No${id}x`);

function askedAbout(texts: readonly string[], ids: readonly number[]) {
  return ids.map((id) => texts.filter((text) => text.includes(`No${id}x was added`)).length);
}

async function marksIn(url: string): Promise<number> {
  const { db, close } = openDatabase<BotTables>(url);
  const marks = await db.selectFrom('elsewhere_marks').select('service').execute();
  await close();
  return marks.length;
}

onEachDatabase((fresh) => {
  const kills = 6;
  inWhole(
    `asks once about everybody, with kill -9 ${kills} times`,
    { timeout: patience },
    async ({ cleanup }) => {
      const { url: databaseUrl } = await fresh();
      const service = await listingService(cleanup, [person(1), person(2)]);
      const { sandbox, env } = await workspaceFor(cleanup, service, databaseUrl);
      const process = mortal(cleanup, env);
      const random = chance(7);
      const texts = () => questions({ sandbox });
      await process.start();
      // People found by the first reading cause no question.
      await until(async () => (await marksIn(databaseUrl)) > 0, texts);
      const ids: number[] = [];
      for (let turn = 0; turn < kills; turn += 1) {
        const next = 3 + 2 * turn;
        ids.push(next, next + 1);
        service.people.push(person(next), person(next + 1));
        await new Promise((resolve) => setTimeout(resolve, random() * 1_500));
        await process.kill();
        await process.start();
        // Kills in the middle of the work at start: the reading, the question, the message.
        await new Promise((resolve) => setTimeout(resolve, random() * 1_500));
      }
      await until(() => askedAbout(texts(), ids).every((count) => count > 0), texts);
      await process.kill();
      await process.start();
      await until(async () => (await stillOpen(databaseUrl)).messages.length === 0, texts);
      expect(askedAbout(texts(), ids)).toEqual(ids.map(() => 1));
      expect(texts()).toHaveLength(ids.length);
    },
  );
});

onPostgres((fresh) => {
  const title = 'two replicas ask once about everybody, and of two who announce at once one does';
  inWhole(title, { timeout: patience }, async ({ open, cleanup }) => {
    const { url: databaseUrl } = await fresh();
    const service = await listingService(cleanup, [person(1)]);
    const office = await open({ at: begin, service, env: { DATABASE_URL: databaseUrl } });
    const { ines, grace, sandbox, clock, look } = office;
    await look();
    const other = await office.start();
    await other.directory.refresh();
    const ids = Array.from({ length: 8 }, (_, index) => index + 2);
    for (const id of ids) {
      service.people.push(person(id));
      await Promise.all([other.directory.refresh(), look()]);
    }
    // A process that sends the question waits until it has read the person itself.
    const asked = () => {
      clock.moveBy(31_000);
      return askedAbout(questions(office), ids);
    };
    await expect.poll(asked, { interval: 500 }).toEqual(ids.map(() => 1));
    for (const one of [ines, grace]) {
      await one.openFromHome('Announce', 'Announce new hire');
      await one.fill({ 'Start day': '2031-03-17' });
      await one.submit();
      await one.untilView('Check and announce');
    }
    await Promise.all([ines.submit(), grace.submit()]);
    const said = (one: typeof ines) => one.view().texts.join();
    const over = (one: typeof ines) => /already announced Trial/.test(said(one));
    for (const one of [ines, grace])
      await one.until(() => over(one) || one.view().title === 'New hire announced');
    expect([ines, grace].filter(over)).toHaveLength(1);
    await ines.untilMessage('joins on Mon 17 Mar', channels.hires);
    await sandbox.settled();
    expect(sandbox.messages(channels.hires)).toHaveLength(1);
    expect(askedAbout(questions(office), ids)).toEqual(ids.map(() => 1));
  });
});
