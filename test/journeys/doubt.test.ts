import { sql } from 'kysely';
import { expect } from 'vitest';
import { demoPeople } from '../../src/service/demo.ts';
import { testClock } from '../clock.ts';
import { addedElsewhere, releasedService } from './office.ts';
import { channels, it, type Open } from './world.ts';

const users = '/api/users/';

async function doubtfulOffice(open: Open, speed = 30) {
  const office = await open({ service: releasedService, clock: testClock({ speed }) });
  const { ines, bot, service } = office;
  const submit = async (words = 'Jane Doe jane@acme.example') => {
    await ines.open(`/newhire ${words} 2999-01-01`);
    await ines.submit();
  };
  const newest = async () => (await bot.ledger.list(1))[0];
  const untilState = (state: string) => expect.poll(async () => (await newest())?.state).toBe(state);
  const added = () => service.employees().slice(demoPeople.length);
  return { ...office, submit, newest, untilState, added };
}

it('finds out and says once what the database couldn’t store', async ({ open }) => {
  // Real speed: the form waits its full two seconds for the answer, and shows it.
  const { ines, sandbox, clock, submit, added, inDatabase } = await doubtfulOffice(open, 1);
  await inDatabase((db) =>
    sql`create trigger full before update on requests when new.state = 'done'
      begin select raise(abort, 'disk full'); end`.execute(db),
  );
  await submit();
  await ines.untilView('New hire added');
  expect(sandbox.messages(channels.hires)).toEqual([]);
  clock.runAt(30);
  await inDatabase((db) => sql`drop trigger full`.execute(db));
  await expect.poll(() => sandbox.messages(channels.hires).length).toBe(1);
  expect(ines.directMessages()).toEqual([]);
  expect(added()).toHaveLength(1);
});

it.for([
  ['Yes, that’s them', 'done', 1],
  ['No, somebody else', 'rejected', 0],
] as const)('asks whether another name is the same person, and “%s” makes it %s', async (row, { open }) => {
  const [button, state, headlines] = row;
  const { ines, service, sandbox, submit, untilState, added } = await doubtfulOffice(open);
  service.failNext(users, 'drop');
  await submit();
  await addedElsewhere(service);
  await ines.untilMessage('Is that them?');
  await ines.untilMessage('Is that them?', channels.private);
  await ines.closeAll();
  await ines.press(button);
  await untilState(state);
  const said = await ines.untilMessage(state === 'done' ? 'has been added' : 'wasn’t added');
  // A person answered; the service wasn't asked.
  expect(said.texts.join('\n')).not.toContain('The onboarding service says');
  if (state === 'rejected') {
    expect(said.texts).toContain('<@U0INES> said it’s somebody else.');
    await ines.visitHome('*Jane Doe* · New hire · Declined by HR');
    await ines.open('Details', 'Person');
    expect(ines.pageText()).toContain('Declined by <@U0INES>');
    expect(ines.pageText()).not.toContain('by the onboarding service');
  }
  await expect.poll(() => sandbox.messages(channels.hires).length).toBe(headlines);
  expect(added()).toHaveLength(1);
});

it('cancels at once what is pending, which its requester hears, and what is in doubt once it is known', async ({
  open,
}) => {
  const { ines, bot, service, submit, newest, untilState, added } = await doubtfulOffice(open);
  service.spoilToken(service.token, 'removed');
  await submit();
  await untilState('pending');
  expect(await bot.ledger.cancel((await newest())?.id ?? '', 'U0GRACE')).toMatchObject({ kind: 'taken' });
  const { texts } = await ines.untilMessage('The request for Jane Doe is cancelled');
  expect(texts.join(' ')).toContain('U0GRACE');
  service.allowToken(service.token);
  await bot.ledger.resume();

  service.failNext(users, 'error-after');
  await submit('John Roe john@acme.example');
  const id = (await newest())?.id ?? '';
  const { kind } = await bot.ledger.cancel(id, 'U0INES');
  expect(['findingOut', 'over']).toContain(kind);
  await expect.poll(async () => (await bot.ledger.find(id))?.state).toBe('done');
  expect(added().map(({ email }) => email)).toEqual(['john@acme.example']);
});
