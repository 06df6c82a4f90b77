import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { type GivenPerson, someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { channels, openOffice } from './office.ts';

const cleanup = useCleanup();

const token = 'b'.repeat(40);
const ines: GivenPerson = { email: 'ines.duarte@acme.example', first_name: 'Ines', last_name: 'Duarte' };

/** Opens an office whose service loses answers, with a fast clock. */
async function doubtfulOffice(clock = testClock({ speed: 30 })) {
  const deployment = await startReleasedDeployment({ token, employees: [ines], sequences: someSequences });
  cleanup.later(deployment.stop);
  const office = await openOffice(cleanup, {
    service: { url: deployment.url, token },
    clock,
  });
  return { deployment, ...office };
}

type Office = Awaited<ReturnType<typeof doubtfulOffice>>;

async function handIn({ ines: person }: Office, words: string) {
  await person.command(`/newhire ${words} 2999-01-01`);
  await person.untilView('New hire');
  await person.submit();
}

async function somebodyElseAdds({ deployment }: Office, first_name: string, email: string) {
  const body = { first_name, last_name: 'Roe', email, role: 0 };
  await fetch(`${deployment.url}/api/users/`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

it('shows the outcome in the window when it comes after the window said that it waits', async () => {
  const office = await doubtfulOffice();
  office.deployment.failNext('/api/users/', 'error-after');
  await handIn(office, 'Jane Doe jane@acme.example');
  await office.ines.untilView('New hire added');
  await office.ines.untilMessage('Jane Doe has been added');
  expect(office.deployment.employees()).toHaveLength(2);
});

it('finds out and tells once what the service did and the database could not note', async () => {
  // Real speed: the form waits its full two seconds for the answer, and shows it.
  const clock = testClock({ speed: 1 });
  const office = await doubtfulOffice(clock);
  const { db, close } = openDatabase<LedgerTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  await sql`create trigger full before update on requests when new.state = 'done'
    begin select raise(abort, 'disk full'); end`.execute(db);
  await handIn(office, 'Jane Doe jane@acme.example');
  await office.ines.untilView('New hire added');
  expect(office.sandbox.messages(channels.hires)).toEqual([]);
  clock.runAt(30);
  await sql`drop trigger full`.execute(db);
  await office.ines.untilMessage('Jane Doe has been added');
  await expect.poll(() => office.sandbox.messages(channels.hires).length).toBe(1);
  expect(office.deployment.employees()).toHaveLength(2);
});

it.each([
  ['Yes, that’s them', 'done', 1],
  ['No, somebody else', 'rejected', 0],
] as const)(
  'asks a person when somebody of another name has the address since; “%s” makes it %s',
  async (button, state, headlines) => {
    const office = await doubtfulOffice();
    office.deployment.failNext('/api/users/', 'drop');
    await handIn(office, 'Jane Doe jane@acme.example');
    await somebodyElseAdds(office, 'Joan', 'jane@acme.example');
    await office.ines.untilMessage('Is that the same person?');
    await office.ines.untilMessage('Is that the same person?', channels.private);
    await office.ines.closeAll();
    await office.ines.press(button);
    const list = () => office.bot.ledger.list(1);
    await expect.poll(async () => (await list())[0]?.state).toBe(state);
    const said = await office.ines.untilMessage(state === 'done' ? 'has been added' : 'wasn’t added');
    // A person answered; the service wasn't asked.
    expect(said.texts.join('\n')).not.toContain('The onboarding service says');
    if (state === 'rejected') {
      expect(said.texts).toContain('<@U0INES> answered that it’s somebody else.');
      const { ines } = office;
      await ines.openHome();
      await ines.until(() => ines.home()?.texts.join('\n').includes('Jane Doe\nDeclined by HR'));
      await ines.press('Details');
      const page = (await ines.untilView('Request')).texts.join('\n');
      expect(page).toContain('Declined by <@U0INES>');
      expect(page).not.toContain('by the onboarding service');
    }
    await expect.poll(() => office.sandbox.messages(channels.hires).length).toBe(headlines);
    expect(office.deployment.employees()).toHaveLength(2);
  },
);

it('takes the first answer when two people press different buttons', async () => {
  const office = await doubtfulOffice();
  office.deployment.failNext('/api/users/', 'drop');
  await handIn(office, 'Jane Doe jane@acme.example');
  await somebodyElseAdds(office, 'Joan', 'jane@acme.example');
  await office.ines.untilMessage('Is that the same person?');
  const [request] = await office.bot.ledger.list(1);
  const id = request?.id ?? '';
  const { ledger } = office.bot;
  const answers = await Promise.all([ledger.decide(id, true, 'U0INES'), ledger.decide(id, false, 'U0GRACE')]);
  expect(answers.map(({ kind }) => kind)).toEqual(['taken', 'over']);
});

/** Waits for `pending`, because the window can say so before the first attempt has ended. */
async function cancelOnceItWaits({ bot: { ledger } }: Office, by: string) {
  const newest = async () => (await ledger.list(1))[0];
  await expect.poll(async () => (await newest())?.state).toBe('pending');
  return ledger.cancel((await newest())?.id ?? '', by);
}

it('cancels what waits at once, and what is in doubt only after it has found out', async () => {
  const office = await doubtfulOffice();
  office.deployment.spoilToken(token, 'removed');
  await handIn(office, 'Jane Doe jane@acme.example');
  await office.ines.closeAll();
  expect(await cancelOnceItWaits(office, 'U0INES')).toMatchObject({ kind: 'taken' });
  office.deployment.allowToken(token);
  await office.bot.ledger.resume();

  office.deployment.failNext('/api/users/', 'error-after');
  await handIn(office, 'John Roe john@acme.example');
  const [doubted] = await office.bot.ledger.list(1);
  const { kind } = await office.bot.ledger.cancel(doubted?.id ?? '', 'U0INES');
  expect(['findingOut', 'over']).toContain(kind);
  await expect.poll(async () => (await office.bot.ledger.find(doubted?.id ?? ''))?.state).toBe('done');
  const added = office.deployment.employees().map(({ email }) => email);
  expect(added).toEqual([ines.email, 'john@acme.example']);
});

it('tells whoever asked when somebody else cancels', async () => {
  const office = await doubtfulOffice();
  office.deployment.spoilToken(token, 'removed');
  await handIn(office, 'Jane Doe jane@acme.example');
  await cancelOnceItWaits(office, 'U0GRACE');
  const { texts } = await office.ines.untilMessage('The request for Jane Doe is cancelled');
  expect(texts.join(' ')).toContain('U0GRACE');
});
