import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { createDrafts, type DraftTables, whenOpened } from '../../src/bot/storage/drafts.ts';
import { migrations } from '../../src/bot/storage/migrations.ts';
import { migrate, openDatabase } from '../../src/database/open.ts';
import { testClock } from '../clock.ts';
import type { Person } from '../driver/person.ts';
import { type Cleanup, temporaryFolder } from './office.ts';
import { everyWay, inWhole, it, onPostgres, type World } from './world.ts';

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

async function saveDraft(ines: Person) {
  await ines.open('/newhire');
  const { 'Time zone': zone, ...others } = filled;
  await ines.fill(others);
  await ines.until(() => ines.values()['Time zone'] === 'Europe/London (UTC+00:00)');
  await ines.fill({ 'Time zone': zone });
  await ines.pressUntil('Save draft', /^Draft saved/m);
}

async function listDrafts(person: Person, shown = 'You have one draft') {
  await person.closeAll();
  await person.command('/newhire drafts');
  await person.untilMessage(shown);
}

function aboveSaveDraft(ines: Person): string {
  const { blocks = [] } = ines.screen().views.at(-1) ?? {};
  const at = blocks.findIndex(({ block_id }) => block_id === 'draft');
  return JSON.stringify(blocks[at - 1]);
}

async function stored({ rows }: Pick<World, 'rows'>) {
  return (await rows('drafts')).map(({ owner, title }) => ({ owner, title }));
}

const hurried = () => ({ clock: testClock({ speed: 20 }) });

const saved = (who: string) => `Your draft for ${who} is saved.`;
const resumable = (who: string) => ({ text: saved(who), buttons: ['Resume', 'Delete'] });

async function draftMessages(ines: Person, count: number) {
  const about = () => ines.directMessages().filter(({ text }) => /draft/.test(text));
  await ines.until(() => about().length >= count);
  return about().map(({ text, buttons }) => ({ text, buttons }));
}

function type(ines: Person, label: string, text: string) {
  return Promise.all([...text].map((_letter, at) => ines.fill({ [label]: text.slice(0, at + 1) })));
}

async function draftStore(cleanup: Cleanup, url: string, changed: () => void = () => {}) {
  const database = openDatabase<DraftTables>(url);
  cleanup.later(database.close);
  await migrate(database.db, migrations('sqlite'));
  return createDrafts(database, () => new Date(), changed);
}

const newDatabase = (cleanup: Cleanup) => `sqlite:${join(temporaryFolder(cleanup), 'drafts.db')}`;

it('keeps a half-filled form as one draft for its owner alone, until the form is sent, and puts nothing personal into what Slack shows to other apps', async ({
  open,
}) => {
  const { ines, grace, sandbox } = await open();
  await saveDraft(ines);
  const metadata = sandbox
    .calls()
    .map(({ args }) => JSON.stringify(args.view ?? {}))
    .flatMap((view) => [...view.matchAll(/private_metadata\W+(.*?)\}/g)].map(([, text]) => text));
  expect(metadata.length).toBeGreaterThan(1);
  expect(metadata.join()).not.toMatch(/Jane|Doe|Marcus|acme/);
  await listDrafts(grace, 'You have no drafts');
  await listDrafts(ines);
  await ines.open('Resume', 'New hire');
  for (const [label, value] of Object.entries(filled)) expect(ines.values()[label]).toBe(value);
  await ines.fill({ 'Work email': 'jane@acme.example', Buddy: 'Sofia Lindqvist' });
  await ines.press('Save draft');
  await listDrafts(ines);
  const { fields } = await ines.open('Resume', 'New hire');
  expect(fields['Work email']?.value).toBe('jane@acme.example');
  await ines.send('New hire added');
  await listDrafts(ines, 'You have no drafts');
});

it('keeps the draft of a form that isn’t saved because an earlier request can’t be read', async ({
  open,
}) => {
  const { ines, hire, rows, inDatabase } = await open();
  await hire();
  const damaged = { subject: 'ben@acme.example', payload: '{', state: 'pending', ended_at: null } as const;
  await inDatabase((db) => db.updateTable('requests').set(damaged).execute());
  await ines.open('/newhire Ben Back ben@acme.example 2999-01-01');
  await ines.submitAndAgree();
  await ines.untilPage('so this one wasn’t saved');
  await ines.close();
  await expect.poll(() => rows('drafts')).toHaveLength(1);
});

