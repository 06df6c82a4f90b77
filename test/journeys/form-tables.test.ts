import { expect } from 'vitest';
import { newHireFields } from '../../src/bot/features/newhire/form/fields.ts';
import { formWindow } from '../../src/bot/features/newhire/form/windows.ts';
import { toStored } from '../../src/bot/features/newhire/templates/windows.ts';
import { isBlockOf } from '../../src/bot/slack/views/view.ts';
import { testClock } from '../clock.ts';
import type { FieldValue } from '../driver/choose.ts';
import type { Person } from '../driver/person.ts';
import { isWhole, some } from '../faults/trials.ts';
import { addedElsewhere, releasedService } from './office.ts';
import { it, type Open, type World } from './world.ts';

/**
 * Value of a field: `shown` as typed and displayed in the form, `stored` as in the database, where drafts of earlier
 * versions remain, and `sent` in the service's request.
 */
interface HireSample {
  shown: FieldValue;
  stored: unknown;
  sent: unknown;
}

type HireField = (typeof newHireFields.names)[number];

/** Personal fields, never copied into another person's form. */
const isOwn = (name: HireField) => ['first_name', 'last_name', 'email', 'phone', 'message'].includes(name);

function text(shown: string): HireSample {
  return { shown, stored: shown, sent: shown };
}

function chosen(shown: string, id: number): HireSample {
  return { shown, stored: { value: String(id), label: shown }, sent: id };
}

/** One value per field that no default sets. A field without a line doesn't compile. */
const hire = {
  first_name: text('Jane'),
  last_name: text('Doe'),
  email: text('jane@acme.example'),
  start_day: text('2999-01-01'),
  role: { shown: 'Manager', stored: '2', sent: 2 },
  position: text('Engineer'),
  manager: chosen('Marcus Oyelaran', 3),
  buddy: chosen('Sofia Lindqvist', 9),
  sequences: { shown: ['Everybody'], stored: [{ value: '1', label: 'Everybody' }], sent: [1] },
  timezone: {
    shown: 'Europe/Berlin (UTC+01:00)',
    stored: { value: 'Europe/Berlin', label: 'Europe/Berlin (UTC+01:00)' },
    sent: 'Europe/Berlin',
  },
  language: { shown: 'German', stored: 'de', sent: 'de' },
  phone: text('+49 30 1234'),
  message: text('Plays the cello.\nAnd chess.'),
} satisfies Record<HireField, HireSample>;

const { names, table } = newHireFields;
const hireRows = names.map((name) => ({ name, label: table[name].label, ...hire[name] }));
type HireRow = (typeof hireRows)[number];

function by<Key extends keyof HireRow>(fields: HireRow[], name: 'name' | 'label', key: Key) {
  return Object.fromEntries(fields.map((row) => [row[name], row[key]]));
}

type Service = Awaited<ReturnType<typeof releasedService>>;

async function fill({ sandbox }: World<Service>, person: Person, shown: Record<string, FieldValue>) {
  for (const [label, value] of Object.entries(shown)) {
    await person.fill({ [label]: value });
    // Effects of a change, such as a proposed time zone, must arrive before the next one.
    await sandbox.settled();
  }
}

async function fillRequired(person: Person, shown: Record<string, FieldValue>) {
  const required = { 'First name': 'Jane', 'Last name': 'Doe', 'Work email': 'jane@acme.example' };
  for (const [label, value] of Object.entries(required))
    if (!(label in shown)) await person.fill({ [label]: value });
}

/** Accepts the token again; until then every request waits. */
async function untilTokenWorks({ bot, service }: World<Service>) {
  service.allowToken(service.token);
  await bot.ledger.resume();
}

/** Bodies of authorized POST requests, without the probes for a sequence's kind. */
function sentTo({ requests }: Service, path: string): unknown[] {
  const posted = requests.filter((one) => one.method === 'POST' && one.path === path && one.status !== 401);
  return posted.map(({ body }) => body).filter((body) => Object.keys(body ?? {}).join() !== 'sequences');
}

