import { expect } from 'vitest';
import { testClock } from '../clock.ts';
import { addedElsewhere, releasedService } from './office.ts';
import { channels, inWhole, it, type Open } from './world.ts';

const users = '/api/users/';
const assigned = 'Sequences assigned.';
const notConfirmed = 'Sequences not confirmed.';

/** An office in which Ines has filled in the form for Jane, with a sequence. */
async function filledIn(open: Open) {
  const env = { ONBOARDING_PROFILE_URL: 'https://people.acme.example/{id}/' };
  const office = await open({ service: releasedService, env, clock: testClock({ speed: 30 }) });
  const unsorted = () => office.bot.directory.current()?.sequences.filter(({ kind }) => kind === null);
  await expect.poll(unsorted).toEqual([]);
  const people = { Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' };
  const jane = '/newhire Jane Doe jane@acme.example 2999-01-01';
  await office.ines.fillIn(jane, { ...people, Sequences: ['Everybody'] });
  return office;
}

it('claims nothing of the sequences after a lost answer, and says where to look', async ({ open }) => {
  const { ines, service } = await filledIn(open);
  service.failNext(users, 'error-after');
  const window = await ines.send('New hire added');
  expect(window.texts.join('\n')).toContain(notConfirmed);
  expect(window.texts.join('\n')).not.toContain(assigned);
  expect(window.buttons).toContain('Open profile');
  const { texts } = await ines.untilMessage('Jane Doe has been added.');
  expect(texts.join('\n')).toContain(notConfirmed);
  expect(texts.join('\n')).toContain('Chosen sequences: Everybody');
});

inWhole('claims nothing of the sequences of somebody whom a person recognized', async ({ open }) => {
  const { ines, sandbox, service } = await filledIn(open);
  service.failNext(users, 'drop');
  service.allowToken('others');
  await ines.submit();
  await addedElsewhere({ url: service.url, token: 'others' });
  await ines.untilMessage('Is that them?');
  await ines.closeAll();
  await ines.press('Yes, that’s them');
  const question = () => JSON.stringify(sandbox.messages(channels.private)[0]);
  await expect.poll(question).toContain('Answered by');
  expect(question()).toContain(notConfirmed);
  const { texts } = await ines.untilMessage('Jane Doe has been added.');
  expect(texts.join('\n')).toContain(notConfirmed);
});

it('takes no sequences for a role that gets none, and says when they were assigned', async ({ open }) => {
  const { ines, service, bot } = await filledIn(open);
  for (const role of ['Manager', 'Administrator', 'Other']) {
    await ines.fill({ Role: role });
    await ines.untilPage('Only the role “New hire”');
    expect(await ines.submit()).toMatchObject({ outcome: 'errors' });
    expect(ines.view().errors.Sequences).toContain('Only the role “New hire” gets sequences.');
    expect(ines.values().Sequences).toEqual(['Everybody']);
  }
  expect(await bot.ledger.list(1)).toEqual([]);
  expect(service.employees().some(({ email }) => email === 'jane@acme.example')).toBe(false);
  const { texts } = await ines.send('New hire added', { Role: 'New hire' });
  expect(service.employees().at(-1)).toMatchObject({ role: 0, sequences: [1] });
  expect(texts.join('\n')).toContain(assigned);
  expect(texts.join('\n')).not.toContain(notConfirmed);
});