it('makes one draft of a form, however quickly it is saved, and says so at the button', async ({ open }) => {
  const office = await open();
  const { ines, sandbox } = office;
  await ines.open('/newhire Jane Doe');
  await Promise.all([ines.press('Save draft'), ines.press('Save draft'), ines.press('Save draft')]);
  await ines.until(() => aboveSaveDraft(ines).includes('Draft saved'));
  await ines.press('Save draft');
  await ines.fill({ Position: 'Engineer' });
  await ines.press('Save draft');
  await ines.until(() => aboveSaveDraft(ines).includes('Draft saved'));
  await sandbox.settled();
  expect(await stored(office)).toEqual([{ owner: 'U0INES', title: 'Jane Doe' }]);
  expect(aboveSaveDraft(ines)).toContain('Draft saved');
  expect(ines.view().texts.filter((text) => text.startsWith('Draft saved'))).toHaveLength(1);
});

it('makes one draft of windows that resume the same draft, also after its deletion', async ({ open }) => {
  const { ines, sandbox, rows, inDatabase } = await open();
  await saveDraft(ines);
  await listDrafts(ines);
  await ines.open('Resume', 'New hire');
  await ines.press('Save draft');
  await sandbox.settled();
  expect(await rows('drafts')).toHaveLength(1);
  await inDatabase((db) => db.deleteFrom('drafts').execute());
  await ines.press('Save draft');
  await ines.press('Save draft');
  await sandbox.settled();
  expect(await rows('drafts')).toHaveLength(1);
});

inWhole('leaves no draft of a form that is sent while it is being saved', async ({ open }) => {
  const { ines, sandbox, rows } = await open();
  for (const name of ['Ann', 'Bob', 'Cleo']) {
    await ines.open(`/newhire ${name} Doe ${name}@acme.example 2999-01-01`);
    await Promise.all([ines.press('Save draft'), ines.submit(), ines.press('Save draft')]);
    await ines.untilView('New hire added');
    await sandbox.settled();
    await ines.closeAll();
  }
  expect(await rows('drafts')).toEqual([]);
});

it('decides in the database that one form is one draft, whichever process saves it', async ({ cleanup }) => {
  const url = newDatabase(cleanup);
  const processes = [await draftStore(cleanup, url), await draftStore(cleanup, url)] as const;
  const draft = { title: 'Jane Doe', content: { first_name: 'Jane' } };
  const pressed = { at: '1700000000.000100', byItself: false, rootView: 'V1' };
  for (const drafts of [...processes, ...processes]) await drafts.save('U0INES', 'F-1', draft, pressed);
  expect(await processes[0].list('U0INES', 9)).toHaveLength(1);
  await expect(processes[1].save('U0GRACE', 'F-1', draft, pressed)).rejects.toThrow('somebody else');
});

it('ends with what was entered last, whichever process stores it first', async ({ cleanup }) => {
  let changes = 0;
  const drafts = await draftStore(cleanup, newDatabase(cleanup), () => {
    changes += 1;
  });
  const at = (second: number) => `170000000${second}.000000`;
  async function save(first_name: string, when: string | undefined, rootView = 'V1') {
    const draft = { title: 'Doe', content: { first_name } };
    await drafts.save('U0INES', 'F-1', draft, { at: when, byItself: true, rootView });
    return (await drafts.find('U0INES', 'F-1'))?.content;
  }
  await save('J', whenOpened);
  await save('Jane', at(2));
  expect(await save('Ja', at(1))).toEqual({ first_name: 'Jane' });
  // Saving the same content again still moves the time, so an older entry that arrives late is ignored.
  await save('Jane', at(4));
  expect(await save('Janet', at(3))).toEqual({ first_name: 'Jane' });
  // A submission contains everything entered before it, and nothing entered after “Back”.
  await save('June', undefined, 'V2');
  expect(await save('Jane', at(3))).toEqual({ first_name: 'June' });
  expect(await save('Joan', at(5), 'V2')).toEqual({ first_name: 'Joan' });
  expect(changes).toBe(1);
  expect(await drafts.idIn('U0INES', 'V2')).toBe('F-1');
  expect(await drafts.idIn('U0GRACE', 'V2')).toBeUndefined();
  expect(await drafts.clear('U0INES', 'F-1', at(4))).toBe(false);
  expect(await drafts.clear('U0INES', 'F-1', at(6))).toBe(true);
  expect(await drafts.find('U0INES', 'F-1')).toBeUndefined();
});

