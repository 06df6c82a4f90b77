import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrafts, type DraftTables, whenOpened } from '../../src/bot/storage/drafts.ts';
import { migrations } from '../../src/bot/storage/migrations.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { systemClock } from '../../src/time/clock.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { everyWay, type Office, openOffice, ourService, temporaryFolder } from './office.ts';

const cleanup = useCleanup();

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
  await ines.until(() => ines.view().texts.some((text) => text.startsWith('Draft saved')));
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

/** Block directly above the “Save draft” button. */
function aboveSaveDraft({ ines }: Office): string {
  const { blocks = [] } = ines.screen().views.at(-1) ?? {};
  const at = blocks.findIndex(({ block_id }) => block_id === 'draft');
  return JSON.stringify(blocks[at - 1]);
}

async function draftsOf(
  { environment }: Office,
  columns: readonly (keyof DraftTables['drafts'])[] = ['owner', 'title'],
) {
  const { db, close } = openDatabase<DraftTables>(environment.DATABASE_URL);
  const rows = await db.selectFrom('drafts').select(columns).execute();
  await close();
  return rows;
}

it('makes one draft of one form, however often and quickly “Save draft” is pressed, and says so at the button', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await ines.command('/newhire Jane Doe');
  await ines.untilView('New hire');
  await Promise.all([ines.press('Save draft'), ines.press('Save draft'), ines.press('Save draft')]);
  await ines.until(() => aboveSaveDraft(office).includes('Draft saved'));
  await ines.press('Save draft');
  await ines.fill({ Position: 'Engineer' });
  await ines.press('Save draft');
  await ines.until(() => aboveSaveDraft(office).includes('Draft saved'));
  await office.sandbox.settled();
  expect(await draftsOf(office)).toEqual([{ owner: 'U0INES', title: 'Jane Doe' }]);
  expect(aboveSaveDraft(office)).toContain('Draft saved');
  expect(ines.view().texts.filter((text) => text.startsWith('Draft saved'))).toHaveLength(1);
});

it('makes one draft of windows in which the same draft is resumed, also after it was deleted', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await saveDraft(office);
  await ines.closeAll();
  await ines.command('/newhire drafts');
  await ines.untilMessage('You have one draft');
  await ines.press('Resume');
  await ines.untilView('New hire');
  await ines.press('Save draft');
  await office.sandbox.settled();
  expect(await draftsOf(office)).toHaveLength(1);
  const { db, close } = openDatabase<DraftTables>(office.environment.DATABASE_URL);
  await db.deleteFrom('drafts').execute();
  await close();
  await ines.press('Save draft');
  await ines.press('Save draft');
  await office.sandbox.settled();
  expect(await draftsOf(office)).toHaveLength(1);
});

inWhole('leaves no draft of a form that is sent while it is being saved', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  for (const name of ['Ann', 'Bob', 'Cleo']) {
    await ines.command(`/newhire ${name} Doe ${name}@acme.example 2999-01-01`);
    await ines.untilView('New hire');
    await Promise.all([ines.press('Save draft'), ines.submit(), ines.press('Save draft')]);
    await ines.untilView('New hire added');
    await office.sandbox.settled();
    await ines.closeAll();
  }
  expect(await draftsOf(office)).toEqual([]);
});

it('decides in the database that one form is one draft, whichever process saves it', async () => {
  const url = `sqlite:${join(temporaryFolder(cleanup), 'drafts.db')}`;
  const databases = [openDatabase<DraftTables>(url), openDatabase<DraftTables>(url)] as const;
  for (const { close } of databases) cleanup.later(close);
  await migrate(databases[0].db, migrations('sqlite'));
  const saved = databases.map((database) =>
    createDrafts(
      database,
      () => new Date(),
      () => {},
    ),
  );
  const draft = { title: 'Jane Doe', content: { first_name: 'Jane' } };
  const pressed = { at: '1700000000.000100', byItself: false, rootView: 'V1' };
  for (const drafts of [...saved, ...saved]) await drafts.save('U0INES', 'F-1', draft, pressed);
  expect(await saved[0]?.list('U0INES', 9)).toHaveLength(1);
  await expect(saved[1]?.save('U0GRACE', 'F-1', draft, pressed)).rejects.toThrow('somebody else');
});