async function comeBack(open: Open, fields: HireRow[]) {
  const office = await open({ service: releasedService, clock: testClock({ speed: 8 }) });
  const { ines, bot, service } = office;
  const shown = by(fields, 'label', 'shown');
  await ines.open('/newhire');
  await fill(office, ines, shown);
  // These fields alone don't make a draft unless it's saved explicitly.
  if (fields.every(({ name }) => 'isAside' in newHireFields.table[name])) await office.saveDraft();
  await office.resumeDraft();
  const [draft] = await office.rows('drafts');
  expect(JSON.parse(String(draft?.content))).toMatchObject(by(fields, 'name', 'stored'));
  expect(ines.values()).toMatchObject(shown);

  const [first_name, last_name, email] = ['Jane', 'Doe', 'jane@acme.example'];
  await fillRequired(ines, shown);
  service.spoilToken(service.token, 'removed');
  await ines.send('Request saved');
  service.allowToken('others');
  await addedElsewhere({ url: service.url, token: 'others' });
  const before = sentTo(service, '/api/users/').length;
  await untilTokenWorks(office);
  await ines.untilView('New hire not added');
  await bot.directory.refresh();
  await ines.open('Correct and send again', 'New hire');
  expect(ines.values()).toMatchObject(shown);

  await ines.send('New hire added', { 'Work email': `again.${email}` });
  const all = { first_name, last_name, email, role: 0, ...by(fields, 'name', 'sent') };
  const expected = [all, { ...all, email: `again.${email}` }];
  return { ines, shown, sent: sentTo(service, '/api/users/').slice(before), expected };
}

// Only a hire without a role gets sequences, so no form can hold every field.
it.for(some(['role', 'sequences'], 1))(
  'brings each field but %s back from a draft and a refusal, and sends it',
  async (without, { open }) => {
    const { sent, expected } = await comeBack(
      open,
      hireRows.filter(({ name }) => name !== without),
    );
    expect(sent).toEqual(expected);
  },
);

// New fields are added at the table's end.
const alone = hireRows.filter(
  ({ name }, index, { length }) => isWhole || name === 'manager' || index === length - 1,
);

it.for(alone)('brings a form with nothing but $name back, and sends it', async (row, { open }) => {
  const { ines, shown, sent, expected } = await comeBack(open, [row]);
  expect(sent).toMatchObject(expected);
  await ines.open('Add another like this', 'New hire');
  if (!isOwn(row.name)) expect(ines.values()).toMatchObject(shown);
});

it.for(alone.filter(({ name }) => !isOwn(name) && name !== 'start_day'))(
  'fills in $name from a template that has nothing else, and sends it',
  async ({ name, label, shown, sent }, { open }) => {
    const { ines, service } = await open({ service: releasedService, clock: testClock({ speed: 8 }) });
    await ines.openFromHome('Templates');
    await ines.fillIn('New template', { 'Template name': 'Sales', [label]: shown }, 'Template');
    await ines.send('Templates');
    await ines.open('/newhire');
    await ines.pressUntil('Sales', 'Filled in from');
    expect(ines.values()).toMatchObject({ [label]: shown });
    await fillRequired(ines, { [label]: shown });
    await ines.send('New hire added');
    expect(sentTo(service, '/api/users/').at(-1)).toMatchObject({ email: 'jane@acme.example', [name]: sent });
  },
);

it.for(hireRows)('shows $name of a draft that has nothing else, and calls it no empty form', (row) => {
  const values = newHireFields.fromDraft({ [row.name]: row.stored }) ?? {};
  const none = { snapshot: undefined, proposal: undefined };
  const facts = { ...none, day: '2999-01-01', templates: [], timezone: 'UTC', now: new Date(0) };
  const view = formWindow.view(facts, { form: 'F' }, { values });
  expect(view.blocks.some(({ block_id = '' }) => isBlockOf(block_id, row.name))).toBe(true);
  expect(newHireFields.filledIn(values)).toEqual([row.name]);
  expect(newHireFields.sent(values)).toEqual({ [row.name]: row.sent });
});

it.for(hireRows)('keeps $name for other people unless it is one person’s own', ({ name, stored }) => {
  const values = newHireFields.fromDraft({ [name]: stored }) ?? {};
  const kept = newHireFields.toDraft(values);
  expect(newHireFields.toDraft(newHireFields.shared(values, 'cohort'))).toEqual(isOwn(name) ? {} : kept);
  expect(toStored(values)).toEqual(isOwn(name) || name === 'start_day' ? {} : kept);
});