it('shows and resumes what can still be read of a damaged draft', async ({ open }) => {
  const { ines, inDatabase } = await open();
  await saveDraft(ines);
  const content = JSON.stringify({ first_name: 'Jane', last_name: 7, manager: 'Marcus', sequences: null });
  const broken = { id: 'D-2', owner: 'U0INES', title: 'Broken', content: '{' };
  const saved_at = new Date().toISOString();
  await inDatabase((db) => db.updateTable('drafts').set({ content }).execute());
  await inDatabase((db) =>
    db
      .insertInto('drafts')
      .values({ ...broken, saved_at })
      .execute(),
  );
  await listDrafts(ines, 'You have 2 drafts');
  expect(ines.directMessages().at(-1)?.texts.join('\n')).toMatch(/^Jane/m);
  await ines.visitHome('Drafts');
});

it.for(everyWay)('keeps a closed form, and says so each time it is closed ($way)', async (way, { open }) => {
  const { ines, rows } = await open({ ...way, ...hurried() });
  await ines.open('/newhire');
  const typed = { 'First name': 'Jane', 'Last name': 'Doe', 'Work email': 'jane@acme.example' };
  for (const [label, text] of Object.entries(typed)) await type(ines, label, text);
  await ines.close();
  expect(await draftMessages(ines, 1)).toEqual([resumable('Jane Doe')]);
  await ines.open('Resume', 'New hire');
  for (const [label, text] of Object.entries(typed)) expect(ines.values()[label]).toBe(text);
  await ines.fill({ Manager: 'Marcus Oyelaran', Message: 'Plays the cello.' });
  await ines.closeAll();
  await draftMessages(ines, 2);
  expect((await ines.open('Resume', 'New hire')).fields).toMatchObject({
    Manager: { value: 'Marcus Oyelaran' },
    Message: { value: 'Plays the cello.' },
  });
  expect(await rows('drafts')).toHaveLength(1);
});

it('takes “Back” for no closing, and ends the draft with its messages once it is sent', async ({ open }) => {
  const { ines } = await open(hurried());
  await ines.open('/newhire Jane Doe jane@acme.example');
  await ines.submit();
  await ines.untilView('Check and add');
  await ines.press('Back');
  await ines.submit({ Message: 'Plays the cello.' });
  await ines.untilView('Check and add');
  await ines.closeAll();
  expect(await draftMessages(ines, 1)).toEqual([resumable('Jane Doe')]);
  const { fields } = await ines.open('Resume', 'New hire');
  expect(fields.Message?.value).toBe('Plays the cello.');
  await ines.close();
  await draftMessages(ines, 2);
  await ines.open('Resume', 'New hire');
  await ines.send('New hire added');
  const ended = { text: 'This draft has been sent.', buttons: [] };
  await expect.poll(() => draftMessages(ines, 2)).toEqual([ended, ended]);
});

it('deletes a draft from its message or the list, and says so when somebody resumes it', async ({ open }) => {
  const { ines, rows } = await open(hurried());
  await ines.open('/newhire Jane Doe jane@acme.example');
  await ines.submit();
  await ines.untilView('Check and add');
  await ines.closeAll();
  await ines.untilMessage(saved('Jane Doe'));
  await ines.press('Delete');
  await ines.untilMessage('This draft was deleted.');
  expect(await draftMessages(ines, 1)).toEqual([{ text: 'This draft was deleted.', buttons: [] }]);
  expect(await rows('drafts')).toEqual([]);
  await saveDraft(ines);
  await listDrafts(ines);
  await listDrafts(ines);
  await draftMessages(ines, 3);
  await ines.press('Delete');
  await ines.untilMessage('You have no drafts');
  await ines.open('Resume', 'New hire');
  expect(ines.pageText()).toContain('This draft no longer exists.');
});

inWhole('tells nobody of a draft that they saved or a form that they sent', async ({ open }) => {
  const office = await open(hurried());
  const { ines } = office;
  await saveDraft(ines);
  await ines.fillIn('/newhire Ann Doe ann@acme.example', { Manager: 'Marcus Oyelaran' });
  await ines.send('New hire added');
  await ines.fillIn('Add another', { 'First name': 'Ben', 'Last name': 'Back' }, 'New hire');
  expect(ines.screen().views).toHaveLength(2);
  await ines.closeAll();
  expect(await draftMessages(ines, 1)).toEqual([resumable('Ben Back')]);
  expect((await stored(office)).map(({ title }) => title)).toEqual(['Jane Doe', 'Ben Back']);
});

