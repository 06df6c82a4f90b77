import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { within } from '../../../../time/clock.ts';
import { dayIn, isDay, isWeekend } from '../../../../time/dates.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { answerPrivately } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { showAbove } from '../../../slack/views/open-view.ts';
import { atBlocks, labelOf } from '../../../slack/views/view.ts';
import { leavingPoints } from '../check/second-look.ts';
import type { NewHireDeps } from '../deps.ts';
import { type HireValues, newHireForms, offeredNow } from '../form/fields.ts';
import { say as sayNewHire } from '../messages.ts';
import { say as sayPerson } from '../person-messages.ts';
import { foretoldOf } from '../reminders/foretell.ts';
import { ownText } from '../reminders/headline.ts';
import { isHire } from '../request.ts';
import { headline, leftOutIn, unreachedLines, unreachedNow } from '../result/result.ts';
import { say } from './messages.ts';
import {
  announcedPage,
  Chosen,
  chosenIn,
  type ElsewhereValues,
  elsewhereCheck,
  elsewhereForm,
  elsewhereForms,
  hireOf,
  insteadPage,
  valuesOf,
} from './pages.ts';
import { lookUp, whyOver } from './who.ts';

const Metadata = z.object({ id: z.string() });

export function receiveForm(deps: NewHireDeps) {
  return async (args: FormArgs) => {
    const { ack, view, body } = args;
    const { id } = Metadata.parse(JSON.parse(view.private_metadata));
    const looked = await lookUp(id, deps);
    if ('why' in looked) return ack({ response_action: 'update', view: insteadPage(looked.why) });
    const { person } = looked;
    const values = elsewhereForms().read(view.state.values);
    const day = values.start_day ?? '';
    const errors = elsewhereForms().errors(mistakesIn(values, person));
    if (errors) return ack({ response_action: 'errors', errors: atBlocks(view, errors) });
    const chosen = chosenIn(id, day, values);
    const asked = { requester: body.user.id };
    const said = await secondLook(person, chosen, asked, deps);
    return ack({ response_action: 'push', view: elsewhereCheck({ chosen, person, ...said }) });
  };
}

function mistakesIn(values: ElsewhereValues, person: Person) {
  const elsewhere = say(),
    { mistakes } = sayNewHire();
  const { start_day = '', manager, buddy } = values;
  const isThemselves = (entry: typeof manager) => entry?.value === String(person.id);
  const { notThemselves } = elsewhere.form;
  return {
    ...newHireForms().checked(values),
    ...(isDay(start_day) ? {} : { start_day: mistakes.start_day }),
    ...(isThemselves(manager) && { manager: notThemselves }),
    ...(isThemselves(buddy) && { buddy: notThemselves }),
  };
}

export function receiveCheck(deps: NewHireDeps, showDecisions: () => Promise<void>) {
  return async (args: FormArgs) => {
    const { ack, view, body } = args;
    const chosen = Chosen.parse(JSON.parse(view.private_metadata));
    const page = await announced(chosen, { requester: body.user.id }, deps);
    await ack({ response_action: 'update', view: page });
    await showDecisions();
  };
}

interface Asked {
  requester: string;
}

async function announced(chosen: Chosen, asked: Asked, deps: NewHireDeps): Promise<ModalView> {
  const { requester } = asked;
  const { gone, alreadyOpen, unreadable } = say();
  const looked = await lookUp(chosen.id, deps);
  if ('why' in looked) {
    const { decided } = looked.found ?? {};
    const own = decided?.by === requester && decided.requestId !== null ? decided.requestId : undefined;
    return (own && (await pageOf(own, deps))) || insteadPage(looked.why);
  }
  const hire = hireOf(looked.person, chosen, asked, deps);
  const became = await deps.ledger.elsewhere.announce(chosen.id, hire);
  switch (became.kind) {
    case 'announced':
      return (await pageOf(became.request.id, deps)) ?? insteadPage(gone);
    case 'over':
      return insteadPage(await whyOver(became.person, deps));
    case 'alreadyOpen':
      return insteadPage(alreadyOpen(hire.context.personName, became.request.id));
    case 'setAside':
      return insteadPage(unreadable(became.id));
    case 'gone':
      return insteadPage(gone);
  }
}

async function pageOf(id: string, { ledger, settings }: NewHireDeps) {
  const request = await ledger.find(id);
  return request && isHire(request) ? announcedPage(request, settings()) : undefined;
}

export function openAnnouncement(deps: NewHireDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const reference = args.action.value ?? '';
    const looked = await lookUp(reference, deps);
    const view =
      'why' in looked
        ? insteadPage(looked.why)
        : elsewhereForm(reference, looked.person, offeredNow(undefined, deps));
    await showAbove(deps.windows, args, view);
  };
}

export function dismissPerson(deps: NewHireDeps, showDecisions: () => Promise<void>) {
  return async (args: ButtonArgs) => {
    const { ack, action, body } = args;
    await ack();
    const dismissed = await deps.ledger.elsewhere.dismiss(action.value ?? '', body.user.id);
    await showDecisions();
    if (dismissed.kind === 'dismissed') return;
    const { title, gone } = say();
    const why = dismissed.kind === 'over' ? await whyOver(dismissed.person, deps) : gone;
    await answerPrivately(args, title, why);
  };
}

/** Time limit for finding people in Slack, in milliseconds: the form must be answered within three seconds. */
const patience = 800;

async function secondLook(
  person: Person,
  chosen: Chosen,
  { requester }: { requester: string },
  deps: NewHireDeps,
) {
  const values = valuesOf(person, chosen, deps);
  const settings = deps.settings();
  const { channels, privateChannel } = settings;
  const [leaving, departure, sizes, unreached = []] = await Promise.all([
    leavingPoints(values, deps),
    deps.ledger.presence.departureOf(person.id),
    deps.channelSizes([...channels, ...(privateChannel ? [privateChannel] : [])]),
    within(deps.clock, patience, unreachedNow(chosen.sent, deps)),
  ]);
  const left = unreached.filter(({ why }) => why !== 'cannotLookUp');
  const leftOut = leftOutIn(values, left);
  const asked = { requester, since: deps.clock.now(), sizes, leftOut };
  const { request, moments } = foretoldOf(values, asked, deps);
  // Channels get the common language.
  const own = ownText('headline', request, { settings });
  return {
    headline: channels.length > 0 ? headline(request, { own }).text : undefined,
    plan: moments.map(({ line }) => line),
    points: [
      ...(departure && departure.day <= chosen.sent.start_day
        ? [sayPerson().leaving.ended(departure.day, chosen.sent.start_day)]
        : []),
      ...leaving.map(({ text }) => text),
      ...pointsOf(values, deps),
      ...unreachedLines(values, left).map(({ text }) => text),
    ],
  };
}

function pointsOf(values: HireValues, { settings, clock }: NewHireDeps): string[] {
  const elsewhere = say(),
    { warnings } = sayNewHire();
  const { start_day: day = '', manager, buddy, timezone } = values;
  const today = dayIn(timezone?.value ?? settings().timezone, clock.now());
  return [
    ...(day < today ? [elsewhere.check.past(day)] : []),
    ...(isWeekend(day) ? [warnings.weekend(day)] : []),
    ...(manager && manager.value === buddy?.value ? [warnings.same(labelOf(manager))] : []),
  ];
}
