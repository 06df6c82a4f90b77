import { dayText, listOf, plural, words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import type { Question } from '../../ledger/requests/request.ts';
import type { Afterwards, QuestionWords } from '../../requests/define-request.ts';
import { declinedRepeat, sequencesOpen } from '../../requests/messages.ts';
import { isUnconfirmed } from '../../requests/result-views.ts';
import { cut } from '../../slack/views/blocks.ts';
import { type Companion, type HireRequest, hireName, unreachedCompanions } from './request.ts';

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const dayOf = (day: Day) => dayText(day, 'en-GB');

const on = (day: string | null) => (day === null ? '' : ` on ${dayOf(day)}`);

/** Texts of later corrections. `advice` is for services that Frontdesk can't change, `follows` for those it can. */
const afterwards = {
  moved: {
    button: 'Move start day',
    label: 'New start day',
    ask: (name, day) =>
      `When does ${cut(name, 140)} start?${day === null ? '' : ` Until now: ${dayOf(day)}.`}`,
    said: (name, { day, before }) =>
      day === null || before === null
        ? `${cut(name, 140)} starts${on(day)}.`
        : `${cut(name, 140)}’s start day moved from ${dayOf(before)} to ${dayOf(day)}.`,
    advice: 'Change it in the onboarding service, too.',
    follows: 'The onboarding service is updated too.',
  },
  calledOff: {
    button: 'Cancel start',
    ask: (name) => `${cut(name, 140)} won’t start?`,
    said: (name) => `${cut(name, 140)} won’t start.`,
    advice: 'Remove the person in the onboarding service, too.',
    follows: 'Open onboarding tasks are cancelled, and come back if you resume the start.',
  },
  resumed: {
    button: 'Resume start',
    label: 'Start day',
    ask: (name) => `When does ${cut(name, 140)} start?`,
    said: (name, { day }) => `${cut(name, 140)} starts after all${on(day)}.`,
    advice: 'Check the person, start day and tasks in the onboarding service.',
    follows: 'Cancelled tasks in the onboarding service open again.',
  },
} as const satisfies ReturnType<Afterwards['words']>;

function whenOf(last: Day, start: Day): string {
  if (last > start) return 'soon after';
  return last < start ? 'before' : 'on';
}

function companions({ context }: HireRequest): string {
  const { managerName, buddyName } = context;
  return `manager ${managerName ? cut(managerName, 80) : 'nobody'}, buddy ${buddyName ? cut(buddyName, 80) : 'nobody'}`;
}

const missingOpen = 'No longer in the onboarding service';

const en = {
  /** Hires who were added at once. */
  several: {
    withYou: (count: number, roles: readonly Companion[]) =>
      `${count} new hires, with you as ${listOf(roles)}`,
    /** Counts the people who still start on the announced day. */
    join(hires: readonly HireRequest[], today: Day): string {
      const day = hires[0]?.payload.start_day;
      const joining = hires.filter((one) => one.calledOffAt === null && (!day || one.day === day));
      if (joining.length === 0) return `${hires.length} new hires`;
      const joins = joining.length === 1 ? 'joins' : 'join';
      const verb = (day ?? today) < today ? 'joined' : joins;
      return `${plural(joining.length, 'person', 'people')} ${verb}${on(day ?? null)}`;
    },
    one: ({ context, payload }: HireRequest, own: string | undefined, stage: string | undefined) =>
      [own ?? context.personName, own === undefined && payload.position, stage].filter(Boolean).join(' · '),
    more: (count: number) => `and ${count} more`,
  },
  requestTitle: 'New hire',
  afterwards,
  upcoming: {
    state({ day: counted, calledOffAt, payload, state }: HireRequest, today: Day): string {
      if (calledOffAt !== null) return 'Won’t start';
      const day = counted ?? payload.start_day;
      if (day === undefined) return state === 'done' ? 'Added' : 'New hire';
      return `${state === 'done' && day <= today ? 'Started' : 'Starts'} ${formatDay(day, 'en-GB', today)}`;
    },
    line: ({ context }: HireRequest) => `${cut(context.personName, 150)} starts`,
    about: ({ payload, context }: HireRequest) => [
      ...(payload.position ? [cut(payload.position, 80)] : []),
      ...(context.managerName ? [`Manager: ${cut(context.managerName, 80)}`] : []),
    ],
    open: (request: HireRequest) => [
      ...(isUncertain(request) ? [missingOpen] : []),
      ...(request.calledOffAt === null ? unreachedCompanions(request) : []).map(
        ({ roles }) => `${sentenceCase(listOf(roles))} hasn’t been told`,
      ),
      ...(isUnconfirmed(request) ? [sequencesOpen] : []),
    ],
  },
  messageLabels: {
    outcome: 'Confirmation',
    headline: 'Announcement',
    role: 'Note about the role',
    companion: 'Message',
    unreached: 'Who wasn’t notified',
    lost: 'Who can’t be reached',
  },
  questionWords({ context }: HireRequest, question: Question): QuestionWords {
    const who = context.personName;
    const unsure = `${who} may have been added`;
    const look = `Is ${who} in the onboarding service?`;
    const yes = 'Yes, it’s done';
    switch (question.kind) {
      case 'isItThem':
        return {
          text: `${unsure}: the onboarding service has ${question.name} (id ${question.resultId}) with that address. Is that them?`,
          yes: 'Yes, that’s them',
          no: 'No, somebody else',
        };
      case 'isItThere':
        return { text: `${unsure}. ${look}`, yes, no: 'No, send it again' };
      case 'isItTooLate':
        return { text: `${unsure}, and somebody cancelled the request. ${look}`, yes, no: 'No, cancel it' };
      case 'didItWork':
        return { text: `${unsure}. ${declinedRepeat(question)} ${look}`, yes, no: 'No, it isn’t' };
    }
  },
  arrivals: {
    labels: { joined: 'In Slack', reached: 'Message' },
    joined: (request: HireRequest) => `${hireName(request)} is in Slack now.`,
    sayHello: (userId: string) => `Say hello to <@${userId}>.`,
    reached: (request: HireRequest, name: string) =>
      `${cut(name, 140)} is in Slack now and gets a message about ${hireName(request)}.`,
  },
  /** For HR only: departures are confidential. */
  leaving: {
    ended: (last: Day, start: Day) => `Last day: ${dayOf(last)}. They won’t start on ${dayOf(start)}.`,
    own: (last: Day) => `Last day: ${dayOf(last)}. They won’t start on or after it.`,
    awaited: 'No announcements or reminders until their offboarding is confirmed.',
    companion: (
      name: string,
      roles: readonly Companion[],
      { last, start, today }: { last: Day; start: Day | undefined; today: Day },
    ) => {
      const verb = last < today ? 'left' : 'leaves';
      const when = start === undefined ? '' : `, ${whenOf(last, start)} the start day`;
      return `${cut(name, 80)} (${listOf(roles)}) ${verb} on ${dayOf(last)}${when}.`;
    },
    somebody: { manager: 'The manager', buddy: 'The buddy' },
  },
  missing: {
    label: 'Missing in the onboarding service',
    title: 'Start',
    asks: (name: string) => `${cut(name, 140)} is no longer in the onboarding service. Cancel the start?`,
    untilThen: 'Announcements and reminders wait for your answer.',
    cancel: 'Cancel start',
    keep: 'Keep start',
    confirm: {
      title: 'Cancel this start?',
      text: 'Everyone who was told gets “won’t start”.',
      yes: 'Cancel start',
      no: 'Go back',
    },
    over: 'This is already answered, or the person is back.',
    back: 'The person is back in the onboarding service.',
    cancelled: (by: string) => `<@${by}> cancelled the start.`,
    kept: (by: string) => `<@${by}> kept the start.`,
    off: 'The start is cancelled.',
  },
  /** For the page that changes manager or buddy, and the messages about it. */
  companions: {
    title: 'Change manager or buddy',
    another: (as: Companion) => `Another ${as}`,
    iTold: (as: Companion) => `I told the ${as}`,
    save: 'Save and notify',
    intro: (request: HireRequest) => `${hireName(request)}’s new manager or buddy is notified.`,
    same: 'Choose somebody else.',
    saved: (request: HireRequest) => `Saved for ${hireName(request)}: ${companions(request)}.`,
    settledBefore: 'Already settled.',
    labels: { relieved: 'Change', followed: 'Change in the onboarding service' },
    relieved(request: HireRequest, as: Companion): string {
      const now = request.context[`${as}Name`];
      const next = now === undefined ? '' : ` ${cut(now, 140)} takes over.`;
      return `You’re no longer ${as} of ${hireName(request)}.${next}`;
    },
    notFollowed: (request: HireRequest) =>
      `The onboarding service didn’t take the new manager or buddy of ${hireName(request)}. Change them there.`,
  },
};

export const say = words({ en });