it('keeps what a command or a message filled in, and nothing of an empty form', async ({ open }) => {
  const office = await open(hurried());
  const { ines } = office;
  await ines.open('/newhire');
  await ines.close();
  await ines.fillIn('/newhire', { Role: 'Administrator', Language: 'German' });
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.close();
  await draftMessages(ines, 1);
  await ines.postMessage('general', 'Ben Back starts on 2999-01-02, ben@acme.example');
  const { ts } = await ines.untilMessage('Ben Back starts', 'general');
  await ines.messageShortcut('newhire_from_message', { channel: 'general', ts });
  await ines.untilView('New hire');
  await ines.closeAll();
  expect(await draftMessages(ines, 2)).toEqual([resumable('Jane Doe'), resumable('Ben Back')]);
  expect((await stored(office)).map(({ title }) => title)).toEqual(['Jane Doe', 'Ben Back']);
  expect((await ines.open('Resume', 'New hire')).fields).toMatchObject({
    'Work email': { value: 'ben@acme.example' },
    'Start day': { value: '2999-01-02' },
  });
});

it('keeps what was sent, though Slack’s answer that the form is open comes after that', async ({ open }) => {
  const slackClock = testClock();
  const { ines, sandbox, bot, rows } = await open({ slackClock });
  const contents = async () => (await rows('drafts')).map(({ content }) => content);
  sandbox.addFault({ target: 'views.open', kind: 'delay', when: 'after', milliseconds: 30_000 });
  // Past days need a confirmation on a separate page.
  await ines.open('/newhire Jane Doe jane@acme.example 2020-01-01');
  await ines.submit();
  await ines.untilView('Check and add');
  const sent = await contents();
  slackClock.moveBy(30_000);
  await sandbox.settled();
  await bot.stop();
  expect(await contents()).toEqual(sent);
});

it('changes nothing in the window while somebody types, and has the last letter at a stop', async ({
  open,
}) => {
  const office = await open();
  const { ines, sandbox, bot } = office;
  await ines.open('/newhire');
  const before = sandbox.calls().length;
  await type(ines, 'First name', 'Maximiliane');
  await bot.stop();
  expect(sandbox.calls().slice(before)).toEqual([]);
  expect(await stored(office)).toEqual([{ owner: 'U0INES', title: 'Maximiliane' }]);
});

it('says nothing to somebody who closed a form while the database is away', async ({ open }) => {
  const { ines, sandbox, bot, inDatabase } = await open();
  await ines.fillIn('/newhire', { 'First name': 'Jane' });
  for (const table of ['drafts', 'messages'])
    await inDatabase((db) => db.schema.alterTable(table).renameTo(`${table}_away`).execute());
  await ines.closeAll();
  await bot.stop();
  await sandbox.settled();
  expect(ines.directMessages()).toEqual([]);
});

it('goes on filling in a form whose draft cannot be kept', async ({ open }) => {
  const { ines, inDatabase } = await open();
  const rename = (from: string, to: string) =>
    inDatabase((db) => db.schema.alterTable(from).renameTo(to).execute());
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  await rename('drafts', 'elsewhere');
  await ines.press('More fields');
  await ines.fill({ Manager: 'Marcus Oyelaran' });
  await ines.until(() => ines.values()['Time zone'] === 'Europe/London (UTC+00:00)');
  await rename('elsewhere', 'drafts');
  await ines.send('New hire added');
  expect(ines.directMessages().filter(({ text }) => /wrong|reference/i.test(text))).toEqual([]);
});

onPostgres(
  'says that a hire was added though PostgreSQL closed the connection that ended its draft',
  async ({ open, postgres, cleanup }) => {
    const { ines, day } = await open({ env: { DATABASE_URL: postgres } });
    await ines.fillIn(`/newhire Jane Doe jane@acme.example ${day()}`, { Manager: 'Marcus Oyelaran' });
    const client = new pg.Client({ connectionString: postgres });
    await client.connect();
    cleanup.later(() => client.end());
    const drafts = async () => (await client.query('select 1 from drafts')).rowCount;
    await expect.poll(drafts).toBe(1);
    // A deletion waits for this lock. A locked row would stop the form earlier, as it is kept once more when sent.
    await client.query(`select pg_advisory_lock(1);
      create function wait_for_lock() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(1); return old; end $$;
      create trigger deletion before delete on drafts for each row execute function wait_for_lock();`);
    const sent = ines.submit();
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event = 'advisory' and query like 'delete from "drafts"%'`;
    await expect.poll(async () => (await client.query(terminate)).rowCount).toBe(1);
    await client.query('select pg_advisory_unlock(1)');
    await sent;
    await ines.untilView('New hire added');
    await expect.poll(drafts).toBe(0);
  },
);
