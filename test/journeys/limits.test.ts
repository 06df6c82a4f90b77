import { afterEach, beforeEach, expect, it } from 'vitest';
import { addDays, dayIn } from '../../src/dates.ts';
import type { ReleasedSequence } from '../contract/released-data.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { type Cleanup, createCleanup, type Office, openOffice } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

/** The most that the API takes of each name. */
const longest = 200;
const soon = addDays(dayIn('UTC', new Date()), 9);

const names = {
  '200 letters': 'W'.repeat(longest),
  emoji: '👩‍🚀'.repeat(longest / 5),
  'right-to-left letters': 'عمر '.repeat(longest / 4).trim(),
  'marks that mean something to Slack': '<!channel> *&_~`>'.repeat(11),
};

async function serviceWith(count: number, name: string, sequences: ReleasedSequence[]) {
  const token = 'c'.repeat(40);
  const employees = Array.from({ length: count }, (_, index) => ({
    first_name: name,
    last_name: `${index} ${name}`.slice(0, longest),
    email: `${'a'.repeat(180)}${index}@x.example`.slice(-longest),
    role: 2,
  }));
  const deployment = await startReleasedDeployment({ token, employees, sequences });
  cleanup.later(deployment.stop);
  return { ...deployment, token };
}

function manySequences(name: string): ReleasedSequence[] {
  return Array.from({ length: 130 }, (_, index) => ({
    id: index + 1,
    name: `${index} ${name}`.slice(0, 240),
    kind: index % 2 === 0 ? 'onboarding' : 'offboarding',
  }));
}

/** What Slack refused of all that Frontdesk sent. */
function refused({ sandbox }: Office) {
  return sandbox
    .calls()
    .filter(({ method, answer }) => answer?.ok !== true && method !== 'users.lookupByEmail')
    .map(({ method, answer }) => ({ method, answer }));
}

/** Chooses many of one opened menu, as a person does who does not type. */
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

/** Screen readers and notifications read the text of a message, not its blocks. */
function messagesWithoutText({ sandbox }: Office) {
  return sandbox.calls('chat.postMessage').filter(({ args }) => !args.text);
}

it.each(Object.entries(names))(
  'every view and message takes names of %s',
  async (_case, name) => {
    const service = await serviceWith(120, name, manySequences(name));
    const office = await openOffice(cleanup, { service });
    const { ines, marcus } = office;

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
      Role: 'Administrator',
    });
    expect(await chooseAll(ines, 'sequences', 'newhire_sequences')).toBeGreaterThan(50);
    await ines.until(() => ines.view().texts.some((text) => text.includes('is past')));
    await ines.press('Save draft');
    await ines.until(() => ines.view().texts.some((text) => text.startsWith('Saved as a draft')));
    expect(await ines.submit()).toEqual({ outcome: 'updated' });
    const question = 'Does this person really get the role “Administrator”?';
    await ines.fill({
      'Work email': `${'b'.repeat(60)}@x.example`,
      'Start day': soon,
    });
    await chooseAll(ines, 'manager', 'newhire_manager', 1);
    await chooseAll(ines, 'buddy', 'newhire_buddy', 1);
    await ines.until(() => !ines.view().texts.some((text) => text.includes('is past')));
    await ines.fill({ [question]: ['Yes, give the role “Administrator”'] });
    expect(await ines.submit()).toEqual({ outcome: 'updated' });
    if (ines.view().title === 'New hire') {
      await ines.fill({ 'Is this as you want it?': ['Add anyway'] });
      expect(await ines.submit()).toEqual({ outcome: 'updated' });
    }
    await ines.untilView('New hire added');
    await ines.untilMessage('is in the onboarding service');

    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    await marcus.fill({ 'Last day': soon });
    await chooseAll(marcus, 'employee', 'offboard_employee', 1);
    expect(await chooseAll(marcus, 'sequences', 'offboard_sequences')).toBeGreaterThan(50);
    expect(await marcus.submit()).toEqual({ outcome: 'updated' });
    await marcus.untilView('Offboarding started');

    await ines.closeAll();
    await ines.openHome();
    await ines.until(() => ines.home()?.texts.includes('Who leaves in the next four weeks'));
    await ines.command('/newhire drafts');
    await office.sandbox.settled();
    expect(refused(office)).toEqual([]);
    expect(messagesWithoutText(office)).toEqual([]);
  },
  30_000,
);

it.each([0, 1, 100, 100_000])(
  'the forms and menus work with %i employees',
  async (count) => {
    const service = await serviceWith(count, 'Ada', manySequences('Welcome'));
    const office = await openOffice(cleanup, { service });
    const { ines, marcus } = office;
    await ines.openHome();
    await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.untilView('New hire');
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
    await ines.submit();
    await ines.untilView('New hire added');
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    expect((await marcus.options('Employee', '')).options.length).toBe(
      // With Jane, who is there now.
      Math.min(count + 1, 100),
    );
    expect(refused(office)).toEqual([]);
  },
  60_000,
);

it('shows many requests and people without breaking a limit of App Home', async () => {
  const service = await serviceWith(5, names['200 letters'], manySequences('Welcome'));
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  for (const letter of 'ABCDEFGHIJKL') {
    await ines.command(`/newhire Jane ${letter.repeat(190)} jane.${letter}@acme.example ${soon}`);
    await ines.untilView('New hire');
    if ('AEIK'.includes(letter)) await ines.press('Save draft');
    await ines.submit();
    if (ines.view().title === 'New hire') {
      await ines.fill({ 'Is this as you want it?': ['Add anyway'] });
      await ines.submit();
    }
    await ines.untilView('New hire added');
    await ines.closeAll();
  }
  await ines.openHome();
  await ines.until(() => ines.home()?.texts.some((text) => text.includes('New hire: Jane LLL')));
  expect(refused(office)).toEqual([]);
});
