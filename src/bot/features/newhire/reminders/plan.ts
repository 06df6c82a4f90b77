import { z } from 'zod';
import { type Day, dayIn, instantOf, isWeekend, isZone } from '../../../../time/dates.ts';
import type { NewMessage, PlannedMessage, ToldMessage } from '../../../ledger/outbox/message.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { defineReminder } from '../../../plan/define-reminder.ts';
import {
  canBePlanned,
  type Facts,
  filled,
  type Moment,
  momentsOfStart,
  morningOf,
  type PlanRules,
  soonFrom,
  zoneOf,
} from '../../../plan/plan.ts';
import { defineMessage, type MessageContext } from '../../../requests/define-message.ts';
import type { DayInCalendars } from '../../../requests/define-request.ts';
import { messageOf } from '../../../requests/result-views.ts';
import type { Moment as Shown } from '../../../slack/timeline.ts';
import { cut, escapeMrkdwn, header, listed } from '../../../slack/views/blocks.ts';
import type { TextName } from '../../../storage/settings.ts';
import { newHireForms } from '../form/fields.ts';
import { say as sayHire } from '../messages.ts';
import { Companion, companionsOf, type HireRequest, inImport, isHire, rolesOf } from '../request.ts';
import { headline, named, withOthers } from '../result/result.ts';
import { say } from './messages.ts';

/** Login email that the service itself sends to the new person, and sentences about what isn't known or sent. */
export function loginMails(
  { payload, context }: HireRequest,
  { now, timezone }: { now: Date; timezone: string },
): { moments: Shown[]; notes: string[] } {
  // The service sent it when the person was added.
  if (context.addedElsewhere) return { moments: [], notes: [] };
  const { noDay, loginMail } = say();
  const zone = payload.timezone ?? timezone;
  const mail = loginMailOf({ role: payload.role, day: payload.start_day, zone }, now);
  const text = loginMail.to(escapeMrkdwn(cut(context.personName, 80)));
  const isNow = mail.kind === 'now' || (mail.kind === 'at' && mail.again);
  const never = mail.kind === 'tooLate' || mail.kind === 'notForRole' ? [loginMail[mail.kind]] : [];
  return {
    moments: [
      ...(isNow ? [{ at: 'now' as const, zone, text }] : []),
      ...(mail.kind === 'at' ? [{ at: mail.due, zone, text }] : []),
    ],
    notes: [...(payload.start_day === undefined && payload.role === roles.newHire ? [noDay] : []), ...never],
  };
}

/** Time of the service's login email, unless the service has it switched off. */
type LoginMail =
  | { kind: 'now' | 'notForRole' | 'tooLate' }
  /** `again`: it also mails now. */
  | { kind: 'at'; due: Date; again: boolean };

const clockTimes = { firstMail: '07:00', startDay: '08:00' } as const;
/** Role ids: a new hire, and the role without a login. All others are mailed at once. */
const roles = { newHire: 0, none: 3 } as const;

/**
 * Follows released services (ChiefOnboarding's api/serializers.py and users/tasks.py): mail goes at 08:00 on
 * the start day in the person's zone; if the day has come, at once, but only from 07:00 on and on weekdays.
 * @param hire without a start day, that is today
 */
export function loginMailOf(
  hire: { role: number; day: Day | undefined; zone: string },
  now: Date,
): LoginMail {
  const { role, day, zone } = hire;
  if (role === roles.none) return { kind: 'notForRole' };
  if (role !== roles.newHire) return { kind: 'now' };
  const where = isZone(zone) ? zone : 'UTC';
  const today = dayIn(where, now);
  const start = day ?? today;
  const due = instantOf(start, clockTimes.startDay, where);
  const atOnce = start <= today && !isWeekend(today) && now >= instantOf(today, clockTimes.firstMail, where);
  if (start >= today && due > now) return { kind: 'at', due, again: atOnce };
  return { kind: atOnce ? 'now' : 'tooLate' };
}

