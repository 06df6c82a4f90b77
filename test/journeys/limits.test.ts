import { expect, it, vi } from 'vitest';
import { fallback } from '../../src/bot/slack/views/blocks.ts';
import { inLanguage } from '../../src/language.ts';
import { isTooLarge, readMessageBlocks, readView } from '../../src/sandbox/block-kit/read.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import type { ReleasedSequence } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { inWhole, isWhole, some } from '../faults/trials.ts';
import { addSecondLanguage, englishLeft, secondLanguage, textsAnywhere } from '../second-language.ts';
import { everyExample } from './every-builder.ts';
import { channels, type Office } from './office.ts';
import { taskService } from './task-office.ts';
import { begin, openWorld, type World } from './world.ts';
import { longest, names, worstOf } from './worst-inputs.ts';

const cleanup = useCleanup();
addSecondLanguage();

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 120_000 });

type Names = readonly [string, ...string[]];

const { emoji, '200 letters': letters, 'right-to-left letters': rightToLeft, ...marks } = names;
const mixed: Names = [marks['marks that mean something to Slack'], letters, emoji, rightToLeft];
const ofOneKind = Object.entries(names).map(([what, name]): [string, Names] => [what, [name]]);

/** Sets of names to try; the long run also tries each kind alone. */
const walks: readonly [what: string, names: Names][] = [['every kind', mixed], ...(isWhole ? ofOneKind : [])];

function pick(some: Names, index: number): string {
  return some[index % some.length] ?? '';
}

it.each(everyExample)('%s fits into Slack with the longest names', async (_what, example) => {
  for (const [what, name] of Object.entries(names)) {
    const built = await example(worstOf(name));
    expect(built).not.toEqual([]);
    expect({ [what]: built.flatMap(wrongWith) }).toEqual({ [what]: [] });
  }
});

it.each(everyExample)('%s has no English left in another language', async (_what, example) => {
  const built = await inLanguage(secondLanguage, () => example(worstOf(rightToLeft)));
  const left = built.flatMap((one) => textsAnywhere(one)).flatMap((text) => englishLeft(text, ['UTC']) ?? []);
  expect(left).toEqual([]);
});

function wrongWith(built: Awaited<ReturnType<(typeof everyExample)[number][1]>>[number]): unknown[] {
  if ('type' in built) {
    const read = readView(built, built.type);
    return [...('problems' in read ? read.problems : []), ...(isTooLarge(built) ? ['too large'] : [])];
  }
  const read = readMessageBlocks(built.blocks);
  const text = fallback(built.text);
  return [...('problems' in read ? read.problems : []), ...(text.trim() === '' ? ['no text'] : [])];
}

async function serviceWith(count: number, some: Names, sequences: ReleasedSequence[]) {
  const token = 'c'.repeat(40);
  const employees = Array.from({ length: count }, (_, index) => ({
    first_name: pick(some, index),
    last_name: `${index} ${pick(some, index)}`.slice(0, longest),
    email: `${'a'.repeat(180)}${index}@x.example`.slice(-longest),
    role: 2,
  }));
  const deployment = await startReleasedDeployment({ token, employees, sequences });
  cleanup.later(deployment.stop);
  return { ...deployment, token };
}

function manySequences(some: Names): ReleasedSequence[] {
  return Array.from({ length: 130 }, (_, index) => ({
    id: index + 1,
    name: `${index} ${pick(some, Math.floor(index / 2))}`.slice(0, 240),
    kind: index % 2 === 0 ? 'onboarding' : 'offboarding',
  }));
}

function refused({ sandbox }: Office) {
  return sandbox
    .calls()
    .filter(({ method, answer }) => answer?.ok !== true && !isUsual(method, answer?.error))
    .map(({ method, answer }) => ({ method, answer }));
}

/** Expected errors: the person isn't in Slack, or closed the window before the outcome was shown. */
function isUsual(method: string, error: string | undefined): boolean {
  return method === 'users.lookupByEmail' || (method === 'views.update' && error === 'not_found');
}

async function chooseAll(
  person: Office['ines'],
  blockId: string,
  actionId: string,
  most = 100,
): Promise<number> {
  const place = { in: 'view', viewId: person.view().id } as const;
  const shown = await person.do({ verb: 'suggest', place, blockId, actionId, query: '' });
  const values = shown.outcome === 'menu' ? shown.menu.options.map(({ value }) => value ?? '') : [];
  const value = most === 1 ? (values[0] ?? null) : values;
  const chosen = await person.do({ verb: 'input', place, blockId, actionId, value });
  expect(chosen.outcome).toBe('done');
  return values.length;
}

