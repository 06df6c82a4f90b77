import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { maxLength, NewHire } from '../../../../contract/new-hire.ts';
import { within } from '../../../../time/clock.ts';
import { type Day, dayIn, isDay, isWeekend } from '../../../../time/dates.ts';
import type { NewRequest } from '../../../ledger/requests/request.ts';
import { peopleMenu } from '../../../menus.ts';
import { namesOf, type Person } from '../../../onboarding/directory/person.ts';
import { asIfDone } from '../../../plan/as-if-done.ts';
import type { Preview } from '../../../preview/preview.ts';
import { outcomePage, referenceNote } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import type { ValuesOf } from '../../../slack/forms/form.ts';
import { type AsShown, modal } from '../../../slack/modal.ts';
import { timeline } from '../../../slack/timeline.ts';
import { alert, listedMarkup, paragraph, printable } from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/view.ts';
import { leavingPoints } from '../check/second-look.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields, newHireForms, type Offered, offeredNow } from '../form/fields.ts';
import { zonesInForm } from '../form/zone.ts';
import { say as sayNewHire } from '../messages.ts';
import { say as sayPerson } from '../person-messages.ts';
import { ownText } from '../reminders/headline.ts';
import {
  type HireContext,
  type HirePayload,
  type HireRequest,
  isHire,
  kind,
  personName,
} from '../request.ts';
import { say as sayResult } from '../result/messages.ts';
import { headline, leftOutIn, profileButtons, unreachedLines, unreachedNow } from '../result/result.ts';
import { say } from './messages.ts';
import { lookUp, whyOver } from './who.ts';

export type AnnounceServices = NewHireDeps & {
  /** Shows in Slack what was decided about people. */
  showDecisions(): Promise<void>;
};

function fieldsIn() {
  const { start_day, manager, buddy, timezone } = newHireForms().table;
  return {
    start_day: { ...start_day, hint: say().form.startHint, required: true },
    manager,
    buddy,
    timezone,
  };
}

type Values = ValuesOf<ReturnType<typeof fieldsIn>>;

/** The form about a person who was added in the service: what the service's list doesn't tell. */
export const announceWindow = modal({
  id: 'newhire_elsewhere',
  role: 'hr',
  /** Reference of the person. */
  metadata: z.object({ id: z.string() }),
  async facts(by: AnnounceServices, { id }: { id: string }) {
    const looked = await lookUp(id, by);
    return 'why' in looked
      ? insteadPage(looked.why)
      : { person: looked.person, offered: offeredNow(undefined, by) };
  },
  title: () => say().form.title,
  fields: fieldsIn,
  offered: (facts: { person: Person; offered: Offered }) => facts.offered,
  menus: {
    manager: peopleMenu,
    buddy: peopleMenu,
    timezone: zonesInForm,
  },
  open: ({ person: { name, email } }) => ({
    above: [paragraph(say().who(name, email)), paragraph(say().form.about)],
  }),
  submit: {
    text: () => say().form.submit,
    async run({ person }, { id }, values, by) {
      const { start_day = '' } = values;
      const errors = mistakesIn(values, person);
      if (!isDay(start_day) || Object.values(errors).some((one) => one !== undefined)) return { errors };
      const chosen = { id, sent: { ...newHireFields.sent(values), start_day } };
      const check = await checkOf(person, chosen, by);
      return { above: (isAbove) => checkPage(check, { ...chosen, isAbove }) };
    },
  },
});

function mistakesIn(values: Values, person: Person) {
  const { start_day = '', manager, buddy } = values;
  const isThemselves = (entry: typeof manager) => entry?.value === String(person.id);
  const { notThemselves } = say().form;
  return {
    ...newHireForms().checked(values),
    ...(isDay(start_day) ? {} : { start_day: sayNewHire().mistakes.start_day }),
    ...(isThemselves(manager) && { manager: notThemselves }),
    ...(isThemselves(buddy) && { buddy: notThemselves }),
  };
}

/** Fields that the service's list has. */
const told = { first_name: true, last_name: true, email: true, role: true } as const;

/** Choices in the form, without names: carried between windows. */
const Chosen = z.object({ id: z.string(), sent: NewHire.omit(told).required({ start_day: true }) });
type Chosen = z.infer<typeof Chosen>;

interface Check {
  day: Day;
  person: Person;
  /** Text for the channels; undefined if no channel is set. */
  headline: string | undefined;
  points: readonly string[];
  preview: Preview;
}

/** Page with the announcement. Its button reads the service's list again. */
export const checkWindow = modal({
  id: 'newhire_elsewhere_check',
  role: 'hr',
  metadata: Chosen,
  facts: async (_by: AnnounceServices): Promise<{ check?: Check }> => ({}),
  title: () => say().check.title,
  open: ({ check }) => ({ above: check ? checkBlocks(check) : [] }),
  submit: {
    text: () => say().check.submit,
    run(_facts, chosen, _values, by, here) {
      here.whenTaken(by.showDecisions);
      return announced(chosen, by);
    },
  },
  back: ({ id }, by): Promise<ModalView> => announceWindow.current({ id }, by),
});

function checkPage(check: Check, chosen: Chosen & AsShown): ModalView {
  return checkWindow.view({ check }, chosen);
}

function checkBlocks({ day, person, headline: text, points, preview }: Check): KnownBlock[] {
  const { check, who } = say();
  return [
    paragraph(who(person.name, person.email)),
    paragraph(sayNewHire().check.starts(day)),
    ...points.map((point) => alert('warning', point)),
    ...(text === undefined ? [] : [paragraph(check.says(text))]),
    ...timeline(preview.moments, preview.days),
    paragraph(check.ask),
  ];
}