const AboutHeadline = z.object({
  zone: z.string(),
  /** First day on which the headline says the start is near. */
  soonFrom: z.string(),
});
type AboutHeadline = z.infer<typeof AboutHeadline>;

export const headlineUpdate = defineMessage({
  name: 'newhire.headline-update',
  label: () => say().labels.headline,
  about: AboutHeadline,
  is: isHire,
  build(about, { request, now, settings, others }) {
    return headline(withOthers(request, others), {
      ownOf: ownTexts('headline', settings),
      stageOf: (hire) => stageOf(hire, about, { now }),
      today: dayIn(about.zone, now),
    });
  },
});

function stageOf(request: HireRequest, about: AboutHeadline, { now }: { now: Date }): string | undefined {
  const { stages } = say();
  const { day, calledOffAt, amendments, payload } = request;
  if (calledOffAt !== null) return stages.off;
  if (day === null) return undefined;
  const today = dayIn(about.zone, now);
  if (today >= day) return stages.started(day);
  if (today >= about.soonFrom) return stages.soon(day);
  // A start that was cancelled and resumed on the announced day isn't a move.
  return amendments > 0 && day !== payload.start_day ? stages.moved(day) : undefined;
}

function aboutOf(request: HireRequest, rules: PlanRules): AboutHeadline {
  const day = request.day ?? '9999-12-31';
  return {
    zone: zoneOf(request.payload.timezone, rules),
    soonFrom: soonFrom({ day, zone: undefined }, rules),
  };
}

function planHeadlines(request: HireRequest, rules: PlanRules): PlannedMessage[] {
  const { id: requestId, day } = request;
  if (!canBePlanned(day)) return [];
  const about = aboutOf(request, rules);
  const steps = { soon: about.soonFrom, started: day };
  return Object.entries(steps).flatMap(([step, on]) =>
    rules.channels.map((channel) => ({
      ...headlineUpdate.message(
        {
          requestId,
          purpose: `plan:headline-${step}:${channel}:${day}`,
          recipient: { inPlaceOf: headlinePurpose(channel) },
        },
        about,
      ),
      requestId,
      due: morningOf(on, about.zone, rules),
      planned: true as const,
      // Slack limits updates per workspace.
      lane: 'chat.update',
    })),
  );
}

export function headlinePurpose(channel: string): string {
  return `headline:${channel}`;
}

export function rewriteHeadlines(
  request: Request,
  told: readonly ToldMessage[],
  rules: PlanRules,
): NewMessage[] {
  if (!isHire(request)) return [];
  const about = aboutOf(request, rules);
  const headlines = told.filter(({ name, isSent }) => name === 'newhire.headline' && isSent);
  return headlines.map(({ purpose }) => {
    const recipient = { inPlaceOf: purpose };
    const count = `${purpose} after ${request.amendments}`;
    return headlineUpdate.message({ requestId: request.id, purpose: count, recipient }, about);
  });
}

const longest = 140;

/** Finds the organization's own text as plain text; undefined if there is none, or nothing is left of it for a hire. */
export function ownTexts(
  name: TextName,
  { texts }: Pick<MessageContext['settings'], 'texts'>,
): (hire: HireRequest) => string | undefined {
  const own = texts[name];
  return (hire) => (own === undefined ? undefined : filled(own, factsOf(hire)));
}

function factsOf({ payload, context, day, amendments }: HireRequest): Facts {
  // A person added without a start day has none to announce, unless it was set later.
  const start: Day | null = payload.start_day !== undefined || amendments > 0 ? day : null;
  const facts = {
    name: context.personName,
    'first name': payload.first_name,
    day: start === null ? undefined : say().dayOf(start),
    manager: context.managerName,
    buddy: context.buddyName,
    position: payload.position,
  };
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined && fact.trim() !== '');
  return Object.fromEntries(known.map(([name, fact = '']) => [name, cut(fact, longest)]));
}

/** Time for the other hires of an import to be planned, in milliseconds. */
const untilTheOthers = 5_000;

