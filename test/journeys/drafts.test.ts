import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DraftTables } from '../../src/bot/drafts.ts';
import { systemClock } from '../../src/clock.ts';
import { openDatabase } from '../../src/database/open.ts';
import { type Cleanup, createCleanup, openOffice, ourService } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const filled = {
  'First name': 'Jane',
  'Last name': 'Doe',
  'Start day': '2999-01-01',
  Manager: 'Marcus Oyelaran',
  Position: 'Engineer',
  'Time zone': 'Europe/Berlin (UTC+01:00)',
  Language: 'German',
  Message: 'Plays the cello.',
};

async function saveDraft({ ines }: Awaited<ReturnType<typeof openOffice>>) {
  await ines.command('/newhire');
  await ines.untilView('New hire');
  const { 'Time zone': zone, ...others } = filled;
  await ines.fill(others);
  await ines.until(() => ines.view().fields['Time zone']?.value === 'Europe/London (UTC+00:00)');
  await ines.fill({ 'Time zone': zone });
  await ines.until(() => JSON.stringify(ines.screen().views).includes('timezone:chosen'));
  await ines.press('Save draft');
  await ines.until(() => ines.view().texts.some((text) => text.startsWith('Saved as a draft')));
}

it('keeps a half-filled form, lists it to its owner alone, and resumes it with everything in it', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines, sandbox } = office;
  await saveDraft(office);
  await ines.closeAll();
  const grace = sandbox.person('U0GRACE');
  await grace.command('/newhire drafts');
  await grace.untilMessage('You have no drafts');

  await ines.command('/newhire drafts');
  await ines.untilMessage('You have one draft');
  await ines.press('Resume');
  const { fields } = await ines.untilView('New hire');
  for (const [label, value] of Object.entries(filled)) expect(fields[label]?.value).toBe(value);
});

it('is one draft however often it is saved, and none after it was sent', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await saveDraft(office);
  await ines.fill({ 'Work email': 'jane@acme.example', Buddy: 'Sofia Lindqvist' });
  await ines.press('Save draft');
  await ines.closeAll();
  await ines.command('/newhire drafts');
  await ines.untilMessage('You have one draft');
  await ines.press('Resume');
  expect((await ines.untilView('New hire')).fields['Work email']?.value).toBe('jane@acme.example');
  await ines.submit();
  await ines.untilView('New hire added');
  await ines.closeAll();
  await ines.command('/newhire drafts');
  await ines.untilMessage('You have no drafts');
});

it('deletes a draft when asked, and says so when somebody resumes it later', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await saveDraft(office);
  await ines.closeAll();
  await ines.command('/newhire drafts');
  await ines.untilMessage('You have one draft');
  await ines.command('/newhire drafts');
  await ines.until(() => ines.directMessages().length === 2);
  await ines.press('Delete');
  await ines.untilMessage('You have no drafts');
  await ines.press('Resume');
  expect((await ines.untilView('New hire')).texts.join()).toContain('not there any more');
});

it('puts nothing personal into what Slack shows to other apps', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  await saveDraft(office);
  const metadata = office.sandbox
    .calls()
    .map(({ args }) => JSON.stringify(args.view ?? {}))
    .flatMap((view) => [...view.matchAll(/private_metadata\W+(.*?)\}/g)].map(([, text]) => text));
  expect(metadata.length).toBeGreaterThan(1);
  expect(metadata.join()).not.toMatch(/Jane|Doe|Marcus|acme/);
});

it('forgets a draft after thirty days, also in what is stored', async () => {
  const days = { count: 0 };
  const clock = { ...systemClock, now: () => new Date(Date.now() + days.count * 86_400_000) };
  const office = await openOffice(cleanup, { service: await ourService(cleanup), clock });
  const { ines } = office;
  await saveDraft(office);
  await ines.closeAll();
  days.count = 29;
  await ines.command('/newhire drafts');
  await ines.untilMessage('You have one draft');
  days.count = 31;
  await ines.command('/newhire drafts');
  await ines.untilMessage('You have no drafts');
  const { db, close } = openDatabase<DraftTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  expect(await db.selectFrom('drafts').selectAll().execute()).toEqual([]);
});
