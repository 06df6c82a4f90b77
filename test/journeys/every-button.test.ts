import { expect } from 'vitest';
import { presets } from '../../src/bot/features/newhire/starters/presets.ts';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { languages } from '../../src/contract/choices.ts';
import { roles } from '../../src/contract/employee.ts';
import { interactiveIn } from '../../src/sandbox/block-kit/interactive.ts';
import type { Place, Screen } from '../../src/sandbox/screen.ts';
import type { Person } from '../driver/person.ts';
import {
  addSecondLanguage,
  englishLeft,
  secondLocale,
  textsAnywhere,
  withoutMarks,
} from '../second-language.ts';
import { releasedService } from './office.ts';
import { inWhole, it, modes, type Open } from './world.ts';

/** Window that only leads to others. */
const menu = 'Settings';

/** Higher than the number of buttons there are, so a button that keeps adding new ones fails the test. */
const mostPresses = 60;

const unset = { FRONTDESK_MANAGERS: 'U0MARCUS', FRONTDESK_CHANNELS: '', FRONTDESK_PRIVATE_CHANNEL: '' };

/** Names of people, and of what the onboarding service lists. */
const fixedNames = [
  ...demoWorkspace.people.map(({ realName }) => realName),
  ...['Ada', 'Jane', 'Doe'],
  ...roles.map(({ label }) => label),
  ...languages.map(({ label }) => label),
  ...Object.values(presets).map(({ name }) => name),
  'UTC',
  // What was entered about new hires, which a page shows again when it is brought up to date.
  ...['Jane', 'Ada', 'Doe'],
];

interface Found {
  place: Place;
  blockId: string;
  actionId: string;
  text: string;
}

function buttonsOf({ views, home }: Screen): Found[] {
  const top = views.at(-1);
  const place: Place = top ? { in: 'view', viewId: top.id } : { in: 'home' };
  return interactiveIn((top ?? home)?.blocks ?? []).flatMap(({ element, blockId, actionId }) =>
    element.type === 'button' && !element.url ? [{ place, blockId, actionId, text: element.text.text }] : [],
  );
}

function visible({ views, home, channels, app }: Screen): string {
  const shown = views.map(({ id, blocks, title }) => ({ id, blocks, title }));
  return JSON.stringify({ shown, home: home?.blocks, channels, messages: app.messages });
}

/**
 * Button that each press brings into App Home. Messages of an earlier press, such as a rehearsal's, can arrive
 * first.
 */
const bring: Record<string, string> = { 'Put back': 'Skip' };
/** Button that sends a direct message, which would look like what the next press brings. */
const sending = 'newhire_import_template';

async function press(person: Person, { place, blockId, actionId, text }: Found): Promise<void> {
  const [before, messages] = [visible(person.screen()), person.directMessages().length];
  const pressed = await person.do({ verb: 'press', place, blockId, actionId, confirmed: true });
  expect([text, pressed.outcome]).toEqual([text, 'done']);
  await person.until((screen) => visible(screen) !== before);
  if (place.in === 'view')
    await person.until(() => person.views().every(({ id, title }) => id !== place.viewId || title !== menu));
  await person.until(() => actionId !== sending || person.directMessages().length > messages);
  const next = bring[withoutMarks(text)];
  await person.until(() => !next || person.home()?.buttons.some((one) => withoutMarks(one) === next));
  expect(`${text}: ${person.views().at(-1)?.title}`).not.toContain('No access');
}

/** Presses every button of App Home and of the windows it opens, once per action id. */
async function pressAll(person: Person): Promise<string[]> {
  const done = new Map<string, string>();
  const next = () => buttonsOf(person.screen()).find(({ actionId }) => !done.has(actionId));
  const pressNext = async () => {
    const button = next();
    if (button) done.set(button.actionId, button.text);
    if (button) await press(person, button);
    return button !== undefined;
  };
  await person.visitHome();
  for (let count = 0; count < mostPresses; count += 1) {
    if (await pressNext()) continue;
    if (person.views().length > 0) await person.close();
    else if (!(await isMoreBehind(person, next))) break;
  }
  expect([person.views(), next(), person.notices()]).toEqual([[], undefined, []]);
  const told = person.directMessages().flatMap(({ texts }) => texts);
  expect(told.filter((text) => text.includes('couldn’t do this'))).toEqual([]);
  return [...done.values()];
}

/** What a button in the window behind “Settings” opens takes its place, so that it has to be opened again. */
async function isMoreBehind(person: Person, next: () => Found | undefined): Promise<boolean> {
  const button = buttonsOf(person.screen()).find(({ actionId }) => actionId === 'home_menu');
  if (!button) return false;
  await press(person, button);
  await person.until(({ views }) => views.length > 0);
  const isMore = next() !== undefined;
  if (!isMore) await person.close();
  return isMore;
}

async function busyOffice(open: Open, mode: 'socket' | 'http') {
  const office = await open({ mode, service: releasedService, env: unset });
  const { ines, service, day, hire, offboard, saveDraft } = office;
  service.spoilToken(service.token, 'removed');
  await ines.open(`/newhire Ada Doe ada@acme.example ${day()}`);
  await saveDraft();
  await hire({ fields: {}, page: 'Request saved' });
  for (const name of ['Sofia Lindqvist', 'Leila Haddad']) await offboard({ name, page: 'Request saved' });
  return office;
}

it.for(modes)('every button of HR leads to something (%s mode)', async (mode, { open }) => {
  const { ines } = await busyOffice(open, mode);
  expect(await pressAll(ines)).toEqual(
    expect.arrayContaining([
      ...['New hire', 'Start offboarding', 'Resume', 'Delete', 'Try again', 'Cancel'],
      ...['Choose channels', 'Settings', 'Organization', 'Skip', 'Setup', 'Put back'],
    ]),
  );
});

inWhole.for(modes)(
  'every button of a manager leads to something, and none to what only HR can do (%s mode)',
  async (mode, { open }) => {
    const { marcus } = await busyOffice(open, mode);
    const pressed = await pressAll(marcus);
    expect(pressed).toEqual(expect.arrayContaining(['Start offboarding', 'Try again', 'Cancel']));
    const ofHr = ['New hire', 'Resume', 'Connect', 'Access', 'Channels', 'Organization', 'Sort sequences'];
    expect(pressed.filter((text) => ofHr.includes(text))).toEqual([]);
  },
);

it('no English is left in what people of another language read', async ({ open }) => {
  const office = await busyOffice(open, 'socket');
  const { sandbox, ines, marcus } = office;
  await ines.untilMessage('no longer accepts');
  addSecondLanguage();
  const readers: unknown[] = [ines.id, marcus.id];
  for (const { id } of [ines, marcus]) sandbox.changePerson(id, { locale: secondLocale });
  await sandbox.settled();
  const before = sandbox.calls().length;
  for (const person of [ines, marcus]) await pressAll(person);
  const read = sandbox
    .calls()
    .slice(before)
    .map(({ args }) => args);
  const own = read.filter(({ channel, user_id: home }) => readers.includes(channel ?? home ?? ines.id));
  const left = own
    .flatMap((one) => textsAnywhere(one))
    .flatMap((text) => englishLeft(text, fixedNames) ?? []);
  expect(own.length).toBeGreaterThan(40);
  expect(left).toEqual([]);
});