const AsCompanion = z.object({ as: Companion });
const Nothing = z.object({});

function when({ day, zone }: { day: Day; zone: string }, now: Date) {
  return { day, today: dayIn(zone, now) };
}

function withYou(name: string, step: 'before' | 'day') {
  return defineReminder({
    name,
    label: () => say().labels[step],
    extra: AsCompanion,
    is: isHire,
    build(about, { request, now, settings, others }) {
      const roles = rolesOf(request, about.as);
      if (!roles) return undefined;
      const ownOf = ownTexts(step === 'before' ? 'before' : 'dayWithYou', settings);
      const hires = withOthers(request, others);
      const text = say().withYou(hires, roles, when(about, now));
      if (hires.length > 1) return messageOf(text, ...named(hires, ownOf));
      return messageOf(ownOf(request) ?? text, ...listed(facts(request, roles)));
    },
  });
}

const before = withYou('newhire.before', 'before');
const dayWithYou = withYou('newhire.day-with-you', 'day');

const day = defineReminder({
  name: 'newhire.day',
  label: () => say().labels.day,
  extra: Nothing,
  is: isHire,
  build(about, { request, now, settings, others }) {
    const hires = withOthers(request, others);
    const ownOf = ownTexts('day', settings);
    const text = say().start(hires, when(about, now));
    if (hires.length > 1) return { text, blocks: [header(text), ...named(hires, ownOf)] };
    const own = ownOf(request);
    const facts = newHireForms().summary(request, 'everybody');
    return own === undefined
      ? { text, blocks: [header(text), ...listed(facts)] }
      : messageOf(own, ...listed(facts));
  },
});

const week = defineReminder({
  name: 'newhire.week',
  label: () => say().labels.week,
  extra: Nothing,
  is: isHire,
  build(about, { request, settings, others }) {
    const ownOf = ownTexts('week', settings);
    const hires = withOthers(request, others);
    const text = say().week(hires, about.day);
    return hires.length > 1 ? messageOf(text, ...named(hires, ownOf)) : messageOf(ownOf(request) ?? text);
  },
});

export const hireReminders = [before, day, dayWithYou, week, headlineUpdate];

export const firstDay: DayInCalendars<HireRequest> = { isPrivate: false, words: () => say().calendar };

function facts({ payload, context }: HireRequest, own: readonly Companion[]): string[] {
  const others = Companion.options.filter((as) => !own.includes(as));
  const lines = [
    payload.position && say().position(payload.position),
    ...others.map((as) => sayHire().personLine(as, context[`${as}Name`])),
  ];
  return lines.flatMap((line) => line || []);
}

export function planHire(request: HireRequest, rules: PlanRules): PlannedMessage[] {
  if (request.day === null) return [];
  const whose = { day: request.day, zone: request.payload.timezone };
  return [
    ...momentsOfStart(whose, rules).flatMap((moment) => messagesAt(moment, request, rules)),
    ...planHeadlines(request, rules),
  ];
}

function messagesAt(moment: Moment, request: HireRequest, rules: PlanRules): PlannedMessage[] {
  const together = (reader: string) =>
    inImport(request, `${moment.step} ${moment.about.day} ${moment.about.due} ${reader}`, untilTheOthers);
  const companions = companionsOf(request.payload).map(({ as, employee, roles }) => ({
    ...{ key: as, recipient: { employee } },
    ...together(`${roles.join('+')} ${employee}`),
  }));
  if (moment.reminder === 'before')
    return companions.map((reader) => before.at(request, moment, reader, { as: reader.key }));
  if (moment.reminder === 'firstWeek')
    return companions
      .filter(({ key }) => key === 'manager')
      .map((reader) => week.at(request, moment, reader, {}));
  return [
    ...rules.channels.map((channel) =>
      day.at(request, moment, { key: channel, recipient: { channel }, ...together(channel) }, {}),
    ),
    ...companions.map((reader) => dayWithYou.at(request, moment, reader, { as: reader.key })),
  ];
}
