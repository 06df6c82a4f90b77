import { sql } from 'kysely';
import { expect } from 'vitest';
import { testClock } from '../clock.ts';
import { someSequences } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { addedElsewhere, type Cleanup } from './office.ts';
import { channels, it, type Open } from './world.ts';

const users = '/api/users/';

async function serviceWithInes(cleanup: Cleanup) {
  const token = 'b'.repeat(40);
  const employees = [{ email: 'ines.duarte@acme.example', first_name: 'Ines', last_name: 'Duarte' }];
  const deployment = await startReleasedDeployment({ token, employees, sequences: someSequences });
  cleanup.later(deployment.stop);
  return { ...deployment, token };
}

async function doubtfulOffice(open: Open, speed = 30) {
  const office = await open({ service: serviceWithInes, clock: testClock({ speed }) });
  const { ines, bot, service } = office;
  const submit = async (words = 'Jane Doe jane@acme.example') => {
    await ines.open(`/newhire ${words} 2999-01-01`);
    await ines.submit();
  };
  /** Ines submits Jane without an answer, and another person gets Jane's address meanwhile. */
  const untilAsked = async () => {
    service.failNext(users, 'drop');
    await submit();
    await addedElsewhere(service);
    await ines.untilMessage('Is that the same person?');
  };
  const newest = async () => (await bot.ledger.list(1))[0];
  const untilState = (state: string) => expect.poll(async () => (await newest())?.state).toBe(state);
  const cancelPending = async (by: string) => {
    await untilState('pending');
    return bot.ledger.cancel((await newest())?.id ?? '', by);
  };
  return { ...office, submit, untilAsked, newest, untilState, cancelPending };
}

it('finds out and says once what the database couldn’t store', async ({ open }) => {
  // Real speed: the form waits its full two seconds for the answer, and shows it.
  const { ines, service, sandbox, clock, submit, inDatabase } = await doubtfulOffice(open, 1);
  await inDatabase((db) =>
    sql`create trigger full before update on requests when new.state = 'done'
      begin select raise(abort, 'disk full'); end`.execute(db),
  );
  await submit();
  await ines.untilView('New hire added');
  expect(sandbox.messages(channels.hires)).toEqual([]);
  clock.runAt(30);
  await inDatabase((db) => sql`drop trigger full`.execute(db));
  await ines.untilMessage('Jane Doe has been added');
  await expect.poll(() => sandbox.messages(channels.hires).length).toBe(1);
  expect(service.employees()).toHaveLength(2);
});

it.for([
  ['Yes, that’s them', 'done', 1],
  ['No, somebody else', 'rejected', 0],
] as const)('asks whether another name is the same person, and “%s” makes it %s', async (row, { open }) => {
  const [button, state, headlines] = row;
  const { ines, service, sandbox, untilAsked, untilState } = await doubtfulOffice(open);
  await untilAsked();
  await ines.untilMessage('Is that the same person?', channels.private);
  await ines.closeAll();
  await ines.press(button);
  await untilState(state);
  const said = await ines.untilMessage(state === 'done' ? 'has been added' : 'wasn’t added');
  // A person answered; the service wasn't asked.
  expect(said.texts.join('\n')).not.toContain('The onboarding service says');
  if (state === 'rejected') {
    expect(said.texts).toContain('<@U0INES> answered that it’s somebody else.');
    await ines.visitHome('*Jane Doe* · New hire · Declined by HR');
    await ines.open('Details', 'Person');
    expect(ines.pageText()).toContain('Declined by <@U0INES>');
    expect(ines.pageText()).not.toContain('by the onboarding service');
  }
  await expect.poll(() => sandbox.messages(channels.hires).length).toBe(headlines);
  expect(service.employees()).toHaveLength(2);
});

it('takes the first answer when two people press different buttons', async ({ open }) => {
  const { bot, untilAsked, newest } = await doubtfulOffice(open);
  await untilAsked();
  const id = (await newest())?.id ?? '';
  const decide = (isSame: boolean, by: string) => bot.ledger.decide(id, isSame, by);
  const answers = await Promise.all([decide(true, 'U0INES'), decide(false, 'U0GRACE')]);
  expect(answers.map(({ kind }) => kind)).toEqual(['taken', 'over']);
});

it('cancels at once what is pending, and what is in doubt once it is known', async ({ open }) => {
  const { ines, bot, service, submit, newest, cancelPending } = await doubtfulOffice(open);
  service.spoilToken(service.token, 'removed');
  await submit();
  await ines.closeAll();
  expect(await cancelPending('U0INES')).toMatchObject({ kind: 'taken' });
  service.allowToken(service.token);
  await bot.ledger.resume();

  service.failNext(users, 'error-after');
  await submit('John Roe john@acme.example');
  const id = (await newest())?.id ?? '';
  const { kind } = await bot.ledger.cancel(id, 'U0INES');
  expect(['findingOut', 'over']).toContain(kind);
  await expect.poll(async () => (await bot.ledger.find(id))?.state).toBe('done');
  const added = service.employees().map(({ email }) => email);
  expect(added).toEqual(['ines.duarte@acme.example', 'john@acme.example']);
});

it('tells the requester that another person cancelled', async ({ open }) => {
  const { ines, service, submit, cancelPending } = await doubtfulOffice(open);
  service.spoilToken(service.token, 'removed');
  await submit();
  await cancelPending('U0GRACE');
  const { texts } = await ines.untilMessage('The request for Jane Doe is cancelled');
  expect(texts.join(' ')).toContain('U0GRACE');
});