it('shows and resumes what can still be read of a damaged draft', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await saveDraft(office);
  await ines.closeAll();
  const { db, close } = openDatabase<DraftTables>(office.environment.DATABASE_URL);
  const content = JSON.stringify({ first_name: 'Jane', last_name: 7, manager: 'Marcus', sequences: null });
  await db.updateTable('drafts').set({ content }).execute();
  await db
    .insertInto('drafts')
    .values({ id: 'D-2', owner: 'U0INES', title: 'Broken', content: '{', saved_at: '2020-01-01' })
    .execute();
  await db.updateTable('drafts').set({ saved_at: new Date().toISOString() }).execute();
  await close();
  await ines.command('/newhire drafts');
  await ines.untilMessage('You have 2 drafts');
  const jane = ines
    .directMessages()
    .at(-1)
    ?.texts.findIndex((text) => text.startsWith('Jane'));
  expect(jane).toBeGreaterThan(-1);
  await ines.openHome();
  await ines.until(() => ines.home()?.texts.includes('Your drafts'));
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
  expect((await ines.untilView('New hire')).texts.join()).toContain('This draft is gone');
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

inWhole('shows a draft for thirty days and no longer', async () => {
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
});

/** Clock speed that shortens the waits for closed forms and possibly lost messages. */
const speed = 20;

const saved = (who: string) => `Your draft for ${who} is saved.`;

/** Direct messages about drafts, oldest first, with their buttons. */
function draftMessages({ ines }: Office) {
  const about = ines.directMessages().filter(({ text }) => /draft/.test(text));
  return about.map(({ text, buttons }) => ({ text, buttons }));
}

const resumable = (who: string) => ({ text: saved(who), buttons: ['Resume', 'Delete'] });

/** Types letter by letter, without waiting. */
function type({ ines }: Office, label: string, text: string) {
  return Promise.all([...text].map((_letter, at) => ines.fill({ [label]: text.slice(0, at + 1) })));
}

describe.each(everyWay)(
  'a form that was closed half-way, in %s (%s), against %s',
  (_mode, mode, _service, startService) => {
    it('is kept with all that was typed, and says so once each time it is closed', async () => {
      const office = await openOffice(cleanup, {
        mode,
        service: await startService(cleanup),
        clock: testClock({ speed }),
      });
      const { ines } = office;
      await ines.command('/newhire');
      await ines.untilView('New hire');
      await type(office, 'First name', 'Jane');
      await type(office, 'Last name', 'Doe');
      await type(office, 'Work email', 'jane@acme.example');
      await ines.close();
      await ines.until(() => draftMessages(office).length === 1);
      expect(draftMessages(office)).toEqual([resumable('Jane Doe')]);
      await ines.press('Resume');
      const { fields } = await ines.untilView('New hire');
      expect(fields).toMatchObject({
        'First name': { value: 'Jane' },
        'Last name': { value: 'Doe' },
        'Work email': { value: 'jane@acme.example' },
      });
      await ines.fill({ Manager: 'Marcus Oyelaran', Message: 'Plays the cello.' });
      await ines.closeAll();
      await ines.until(() => draftMessages(office).length === 2);
      await ines.press('Resume');
      expect((await ines.untilView('New hire')).fields).toMatchObject({
        Manager: { value: 'Marcus Oyelaran' },
        Message: { value: 'Plays the cello.' },
      });
      expect(await draftsOf(office)).toHaveLength(1);
    });
  },
);

it('takes “Back” for no closing, and ends the draft and its messages when the hire is added', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    clock: testClock({ speed }),
  });
  const { ines } = office;
  await ines.command('/newhire Jane Doe jane@acme.example');
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('Check and add');
  await ines.press('Back');
  await ines.fill({ Message: 'Plays the cello.' });
  await ines.submit();
  await ines.untilView('Check and add');
  await ines.closeAll();
  await ines.until(() => draftMessages(office).length > 0);
  expect(draftMessages(office)).toEqual([resumable('Jane Doe')]);
  await ines.press('Resume');
  expect((await ines.untilView('New hire')).fields.Message?.value).toBe('Plays the cello.');
  await ines.close();
  await ines.until(() => draftMessages(office).length === 2);
  await ines.press('Resume');
  await ines.untilView('New hire');
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  const ended = { text: 'This draft has been sent.', buttons: [] };
  await ines.until(() => draftMessages(office).every(({ buttons }) => buttons.length === 0));
  expect(draftMessages(office)).toEqual([ended, ended]);
});

