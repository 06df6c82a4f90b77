import type { KnownBlock } from '@slack/types';
import type { Offboarding } from '../../../contract/employee.ts';
import { tryWithin } from '../../../time/clock.ts';
import { type Day, dayIn, isWeekend } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { Person } from '../../onboarding/directory/person.ts';
import { isOwnService } from '../../requests/follow.ts';
import type { By } from '../../slack/button.ts';
import { alert, mrkdwn, paragraph } from '../../slack/views/blocks.ts';
import { labelOf } from '../../slack/views/view.ts';
import { say as sayApproval } from './approval/messages.ts';
import { needsApproval } from './approval/rules.ts';
import { say } from './messages.ts';
import { type Audience, asEarlier, isChange, kind, othersTold } from './request.ts';
import { companionPoints } from './result.ts';
import { contextOf, type Entered } from './send.ts';

interface Point {
  code: string;
  text: string;
}

export type Check = Awaited<ReturnType<typeof secondLook>>;

/** Time limit for Slack, in milliseconds: its silence must not delay an offboarding. */
const patience = 500;

/**
 * Facts of the page that asks before an offboarding is sent.
 * @param entered `isSent`: the form was sent before, so its result is shown
 */
export async function secondLook(entered: Entered & { isSent?: boolean }, by: By<Bot>) {
  const { payload } = entered;
  const { viewer, settings } = by;
  const { userId } = viewer;
  const person = by.directory.current()?.people.get(payload.user);
  const today = dayIn(settings().timezone, by.clock.now());
  const [starts, { title, isInChannel }, reports, audience] = await Promise.all([
    startPoints(payload, { person, today }, by),
    inSlackOf(person, by),
    reportPoints(person, by),
    audienceOf(entered, by),
  ]);
  const isToldThere = isInChannel && audience.hr !== undefined && 'channel' in audience.hr;
  const points = [
    ...(isToldThere ? [{ code: 'in-channel', text: say().check.points.inChannel }] : []),
    ...starts,
    ...reports,
    ...dayPoints(payload, today),
  ];
  const isForApproval = needsApproval(viewer, settings());
  const context = contextOf(entered, '', by);
  const request = { kind, requester: userId, payload, context, day: payload.termination_date };
  const [preview, isOwn] = await Promise.all([
    by.previews.ofEntered(request, viewer, { isAwaited: isForApproval }),
    isOwnService(by),
  ]);
  return { ...entered, userId, person, title, points, audience, isForApproval, preview, isOwn };
}

async function startPoints(
  { user, termination_date: last }: Offboarding,
  { person, today }: { person: Person | undefined; today: Day },
  { ledger, directory }: Bot,
): Promise<Point[]> {
  const { points } = say().check;
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

/** Title in the Slack profile, and whether they're in HR's channel; neither if Slack doesn't answer in time. */
async function inSlackOf(person: Person | undefined, { people, isInPrivateChannel, clock }: Bot) {
  const ask = async () => {
    const found = person?.email ? await people.byEmail(person.email) : undefined;
    if (!found) return undefined;
    // A failed check of the channel must not lose the title.
    const isInChannel = await isInPrivateChannel(found.id).catch(() => false);
    return { title: found.title, isInChannel };
  };
  return (await tryWithin(clock, patience, ask())) ?? { title: '', isInChannel: false };
}

async function reportPoints(person: Person | undefined, by: By<Bot>): Promise<Point[]> {
  const { points } = say().check;
  const { viewer } = by;
  const snapshot = by.directory.current();
  const email = (await tryWithin(by.clock, patience, by.people.byId(viewer.userId)))?.email;
  const own = email ? snapshot?.peopleByEmail.get(email) : undefined;
  if (!person || !own) return [];
  if (own.id === person.id) return [{ code: 'self', text: points.self }];
  if (viewer.role === 'hr') return [];
  const manager = await by.findManager(person.email);
  if (manager === undefined || manager === own.id) return [];
  const name = snapshot?.people.get(manager)?.name;
  return [{ code: `manager-${manager}`, text: points.otherManager(name) }];
}

/** Finds the recipients of the messages, as far as known now. */
async function audienceOf({ payload, earlier }: Entered, by: By<Bot>): Promise<Audience> {
  const { settings, clock, viewer, privateChannelTrouble, peopleOfHr } = by;
  const others = othersTold(earlier && asEarlier(earlier), viewer.userId);
  const { privateChannel: channel } = settings();
  const exceptUsers = [viewer.userId, ...others];
  const ofHr = async () => {
    if (channel !== undefined && (await privateChannelTrouble()).length === 0) return { channel };
    return {
      people: await peopleOfHr({ hr: true, exceptUsers, exceptEmployee: payload.user }, clock.now()),
    };
  };
  return { others, hr: await tryWithin(clock, patience, ofHr()) };
}

function dayPoints({ termination_date: day, sequences }: Offboarding, today: Day): Point[] {
  const { points } = say().check;
  return [
    ...(day === today ? [{ code: `today-${day}`, text: points.today }] : []),
    ...(isWeekend(day) ? [{ code: `weekend-${day}`, text: points.weekend }] : []),
    ...(sequences.length === 0 ? [{ code: 'no-sequences', text: points.noSequences }] : []),
  ];
}

/** Codes of everything a person agrees to on the page. */
export function askedBy({ isSent, earlier, points, isForApproval }: Check): string[] {
  if (isSent) return [];
  return [
    ...points.map(({ code }) => code),
    ...(earlier ? [`change-${earlier.id}`] : []),
    isForApproval ? 'approval' : 'at-once',
  ];
}

export function checkBlocks(check: Check): KnownBlock[] {
  const { points, isForApproval, isOwn, audience, userId } = check;
  const sentences = say().check;
  const approval = sayApproval().check;
  const atOnce = isForApproval ? approval.atOnce : sentences.atOnce;
  return [
    ...(isForApproval ? [alert('info', approval.notice)] : []),
    paragraph(whoOf(check)),
    ...points.map(({ text }) => alert('warning', text)),
    ...changeBlocks(check),
    paragraph(atOnce(isOwn)),
    mrkdwn(sentences.notified(audience, userId)),
  ];
}

export function submitText(check: Check): string {
  if (check.isForApproval) return sayApproval().check.submit;
  return changesOne(check) ? say().changeDay : say().form.submit;
}

/** Whether the form changes an offboarding. */
export function changesOne({ earlier }: Pick<Check, 'earlier'>): boolean {
  return isChange(earlier && asEarlier(earlier));
}

/** Address and title tell people with the same name apart. */
export function whoOf({ values, payload, person, title }: Check): string {
  const { check } = say();
  const name = values.user ? labelOf(values.user) : '';
  return [
    check.who(person?.name ?? name, person?.email ?? ''),
    ...(title === '' ? [] : [check.slackTitle(title)]),
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
    paragraph([...(payload.sequences.length > 0 ? [change.again] : []), change.removed].join(' ')),
    ...(left.length > 0 ? [paragraph(change.leftOut(left))] : []),
  ];
}