function failures({ sandbox }: Office): string[] {
  const shown = JSON.stringify([sandbox.calls(), sandbox.deliveries(), sandbox.messages(channels.general)]);
  const said = [...shown.matchAll(/Something went wrong[^"]*/g)].map(([text]) => text);
  const people = ['U0INES', 'U0GRACE', 'U0MARCUS', 'U0LEILA', 'U0SOFIA'];
  return [...said, ...people.flatMap((id) => sandbox.person(id).notices())];
}

/** Fails on refusals, failures and messages without text. */
async function expectNothingRefused(office: Office) {
  await office.sandbox.settled();
  expect(refused(office)).toEqual([]);
  expect(failures(office)).toEqual([]);
  expect(messagesWithoutText(office)).toEqual([]);
}

/** Screen readers and notifications read the text of a message, not its blocks. */
function messagesWithoutText({ sandbox }: Office) {
  const called = ['chat.postMessage', 'chat.update', 'chat.postEphemeral'].flatMap((method) =>
    sandbox.calls(method).filter(({ args }) => !args.text),
  );
  return [...called, ...sandbox.messages(channels.general).filter(({ text }) => !text)];
}

it.each(walks)('forms, lists and results take names of %s', async (_what, some) => {
  const [name] = some;
  const service = await serviceWith(120, some, manySequences(some));
  const office = await openWorld(cleanup, { service });
  const { ines, marcus } = office;
  const soon = office.day(9);

  await ines.openHome();
  await ines.shortcut('newhire');
  await ines.untilView('New hire');
  await ines.fill({
    'First name': name,
    'Last name': name,
    'Work email': service.employees()[0]?.email ?? '',
    'Start day': '2026-01-03',
    Position: name,
    Phone: '9'.repeat(300),
    Message: name.repeat(3),
  });
  expect(await chooseAll(ines, 'sequences', 'newhire_sequences')).toBeGreaterThan(50);
  await ines.untilPage('is in the past');
  await ines.pressUntil('Save draft', 'Draft saved');
  expect((await ines.submit()).outcome).toBe('errors');
  await ines.fill({
    'Work email': `${'b'.repeat(60)}@x.example`,
    'Start day': soon,
  });
  await chooseAll(ines, 'manager', 'newhire_manager', 1);
  await chooseAll(ines, 'buddy', 'newhire_buddy', 1);
  await ines.until(() => !ines.view().texts.some((text) => text.includes('is in the past')));
  expect(await ines.submitAndAgree()).toEqual({ outcome: 'updated' });
  await ines.untilView('New hire added');
  await marcus.fillIn('/offboard', { 'Last day': soon });
  await chooseAll(marcus, 'employee', 'offboard_employee', 1);
  expect(await chooseAll(marcus, 'sequences', 'offboard_sequences')).toBeGreaterThan(50);
  expect(await marcus.submitAndAgree()).toEqual({ outcome: 'updated' });
  await marcus.untilView('Offboarding started');
  await ines.untilMessage('’s offboarding has started', channels.private);

  await ines.closeAll();
  await ines.visitHome(' · Leaving ');
  await lookThroughDesk(office, name);
  await useTemplate(office, name);
  const general = { channel: channels.general };
  for (const words of ['/newhire drafts', `/newhire Jane Doe ${'?'.repeat(2_900)}`, '/offboard help'])
    await ines.command(words, general);
  for (const words of ['', 'help', 'status', 'setup', name.repeat(9)])
    await ines.command(`/frontdesk ${words}`, general);
  await ines.closeAll();
  await lookAtTrouble(office, name);
  await expectNothingRefused(office);
});

async function lookThroughDesk({ ines }: Office, name: string) {
  await ines.open('All starts and departures', 'Starts and departures');
  await ines.open('Details', 'Person');
  await ines.closeAll();
  await ines.fillIn('Find a person', { Name: wholeCharacters(name, 50) });
  await ines.send('Find a person');
  await ines.submit({ Name: '' });
  await ines.until(() => ines.view().buttons.includes('Details'));
  await ines.open('Details', 'Person');
  await ines.closeAll();
}

async function useTemplate({ ines }: Office, name: string) {
  await ines.openFromHome('Templates');
  await ines.open('New template', 'Template');
  const called = wholeCharacters(name, 40);
  await ines.fill({ 'Template name': called, Position: wholeCharacters(name, 100), Role: 'New hire' });
  await chooseAll(ines, 'manager', 'newhire_template_manager', 1);
  await chooseAll(ines, 'buddy', 'newhire_template_buddy', 1);
  await chooseAll(ines, 'sequences', 'newhire_template_sequences');
  expect(await ines.submit()).toEqual({ outcome: 'updated' });
  await ines.untilView('Templates');
  await ines.open('Edit', 'Template');
  await ines.closeAll();
  await ines.shortcut('newhire');
  await ines.untilView('New hire');
  await ines.pressUntil(ines.view().buttons[0] ?? '', 'Filled in from');
  await ines.closeAll();
}

async function lookAtTrouble({ ines, inDatabase }: Pick<World, 'ines' | 'inDatabase'>, name: string) {
  const open = { ended_at: null, outcome: null };
  const problem = { email: [name.repeat(3)] };
  const changes = [
    { ...open, state: 'pending', due_at: '2999-01-01T00:00:00.000Z' },
    { ...open, state: 'needs_review', question: JSON.stringify({ kind: 'isItThem', resultId: 1, name }) },
    { state: 'rejected', outcome: JSON.stringify({ kind: 'rejected', problem, status: 400 }) },
    { ...open, state: 'pending', payload: '{' },
  ];
  await inDatabase(async (db) => {
    for (const row of await db.selectFrom('requests').selectAll().orderBy('created_at', 'desc').execute())
      for (const [index, change] of changes.entries()) {
        const id = `${row.id}-${index}`;
        const values = { ...row, ...change, id, subject: id, submission: id };
        await db.insertInto('requests').values(values).execute();
      }
  });
  await ines.openHome();
  for (const button of ['Cancel', 'Yes, that’s them', 'Correct and send again'])
    await ines.until(() => ines.home()?.buttons.includes(button));
}

/** Longest start of `name` that fits into `room` UTF-16 units without splitting a character. */
function wholeCharacters(name: string, room: number): string {
  const segments = [...new Intl.Segmenter('en').segment(name.slice(0, room + 20))];
  const fitting = segments.filter(({ index, segment }) => index + segment.length <= room);
  return fitting.map(({ segment }) => segment).join('');
}

inWhole.each(walks)('previews, overviews and lists of tasks take names of %s', async (_what, some) => {
  const clock = testClock({ start: begin });
  const service = await taskService(cleanup, clock);
  const [name] = some;
  for (const one of some) {
    const text = one.repeat(3).slice(0, 500).toWellFormed();
    const sequence = one.repeat(2).slice(0, 240).toWellFormed();
    await service.add(sequence, 'onboarding', [{ day: 0, owner: 'manager', text }]);
  }
  const office = await openWorld(cleanup, { service, clock });
  const { ines, marcus } = office;
  await office.set('Reminders', { 'Weekly overview channels': [channels.general] });
  await ines.open('/newhire');
  const whole = { 'First name': name, 'Last name': name, 'Work email': 'jane@acme.example' };
  await ines.fill({ ...whole, 'Start day': '2031-03-17', Manager: 'Marcus Oyelaran' });
  expect(await chooseAll(ines, 'sequences', 'newhire_sequences')).toBeGreaterThan(0);
  await ines.open('What will happen');
  await ines.press('Rehearse');
  await ines.untilMessage('Rehearsal: Task');
  await ines.close();
  await ines.send('New hire added');
  await ines.openPerson();
  await marcus.fillIn('/offboard', { Employee: 'Sofia Lindqvist', 'Last day': '2031-03-17' });
  await marcus.send('Offboarding started');
  await marcus.closeAll();
  const moveTo = (day: number) => clock.moveTo(new Date(`2031-03-${day}T12:00:00.000Z`));
  moveTo(10);
  await ines.untilMessage('Starting this week and next', channels.general);
  await ines.untilMessage('Leaving this week and next', channels.private);
  moveTo(18);
  await marcus.untilMessage('overdue task');
  await marcus.open('Open the list', 'Tasks');
  await expectNothingRefused(office);
});

it.each(some([10_000, 0, 1, 100, 100_000], 1))(
  'the forms and menus work with %i employees',
  async (count) => {
    const service = await serviceWith(count, ['Ada'], manySequences(['Welcome']));
    const office = await openWorld(cleanup, { service });
    const { ines, marcus } = office;
    await ines.openHome();
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    for (const [query, least] of [
      ['', 1],
      ['a', 1],
      ['ada', 1],
      ['99 ada', 100],
      ['nobody is called so', Infinity],
    ] as const) {
      const { options } = await ines.options('Manager', query);
      expect(options.length > 0).toBe(count >= least);
      expect(options.length).toBeLessThanOrEqual(100);
    }
    // Retry: a busy machine may answer later than Slack waits.
    await expect.poll(async () => (await ines.submit()).outcome).not.toBe('no response');
    await ines.untilView('New hire added');
    await marcus.open('/offboard');
    expect((await marcus.options('Employee', '')).options.length).toBe(Math.min(count + 1, 100));
    expect(refused(office)).toEqual([]);
  },
);

inWhole('shows many requests, drafts and people within the limits of App Home and messages', async () => {
  const service = await serviceWith(5, [letters], manySequences(['Welcome']));
  const office = await openWorld(cleanup, { service });
  const { ines } = office;
  const later = office.day(21);
  for (const letter of 'ABCDEFGHIJKL')
    await office.submitHire(`${letter.repeat(190)} ${letter.repeat(190)}`, later, {
      email: `jane.${letter}@acme.example`,
    });
  for (let count = 0; count < 22; count += 1) {
    await ines.open(`/newhire Jane ${letters.slice(10)}`);
    await ines.pressUntil('Save draft', 'Draft saved');
    await ines.closeAll();
  }
  await ines.command('/newhire drafts', { channel: channels.general });
  await ines.untilMessage('Your 20 newest drafts', channels.general);
  await ines.visitHome('Drafts');
  expect(ines.home()?.buttons.filter((button) => button === 'Details')).toHaveLength(5);
  await expectNothingRefused(office);
});