inWhole('keeps the form above one that was sent, where the X closes both', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    clock: testClock({ speed }),
  });
  const { ines } = office;
  await ines.command('/newhire Jane Doe jane@acme.example');
  await ines.untilView('New hire');
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.press('Add another');
  await ines.untilView('New hire');
  await ines.fill({ 'First name': 'Ben', 'Last name': 'Back' });
  expect(ines.screen().views).toHaveLength(2);
  await ines.closeAll();
  await ines.until(() => draftMessages(office).length > 0);
  expect(draftMessages(office)).toEqual([resumable('Ben Back')]);
});

it('keeps what a command or a message filled in, and nothing of an empty form', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    clock: testClock({ speed }),
  });
  const { ines } = office;
  await ines.command('/newhire');
  await ines.untilView('New hire');
  await ines.close();
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.close();
  await ines.until(() => draftMessages(office).length > 0);
  await ines.postMessage('general', 'Ben Back starts on 2999-01-02, ben@acme.example');
  const { ts } = await ines.untilMessage('Ben Back starts', 'general');
  await ines.messageShortcut('newhire_from_message', { channel: 'general', ts });
  await ines.untilView('New hire');
  await ines.closeAll();
  await ines.until(() => draftMessages(office).length > 1);
  expect(draftMessages(office)).toEqual([resumable('Jane Doe'), resumable('Ben Back')]);
  await ines.press('Resume');
  expect((await ines.untilView('New hire')).fields).toMatchObject({
    'Work email': { value: 'ben@acme.example' },
    'Start day': { value: '2999-01-02' },
  });
});

it('keeps what was sent, though Slack’s answer that the form is open comes after that', async () => {
  const slackClock = testClock({ speed: 1 });
  const office = await openOffice(cleanup, { service: await ourService(cleanup), slackClock });
  const { ines, sandbox, bot } = office;
  sandbox.addFault({ target: 'views.open', kind: 'delay', when: 'after', milliseconds: 30_000 });
  // Past days need a confirmation on a separate page.
  await ines.command('/newhire Jane Doe jane@acme.example 2020-01-01');
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('Check and add');
  const sent = await draftsOf(office, ['content']);
  slackClock.moveBy(30_000);
  await sandbox.settled();
  await bot.stop();
  expect(await draftsOf(office, ['content'])).toEqual(sent);
});

it('changes nothing in the window while somebody types, and has the last letter also where the bot is stopped', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines, sandbox, bot } = office;
  await ines.command('/newhire');
  await ines.untilView('New hire');
  const before = sandbox.calls().length;
  await type(office, 'First name', 'Maximiliane');
  await bot.stop();
  expect(sandbox.calls().slice(before)).toEqual([]);
  expect(await draftsOf(office)).toEqual([{ owner: 'U0INES', title: 'Maximiliane' }]);
});

inWhole.each(['before', 'after'] as const)(
  'sends its message by itself where Slack fails %s taking it, and calls nothing a failure that somebody closed',
  async (when) => {
    const office = await openOffice(cleanup, {
      service: await ourService(cleanup),
      clock: testClock({ speed }),
    });
    const { ines, sandbox } = office;
    await ines.command('/newhire');
    await ines.untilView('New hire');
    await ines.fill({ 'First name': 'Jane', Manager: 'Marcus Oyelaran' });
    sandbox.addFault({ target: 'chat.postMessage', kind: 'reset', when });
    await ines.closeAll();
    await ines.until(() => draftMessages(office).length > 0);
    await sandbox.settled();
    expect(ines.directMessages().map(({ text }) => text)).toEqual([saved('Jane')]);
  },
);

