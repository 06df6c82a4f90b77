import { describe, expect, it } from 'vitest';
import { newHireFields } from '../../src/bot/features/newhire/form/fields.ts';
import { newHireForm } from '../../src/bot/features/newhire/form/form.ts';
import { toStored } from '../../src/bot/features/newhire/templates/fields.ts';
import { offboardingFields } from '../../src/bot/features/offboarding/fields.ts';
import { isBlockOf } from '../../src/bot/slack/views/view.ts';
import type { DraftTables } from '../../src/bot/storage/drafts.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import type { FieldValue } from '../driver/choose.ts';
import { inWhole, isWhole, some } from '../faults/trials.ts';
import { type Office, openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

/** Value of a field: `shown` as typed and displayed in the form, `sent` in the service's request. */
interface Sample {
  shown: FieldValue;
  sent: unknown;
}

/** `stored`: as in the database, where drafts of earlier versions remain. */
type HireSample = Sample & { stored: unknown };

type HireField = (typeof newHireFields.names)[number];
type OffboardingField = (typeof offboardingFields.names)[number];

/** Personal fields, never copied into another person's form. */
const isOwn = (name: HireField) => ['first_name', 'last_name', 'email', 'phone', 'message'].includes(name);

const idOfMarcus = 3;
const idOfSofia = 9;

function text(shown: string): HireSample {
  return { shown, stored: shown, sent: shown };
}

/** One value per field that no default sets. A field without a line doesn't compile. */
const hire = {
  first_name: text('Jane'),
  last_name: text('Doe'),
  email: text('jane@acme.example'),
  start_day: text('2999-01-01'),
  role: { shown: 'Manager', stored: '2', sent: 2 },
  position: text('Engineer'),
  manager: chosen('Marcus Oyelaran', idOfMarcus),
  buddy: chosen('Sofia Lindqvist', idOfSofia),
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

function chosen(shown: string, id: number): HireSample {
  return { shown, stored: { value: String(id), label: shown }, sent: id };
}

const leaving = {
  user: { shown: 'Ines Duarte', sent: 1 },
  termination_date: { shown: '2999-01-31', sent: '2999-01-31' },
  sequences: { shown: ['Leaving'], sent: [3] },
} satisfies Record<OffboardingField, Sample>;

function rows<Field extends string, One extends Sample>(
  form: { names: readonly Field[]; table: Record<Field, { label: string }> },
  samples: Record<Field, One>,
) {
  return form.names.map((name) => ({ name, label: form.table[name].label, ...samples[name] }));
}

async function fill(
  { sandbox }: Office,
  person: Office['ines'],
  fields: { label: string; shown: FieldValue }[],
) {
  for (const { label, shown } of fields) {
    await person.fill({ [label]: shown });
    // Effects of a change, such as a proposed time zone, must arrive before the next one.
    await sandbox.settled();
  }
}

function shownBy(person: Office['ines'], fields: { name: string; label: string }[]) {
  const onScreen = person.view().fields;
  return Object.fromEntries(fields.map(({ name, label }) => [name, onScreen[label]?.value]));
}

function part<Row extends { name: string }, Key extends keyof Row>(fields: Row[], key: Key) {
  return Object.fromEntries(fields.map((row) => [row.name, row[key]]));
}

type Service = Awaited<ReturnType<typeof releasedService>>;

/** Accepts the token again; until then every request waits. */
async function untilTokenWorks({ bot }: Office, service: Service) {
  service.allowToken(service.token);
  await bot.ledger.resume();
}

/** Bodies of authorized POST requests, without the probes for a sequence's kind. */
function sentTo({ requests }: Service, path: string): unknown[] {
  const posted = requests.filter((one) => one.method === 'POST' && one.path === path && one.status !== 401);
  return posted.map(({ body }) => body).filter((body) => !isProbe(body));
}

function isProbe(body: unknown): boolean {
  return Object.keys(body ?? {}).join() === 'sequences';
}

async function somebodyElseWith(address: string, service: Service) {
  service.allowToken('others');
  await fetch(`${service.url}/api/users/`, {
    method: 'POST',
    headers: { authorization: 'Token others', 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Joan', last_name: 'Roe', email: address, role: 0 }),
  });
}

async function draftIn({ environment }: Office): Promise<unknown> {
  const { db, close } = openDatabase<DraftTables>(environment.DATABASE_URL);
  const { content } = await db.selectFrom('drafts').select('content').executeTakeFirstOrThrow();
  await close();
  return JSON.parse(content);
}

// Only a hire without a role gets sequences, so no form can hold every field.
describe.each(some(['role', 'sequences'], 1))('a new hire, each field but %s', (without) => {
  const fields = rows<HireField, HireSample>(newHireFields, hire).filter(({ name }) => name !== without);

  it('comes back from a draft, is sent, and comes back to be corrected and sent again', async () => {
    const service = await releasedService(cleanup);
    const office = await openOffice(cleanup, { service });
    const { ines, bot } = office;
    service.spoilToken(service.token, 'removed');
    await ines.command('/newhire');
    await ines.untilView('New hire');
    await fill(office, ines, fields);
    await ines.press('Save draft');
    await ines.until(() => ines.view().texts.some((line) => line.startsWith('Draft saved')));
    expect(await draftIn(office)).toMatchObject(part(fields, 'stored'));
    await ines.closeAll();

    await ines.command('/newhire drafts');
    await ines.untilMessage('You have one draft');
    await ines.press('Resume');
    await ines.untilView('New hire');
    expect(shownBy(ines, fields)).toEqual(part(fields, 'shown'));
    await ines.submitAndAgree();
    await ines.untilView('Request saved');

    await somebodyElseWith('jane@acme.example', service);
    const before = sentTo(service, '/api/users/').length;
    await untilTokenWorks(office, service);
    await ines.untilView('New hire not added');
    await bot.directory.refresh();
    await ines.press('Correct and send again');
    await ines.untilView('New hire');
    expect(shownBy(ines, fields)).toEqual(part(fields, 'shown'));

    await ines.fill({ 'Work email': 'jane.doe@acme.example' });
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    const all = { ...(without === 'role' && { role: 0 }), ...part(fields, 'sent') };
    expect(sentTo(service, '/api/users/').slice(before)).toEqual([
      all,
      { ...all, email: 'jane.doe@acme.example' },
    ]);
  });
});

describe.each(rows<HireField, HireSample>(newHireFields, hire))(
  'a form with nothing but $name',
  ({ name, stored, sent }) => {
    const offered = { snapshot: undefined, day: '2999-01-01' };
    const values = newHireFields.fromDraft({ [name]: stored }) ?? {};

    it('shows it when it is opened from a draft, and is no empty form', () => {
      const shown = { form: 'F', draft: 'F', template: undefined, notice: [], templates: [], isFull: false };
      const view = newHireForm({ ...shown, values, offered });
      expect(view.blocks.some(({ block_id = '' }) => isBlockOf(block_id, name))).toBe(true);
      expect(newHireFields.filledIn(values)).toEqual([name]);
      expect(newHireFields.sent(values)).toEqual({ [name]: sent });
    });

    it('keeps it in a template, and in “Add another like this”, unless it is one person’s own', () => {
      const kept = newHireFields.toDraft(values);
      expect(newHireFields.toDraft(newHireFields.shared(values, 'cohort'))).toEqual(isOwn(name) ? {} : kept);
      expect(toStored(values)).toEqual(isOwn(name) || name === 'start_day' ? {} : kept);
    });
  },
);

describe('a form in which nothing but one field was filled in', () => {
  // New fields are added at the table's end.
  const alone = rows<HireField, HireSample>(newHireFields, hire).filter(
    ({ name }, index, { length }) => isWhole || name === 'manager' || index === length - 1,
  );

  const address = 'jane@acme.example';

  /** Leaves alone the field that is already filled in, if it is a required one. */
  async function fillRequired(person: Office['ines'], filledIn: string) {
    const required = { 'First name': 'Jane', 'Last name': 'Doe', 'Work email': address };
    for (const [label, value] of Object.entries(required))
      if (label !== filledIn) await person.fill({ [label]: value });
  }

  async function opened() {
    const service = await releasedService(cleanup);
    return { ...(await openOffice(cleanup, { service, clock: testClock({ speed: 8 }) })), service };
  }

  it.for(alone)('comes back with $name from a draft and a correction, and is sent with it', async (row) => {
    const { name, label, shown, sent } = row;
    const office = await opened();
    const { ines, bot, service } = office;
    await ines.command('/newhire');
    await ines.untilView('New hire');
    await fill(office, ines, [row]);
    // These fields alone don't make a draft unless it's saved explicitly.
    if ('isAside' in newHireFields.table[name]) await ines.press('Save draft');
    await ines.closeAll();
    await ines.command('/newhire drafts');
    await ines.untilMessage('You have one draft');
    await ines.press('Resume');
    await ines.untilView('New hire');
    expect(shownBy(ines, [row])).toEqual({ [name]: shown });

    await fillRequired(ines, label);
    service.spoilToken(service.token, 'removed');
    await ines.submitAndAgree();
    await ines.untilView('Request saved');
    await somebodyElseWith(address, service);
    const before = sentTo(service, '/api/users/').length;
    await untilTokenWorks(office, service);
    await ines.untilView('New hire not added');
    await bot.directory.refresh();
    await ines.press('Correct and send again');
    await ines.untilView('New hire');
    expect(shownBy(ines, [row])).toEqual({ [name]: shown });

    await ines.fill({ 'Work email': `again.${address}` });
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    const all = { first_name: 'Jane', last_name: 'Doe', email: address, role: 0, [name]: sent };
    expect(sentTo(service, '/api/users/').slice(before)).toMatchObject([
      all,
      { ...all, email: `again.${address}` },
    ]);
    await ines.press('Add another like this');
    await ines.untilView('New hire');
    if (!isOwn(name)) expect(shownBy(ines, [row])).toEqual({ [name]: shown });
  });

  it.for(alone.filter(({ name }) => !isOwn(name) && name !== 'start_day'))(
    'is filled in with $name from a template that has nothing else, and is sent with it',
    async ({ name, label, shown, sent }) => {
      const { ines, service } = await opened();
      await ines.openHome();
      await ines.until(() => ines.home()?.buttons.includes('Templates'));
      await ines.press('Templates');
      await ines.untilView('Templates');
      await ines.press('New template');
      await ines.untilView('Template');
      await ines.fill({ 'Template name': 'Sales', [label]: shown });
      await ines.submit();
      await ines.untilView('Templates');
      await ines.closeAll();
      await ines.command('/newhire');
      await ines.untilView('New hire');
      await ines.press('Sales');
      await ines.until(() => ines.view().texts.join().includes('Filled in from'));
      expect(shownBy(ines, [{ name, label }])).toEqual({ [name]: shown });

      await fillRequired(ines, label);
      await ines.submitAndAgree();
      await ines.untilView('New hire added');
      expect(sentTo(service, '/api/users/').at(-1)).toMatchObject({ email: address, [name]: sent });
    },
  );
});

inWhole('an offboarding, each field: is sent, and comes back to be corrected and sent again', async () => {
  const fields = rows<OffboardingField, Sample>(offboardingFields, leaving);
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { marcus } = office;
  service.spoilToken(service.token, 'removed');
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await fill(office, marcus, fields);
  await marcus.submitAndAgree();
  await marcus.untilView('Request saved');

  // The service refuses to offboard an administrator.
  await untilTokenWorks(office, service);
  await marcus.untilView('Not started');
  await marcus.press('Correct and send again');
  await marcus.untilView('Start offboarding');
  expect(shownBy(marcus, fields)).toEqual(part(fields, 'shown'));

  await marcus.fill({ Employee: 'Sofia Lindqvist' });
  await marcus.submitAndAgree();
  await marcus.untilView('Offboarding started');
  const all = part(fields, 'sent');
  expect(sentTo(service, '/api/offboarding/')).toEqual([all, { ...all, user: idOfSofia }]);
});