/** Time limit for finding people in Slack, in milliseconds: the form must be answered within three seconds. */
const patience = 800;

async function checkOf(person: Person, chosen: Chosen, by: By<AnnounceServices>): Promise<Check> {
  const values = valuesOf(person, chosen, by);
  const settings = by.settings();
  const { start_day: day } = chosen.sent;
  const { channels } = settings;
  const [leaving, departure, unreached = []] = await Promise.all([
    leavingPoints(values, by),
    by.ledger.presence.departureOf(person.id),
    within(by.clock, patience, unreachedNow(chosen.sent, by)),
  ]);
  const left = unreached.filter(({ why }) => why !== 'cannotLookUp');
  const entered = { ...hireOf(person, chosen, by), day };
  const preview = await by.previews.ofEntered(entered, by.viewer, { leftOut: leftOutIn(values, left) });
  const request = asIfDone(entered, by.clock.now());
  // Channels get the common language.
  const own = ownText('headline', request, { settings });
  return {
    day,
    person,
    headline: channels.length > 0 ? headline(request, { own }).text : undefined,
    preview,
    points: [
      ...(departure && departure.day <= day ? [sayPerson().leaving.ended(departure.day, day)] : []),
      ...leaving.map(({ text }) => text),
      ...pointsOf(values, by),
      ...unreachedLines(values, left).map(({ text }) => text),
    ],
  };
}

function pointsOf(values: HireValues, { settings, clock }: NewHireDeps): string[] {
  const { warnings } = sayNewHire();
  const { start_day: day = '', manager, buddy, timezone } = values;
  const today = dayIn(timezone?.value ?? settings().timezone, clock.now());
  return [
    ...(day < today ? [say().check.past(day)] : []),
    ...(isWeekend(day) ? [warnings.weekend(day)] : []),
    ...(manager && manager.value === buddy?.value ? [warnings.same(labelOf(manager))] : []),
  ];
}

async function announced(chosen: Chosen, by: By<AnnounceServices>): Promise<ModalView> {
  const { gone, alreadyOpen, unreadable } = say();
  const looked = await lookUp(chosen.id, by);
  if ('why' in looked) {
    const { decided } = looked.found ?? {};
    const isOwn = decided?.by === by.viewer.userId && decided.requestId !== null;
    return (isOwn && (await announcedPage(decided.requestId ?? '', by))) || insteadPage(looked.why);
  }
  const hire = hireOf(looked.person, chosen, by);
  const became = await by.ledger.elsewhere.announce(chosen.id, hire);
  switch (became.kind) {
    case 'announced':
      return (await announcedPage(became.request.id, by)) ?? insteadPage(gone);
    case 'over':
      return insteadPage(await whyOver(became.person, by));
    case 'alreadyOpen':
      return insteadPage(alreadyOpen(hire.context.personName, became.request.id));
    case 'setAside':
      return insteadPage(unreadable(became.id));
    case 'gone':
      return insteadPage(gone);
  }
}

async function announcedPage(id: string, { ledger, settings }: NewHireDeps): Promise<ModalView | undefined> {
  const request = await ledger.find(id);
  return request && isHire(request) ? donePage(request, settings()) : undefined;
}

export function donePage(
  request: HireRequest,
  { profileUrl }: { profileUrl: string | undefined },
): ModalView {
  const { title, announcing } = say().done;
  const next = sayResult().whatNext(request);
  const on = sayNewHire().starts(request);
  const elements = profileButtons(request, profileUrl);
  return outcomePage(title, [
    alert('success', announcing(request.context.personName)),
    ...(on === undefined ? [] : [paragraph(on)]),
    ...(next === '' ? [] : [paragraph(next)]),
    ...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : []),
    referenceNote(request),
  ]);
}

export function insteadPage(why: string): ModalView {
  return outcomePage(say().form.title, listedMarkup([why]));
}

/** Values as the new-hire form would hold them, from the list and the choices. */
function valuesOf(person: Person, { sent }: Chosen, deps: FormDeps): HireValues {
  const context = { personName: '', sequenceNames: [], viewId: '' };
  const payload = payloadOf(person, sent);
  return newHireFields.fromRequest({ payload, context }, offeredNow(sent.start_day, deps));
}

/** Request about a person who is already in the service. */
function hireOf(
  person: Person,
  chosen: Chosen,
  by: By<AnnounceServices>,
): NewRequest<HirePayload, HireContext> {
  const { id, sent } = chosen;
  const payload = payloadOf(person, sent);
  const context: HireContext = {
    personName: personName(payload.first_name, payload.last_name),
    sequenceNames: [],
    viewId: '',
    addedElsewhere: true,
    ...newHireFields.contextOf(valuesOf(person, chosen, by), offeredNow(sent.start_day, by)),
  };
  return { kind, payload, context, requester: by.viewer.userId, submission: `elsewhere ${id}` };
}

function payloadOf(person: Person, sent: Chosen['sent']): HirePayload {
  return { ...namesIn(person), email: person.email, role: person.role ?? 0, ...sent };
}

/** Cut to the form's limits, since others may have entered any text. */
function namesIn(person: Person) {
  const { first, last } = namesOf(person) ?? { first: person.name, last: '' };
  const cut = (name: string, most: number) => printable(name).trim().slice(0, most);
  return { first_name: cut(first, maxLength.first_name), last_name: cut(last, maxLength.last_name) };
}
