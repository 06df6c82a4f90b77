import { expect, it } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { useCleanup } from '../cleanup.ts';
import { employeesOf, openOffice, ourService, releasedService } from './office.ts';

const cleanup = useCleanup();

it.each([
  ['calcutta', 'Asia/Kolkata'],
  ['Kiev', 'Europe/Kyiv'],
  ['saigon', 'Asia/Ho_Chi_Minh'],
  ['buenos aires', 'America/Argentina/Buenos_Aires'],
  ['US/Eastern', 'US/Eastern'],
  ['munich', 'Europe/Berlin'],
  ['UTC+5:45', 'Asia/Kathmandu'],
])('finds for “%s” the zone %s, and sends it by the name that the service takes', async (typed, zone) => {
  const service = await releasedService(cleanup);
  const { ines } = await openOffice(cleanup, { service });
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  const [best = ''] = (await ines.options('Time zone', typed)).options;
  expect(best.replaceAll(' ', '_')).toContain(zone);
  await ines.fill({ 'Time zone': best });
  await ines.submit();
  await ines.untilView('New hire added');
  expect(service.employees().at(-1)).toMatchObject({ email: 'jane@acme.example', timezone: zone });
});

it('takes an address whose domain has letters outside ASCII, as the service does', async () => {
  const service = await ourService(cleanup);
  const { ines } = await openOffice(cleanup, { service });
  await ines.command('/newhire Jo Doe jo@exämple.io 2999-01-01');
  const { fields } = await ines.untilView('New hire');
  expect(fields['Work email']?.value).toBe('jo@exämple.io');
  await ines.submit();
  await ines.untilView('New hire added');
  expect((await employeesOf(service)).map(({ email }) => email)).toContain('jo@exämple.io');
});

it.each([
  ['jö@acme.example', 'Before the @, use only letters'],
  ['jane@acme.123', 'Enter only an email address, such as jane@acme.com'],
])('says at the field what is wrong with “%s”, and keeps it there', async (typed, sentence) => {
  const { ines } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await ines.command('/newhire Jane Doe 2999-01-01');
  await ines.untilView('New hire');
  // Slack's own check of addresses is loose, so these reach Frontdesk.
  const viewId = ines.screen().views.at(-1)?.id ?? '';
  const place = { in: 'view', viewId } as const;
  await ines.do({ verb: 'input', place, blockId: 'email', actionId: 'newhire_email', value: typed });
  await ines.submit();
  const { error, value } = ines.view().fields['Work email'] ?? {};
  expect(value).toBe(typed);
  expect(error).toContain(sentence);
});

it('proposes the manager’s zone by the name that the service takes when Slack has a former one', async () => {
  const people = demoWorkspace.people.map((person) =>
    person.id === 'U0MARCUS' ? { ...person, timezone: 'Asia/Calcutta' } : person,
  );
  const { ines } = await openOffice(cleanup, {
    service: await ourService(cleanup),
    workspace: { people },
  });
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.press('More fields');
  await ines.until(() => ines.view().fields['Time zone']?.value === 'Asia/Kolkata (UTC+05:30)');
});
