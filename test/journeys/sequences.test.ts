import { expect, it, vi } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { channels, openOffice, releasedService } from './office.ts';

// Other tests slow these down.
vi.setConfig({ testTimeout: 120_000 });

const cleanup = useCleanup();

const users = '/api/users/';
const assigned = 'The sequences were assigned.';
const notConfirmed = 'Frontdesk couldn’t confirm that the sequences were assigned.';

async function officeWithSequences() {
  const service = await releasedService(cleanup);
  const env = { ONBOARDING_PROFILE_URL: 'https://people.acme.example/{id}/' };
  const office = await openOffice(cleanup, { service, env, clock: testClock({ speed: 30 }) });
  const unsorted = () => office.bot.directory.current()?.sequences.filter(({ kind }) => kind === null);
  await expect.poll(unsorted).toEqual([]);
  return office;
}
type Office = Awaited<ReturnType<typeof officeWithSequences>>;

async function fillIn({ ines }: Pick<Office, 'ines'>, sequences: string[]) {
  await ines.fillIn('/newhire Jane Doe jane@acme.example 2999-01-01', {
    Manager: 'Marcus Oyelaran',
    Buddy: 'Sofia Lindqvist',
    Sequences: sequences,
  });
}

it('says that the sequences were assigned when the service said so', async () => {
  const office = await officeWithSequences();
  await fillIn(office, ['Everybody']);
  await office.ines.send('New hire added');
  expect(office.ines.view().texts.join('\n')).toContain(assigned);
  const { texts } = await office.ines.untilMessage('Jane Doe has been added.');
  expect(texts.join('\n')).not.toContain(notConfirmed);
});

it('claims nothing about the sequences of somebody who was found after the answer was lost, and says where to look', async () => {
  const office = await officeWithSequences();
  office.service.failNext(users, 'error-after');
  await fillIn(office, ['Everybody']);
  await office.ines.send('New hire added');
  const window = office.ines.view();
  expect(window.texts.join('\n')).toContain(notConfirmed);
  expect(window.texts.join('\n')).not.toContain(assigned);
  expect(window.buttons).toContain('Open profile');
  const { texts } = await office.ines.untilMessage('Jane Doe has been added.');
  expect(texts.join('\n')).toContain(notConfirmed);
  expect(texts.join('\n')).toContain('Chosen sequences: Everybody');
});

inWhole(
  'claims nothing about the sequences of somebody whom a person took for the one of the request',
  async () => {
    const office = await officeWithSequences();
    const { ines, service } = office;
    service.failNext(users, 'drop');
    await fillIn(office, ['Everybody']);
    service.allowToken('others');
    await ines.submit();
    await fetch(`${service.url}${users}`, {
      method: 'POST',
      headers: { authorization: 'Token others', 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Joan', last_name: 'Doe', email: 'jane@acme.example', role: 0 }),
    });
    await ines.untilMessage('Is that the same person?');
    await ines.closeAll();
    await ines.press('Yes, that’s them');
    const question = () => JSON.stringify(office.sandbox.messages(channels.private)[0]);
    await expect.poll(question).toContain('Answered by');
    expect(question()).toContain(notConfirmed);
    const { texts } = await ines.untilMessage('Jane Doe has been added.');
    expect(texts.join('\n')).toContain(notConfirmed);
  },
);

it.each(['Manager', 'Administrator', 'Other'])(
  'takes no sequences for the role “%s”, to which the service assigns none, and sends nothing with them',
  async (role) => {
    const office = await officeWithSequences();
    const { ines, service, bot } = office;
    await fillIn(office, ['Everybody']);
    await ines.fill({ Role: role });
    await ines.until(() => ines.view().texts.some((text) => text.includes('Only people with the role')));
    expect(await ines.submit()).toMatchObject({ outcome: 'errors' });
    expect(ines.view().errors.Sequences).toContain('Only people with the role “New hire” get sequences.');
    expect(ines.view().fields.Sequences?.value).toEqual(['Everybody']);
    expect(await bot.ledger.list(1)).toEqual([]);
    expect(service.employees().some(({ email }) => email === 'jane@acme.example')).toBe(false);
    await ines.send('New hire added', { Role: 'New hire' });
    expect(service.employees().at(-1)).toMatchObject({ role: 0, sequences: [1] });
  },
);
