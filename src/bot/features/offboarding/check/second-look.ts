import type { KnownBlock } from '@slack/types';
import type { Offboarding } from '../../../../contract/employee.ts';
import { within } from '../../../../time/clock.ts';
import { dayIn, isWeekend } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { Preview } from '../../../preview/preview.ts';
import { isOwnService } from '../../../requests/follow.ts';
import type { Viewer } from '../../../slack/incoming/arrival.ts';
import { alert, mrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/view.ts';
import { say as sayApproval } from '../approval/messages.ts';
import { needsApproval } from '../approval/rules.ts';
import type { OffboardingValues } from '../fields.ts';
import { say as sayOffboarding } from '../messages.ts';
import { asEarlier, kind, type OffboardingRequest } from '../request.ts';
import { companionPoints } from '../result.ts';
import { contextOf } from '../send.ts';
import { type Audience, audienceOf } from './audience.ts';
import { say } from './messages.ts';

interface Point {
  code: string;
  text: string;
}

interface SecondLook {
  person: Person | undefined;
  /** Title in the Slack profile; empty if Slack doesn't return one in time. */
  title: string;
  points: readonly Point[];
  audience: Audience;
  isForApproval: boolean;
  preview: Preview;
  isOwn: boolean;
}

interface LookedAt {
  values: OffboardingValues;
  payload: Offboarding;
  earlier: OffboardingRequest | undefined;
}

const patience = 500;

export async function secondLook(
  { values, payload, earlier }: LookedAt,
  viewer: Viewer,
  deps: Bot,
): Promise<SecondLook> {
  const person = deps.directory.current()?.people.get(payload.user);
  const about = {
    user: payload.user,
    requester: viewer.userId,
    earlier: earlier && asEarlier(earlier),
  };
  const [starts, inSlack, reports, audience] = await Promise.all([
    startPoints(payload, person, deps),
    inSlackOf(person, deps),
    reportPoints(person, viewer, deps),
    audienceOf(about, deps),
  ]);
  const { inChannel } = say().check.points;
  const isToldThere = inSlack.isInChannel && audience.hr !== undefined && 'channel' in audience.hr;
  const points = [
    ...(isToldThere ? [{ code: 'in-channel', text: inChannel }] : []),
    ...starts,
    ...reports,
    ...dayPoints(payload, deps),
  ];
  const isForApproval = needsApproval(viewer, deps.settings());
  const context = contextOf({ values, payload, earlier }, '', deps);
  const entered = { kind, requester: viewer.userId, payload, context, day: payload.termination_date };
  const [preview, isOwn] = await Promise.all([
    deps.previews.ofEntered(entered, viewer, { isAwaited: isForApproval }),
    isOwnService(deps),
  ]);
  return { person, title: inSlack.title, points, audience, isForApproval, preview, isOwn };
}

async function startPoints(
  { user, termination_date: last }: Offboarding,
  person: Person | undefined,
  { ledger, directory, settings, clock }: Bot,
): Promise<Point[]> {
  const { points } = say().check;
  const today = dayIn(settings().timezone, clock.now());
  const about = { id: user, email: person?.email || null, service: directory.current()?.from ?? null };
  const own = (await ledger.presence.startsOf(about)).flatMap(({ id, day, endedDay, context }): Point[] => {
    if (day !== null && day >= last && day >= today)
      return [{ code: `ends-${id}-${day}`, text: points.endsStart(context.personName, day) }];
    return endedDay !== null && endedDay < last
      ? [{ code: `starts-${id}-${endedDay}`, text: points.startStands(context.personName, endedDay) }]
      : [];
  });
  return [...own, ...companionPoints(await ledger.presence.startsWith(user, today))];
}

async function inSlackOf(
  person: Person | undefined,
  { people, isInPrivateChannel, clock }: Bot,
): Promise<{ title: string; isInChannel: boolean }> {
  const nothing = { title: '', isInChannel: false };
  if (!person?.email) return nothing;
  const ask = async () => {
    const found = await people.byEmail(person.email);
    if (!found) return nothing;
    // A failed check of the channel must not lose the title.
    const isInChannel = await isInPrivateChannel(found.id).catch(() => false);
    return { title: found.title, isInChannel };
  };
  return (
    (await within(
      clock,
      patience,
      ask().catch(() => nothing),
    )) ?? nothing
  );
}

async function reportPoints(person: Person | undefined, viewer: Viewer, deps: Bot) {
  const { points } = say().check;
  const snapshot = deps.directory.current();
  const asked = deps.people.byId(viewer.userId).catch(() => undefined);
  const email = (await within(deps.clock, patience, asked))?.email;
  const own = email ? snapshot?.peopleByEmail.get(email) : undefined;
  if (!person || !own) return [];
  if (own.id === person.id) return [{ code: 'self', text: points.self }];
  if (viewer.role === 'hr') return [];
  const manager = await deps.findManager(person.email);
  if (manager === undefined || manager === own.id) return [];
  const name = snapshot?.people.get(manager)?.name;
  return [{ code: `manager-${manager}`, text: points.otherManager(name) }];
}

function dayPoints({ termination_date: day, sequences }: Offboarding, { settings, clock }: Bot): Point[] {
  const { points } = say().check;
  const isToday = day === dayIn(settings().timezone, clock.now());
  return [
    ...(isToday ? [{ code: `today-${day}`, text: points.today }] : []),
    ...(isWeekend(day) ? [{ code: `weekend-${day}`, text: points.weekend }] : []),
    ...(sequences.length === 0 ? [{ code: 'no-sequences', text: points.noSequences }] : []),
  ];
}

export interface Check extends LookedAt {
  /** Whether the form was sent before: its result is shown then. */
  isSent?: boolean;
  look: SecondLook;
  preview: Preview;
  /** Slack user who starts it. */
  userId: string;
}

/** Codes of everything a person agrees to on the page. */
export function askedBy({ isSent, earlier, look }: Check): string[] {
  if (isSent) return [];
  return [
    ...look.points.map(({ code }) => code),
    ...(earlier ? [`change-${earlier.id}`] : []),
    look.isForApproval ? 'approval' : 'at-once',
  ];
}

export function checkBlocks(check: Check): KnownBlock[] {
  const { look, earlier, userId } = check;
  const sentences = sentencesOf(look);
  return [
    ...(look.isForApproval ? [alert('info', sentences.notice)] : []),
    paragraph(whoOf(check)),
    ...look.points.map(({ text }) => alert('warning', text)),
    ...(earlier ? changeBlocks(check) : []),
    paragraph(sentences.atOnce(look.isOwn)),
    mrkdwn(sentences.notified(look.audience, userId)),
  ];
}

export function submitText({ look }: Check): string {
  return sentencesOf(look).submit;
}

function sentencesOf({ isForApproval }: SecondLook) {
  const approval = sayApproval(),
    { check } = say(),
    { form } = sayOffboarding();
  const own = { submit: form.submit, notice: '' };
  return { ...check, ...own, ...(isForApproval && approval.check) };
}

/** Address and title tell people with the same name apart. */
function whoOf({ values, payload, look }: Check): string {
  const { check } = say();
  const name = values.user ? labelOf(values.user) : '';
  return [
    check.who(look.person?.name ?? name, look.person?.email ?? ''),
    ...(look.title === '' ? [] : [check.slackTitle(look.title)]),
    check.lastDay(payload.termination_date),
  ].join('\n');
}

function changeBlocks({ earlier, payload }: Check): KnownBlock[] {
  if (!earlier) return [];
  const { change } = say();
  const before: Offboarding = earlier.payload;
  const left = before.sequences.flatMap((id, index) =>
    payload.sequences.includes(id) ? [] : [earlier.context.sequenceNames[index] ?? String(id)],
  );
  return [
    mrkdwn(change.planned(before.termination_date, earlier.requester, earlier.calledOffAt !== null)),
    paragraph(change.again),
    ...(left.length > 0 ? [paragraph(change.leftOut(left))] : []),
  ];
}