it('says nothing to somebody who closed a form while the database is away', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines, sandbox, bot } = office;
  await ines.command('/newhire');
  await ines.untilView('New hire');
  await ines.fill({ 'First name': 'Jane' });
  const { db, close } = openDatabase<DraftTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  for (const table of ['drafts', 'messages'])
    await db.schema.alterTable(table).renameTo(`${table}_away`).execute();
  await ines.closeAll();
  await bot.stop();
  await sandbox.settled();
  expect(ines.directMessages()).toEqual([]);
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('keeps nothing of a form in which nothing was entered, and says nothing when it is closed', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    clock: testClock({ speed }),
  });
  const { ines } = office;
  await ines.command('/newhire');
  await ines.untilView('New hire');
  await ines.fill({ Role: 'Administrator', Language: 'German' });
  await ines.closeAll();
  await pause(200);
  await office.sandbox.settled();
  expect(await draftsOf(office)).toEqual([]);
  expect(ines.directMessages()).toEqual([]);
});

inWhole('says nothing to whoever saved the draft, or sent the form', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    clock: testClock({ speed }),
  });
  const { ines } = office;
  await saveDraft(office);
  await ines.closeAll();
  await ines.command('/newhire Ann Doe ann@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.closeAll();
  await pause(200);
  await office.sandbox.settled();
  expect(draftMessages(office)).toEqual([]);
  expect((await draftsOf(office)).map(({ title }) => title)).toEqual(['Jane Doe']);
});

it('offers the form that stands below the page that asks, where both are closed', async () => {
  const office = await openOffice(cleanup, {
    service: await ourService(cleanup),
    clock: testClock({ speed }),
  });
  const { ines } = office;
  await ines.command('/newhire Jane Doe jane@acme.example');
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('Check and add');
  await ines.closeAll();
  await ines.untilMessage(saved('Jane Doe'));
  await ines.press('Delete');
  await ines.untilMessage('This draft was deleted.');
  expect(draftMessages(office)).toEqual([{ text: 'This draft was deleted.', buttons: [] }]);
  expect(await draftsOf(office)).toEqual([]);
});

it('ends with what was entered last, whichever process stores it first', async () => {
  const url = `sqlite:${join(temporaryFolder(cleanup), 'drafts.db')}`;
  const database = openDatabase<DraftTables>(url);
  cleanup.later(database.close);
  await migrate(database.db, migrations('sqlite'));
  let changes = 0;
  const drafts = createDrafts(
    database,
    () => new Date(),
    () => {
      changes += 1;
    },
  );
  const at = (second: number) => `170000000${second}.000000`;
  const save = (first_name: string, when: string | undefined, rootView = 'V1') =>
    drafts.save(
      'U0INES',
      'F-1',
      { title: 'Doe', content: { first_name } },
      { at: when, byItself: true, rootView },
    );
  const kept = async () => (await drafts.find('U0INES', 'F-1'))?.content;
  await save('J', whenOpened);
  await save('Jane', at(2));
  await save('Ja', at(1));
  expect(await kept()).toEqual({ first_name: 'Jane' });
  // Saving the same content again still moves the time, so an older entry that arrives late is ignored.
  await save('Jane', at(4));
  await save('Janet', at(3));
  expect(await kept()).toEqual({ first_name: 'Jane' });
  // A submission contains everything entered before it, and nothing entered after “Back”.
  await save('June', undefined, 'V2');
  await save('Jane', at(3));
  expect(await kept()).toEqual({ first_name: 'June' });
  await save('Joan', at(5), 'V2');
  expect(await kept()).toEqual({ first_name: 'Joan' });
  expect(changes).toBe(1);
  expect(await drafts.idIn('U0INES', 'V2')).toBe('F-1');
  expect(await drafts.idIn('U0GRACE', 'V2')).toBeUndefined();
  expect(await drafts.clear('U0INES', 'F-1', at(4))).toBe(false);
  expect(await drafts.clear('U0INES', 'F-1', at(6))).toBe(true);
  expect(await kept()).toBeUndefined();
});

it('goes on filling in a form whose draft cannot be kept', async () => {
  const office = await openOffice(cleanup, { service: await ourService(cleanup) });
  const { ines } = office;
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  const { db, close } = openDatabase<DraftTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  await db.schema.alterTable('drafts').renameTo('elsewhere').execute();
  await ines.press('More fields');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.until(() => ines.view().fields['Time zone']?.value === 'Europe/London (UTC+00:00)');
  await db.schema.alterTable('elsewhere').renameTo('drafts').execute();
  await ines.submit();
  await ines.untilView('New hire added');
  expect(ines.directMessages().filter(({ text }) => /wrong|reference/i.test(text))).toEqual([]);
});
