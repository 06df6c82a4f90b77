import type { Offboarding } from '../../../contract/employee.ts';
import type { Problem } from '../../../contract/problem.ts';
import { dayText, listOf, ordinal, words } from '../../../language.ts';
import { addDays, type Day, formatDay } from '../../../time/dates.ts';
import type { Question } from '../../ledger/requests/request.ts';
import { declinedElsewhere } from '../../onboarding/messages.ts';
import type { Afterwards, Gone, QuestionWords } from '../../requests/define-request.ts';
import { declinedRepeat, goneSequences, say as sayRequests, sequencesOpen } from '../../requests/messages.ts';
import { isUnconfirmed } from '../../requests/result-views.ts';
import { cut } from '../../slack/views/blocks.ts';
import { type Audience, type EarlierOffboarding, isChange, type OffboardingRequest } from './request.ts';

const dayOf = (day: Day) => dayText(day, 'en-GB');

const labels: Record<keyof Offboarding, string> = {
  user: 'Employee',
  termination_date: 'Last day',
  sequences: 'Offboarding sequences',
};

const furtherMistakes = {
  past: (today: Day) => `The last day can’t be before ${dayOf(today)}.`,
  notNow: 'Frontdesk can’t start this right now. Ask HR.',
  unavailable: 'This list isn’t available. Open it again.',
} as const;

const mistakes: Record<keyof Offboarding, string> = {
  user: 'Choose from the list.',
  termination_date: 'Choose a day.',
  sequences: furtherMistakes.unavailable,
};

const ownWords: Record<string, string> = {
  user: 'This person is an administrator in the onboarding service, or no longer in it.',
  termination_date: 'The onboarding service doesn’t accept this last day. Choose a later one.',
  sequences: 'A sequence is gone or isn’t for offboarding. Choose others.',
};

function asListed(name: string, gone: readonly string[]): string | undefined {
  const [first] = gone;
  if (name === 'sequences' && first !== undefined) return goneSequences(gone);
  if (name !== 'user') return undefined;
  return first === undefined
    ? 'The onboarding service doesn’t offboard administrators.'
    : `${cut(first, 80)} is no longer in the onboarding service. Choose somebody else.`;
}

function refusal(sentences: readonly string[], name: string, by: string | undefined, gone: Gone): string {
  if (by !== undefined) return sentences.join(' ');
  return (gone && asListed(name, gone[name] ?? [])) ?? ownWords[name] ?? declinedElsewhere;
}

const sentAlready = 'Sent emails and messages can’t be undone.';

export function setsLastDay(isOwn: boolean): string {
  const tasks = isOwn ? 'unfinished onboarding tasks' : 'onboarding tasks not handed out yet';
  return `the onboarding service sets the last day and removes ${tasks}.`;
}

const offboardingOf = ({ context }: OffboardingRequest) => `${cut(context.personName, 140)}’s offboarding`;
const verb = ({ context }: OffboardingRequest) => (isChange(context.earlier) ? 'changed' : 'started');

const everyoneTold = 'Everyone who was told gets a message.';

const en = {
  title: 'Start offboarding',
  form: {
    submit: 'Start offboarding',
    next: 'Continue',
    intro: 'Only you and HR are notified.',
  },
  labels,
  hints: {
    termination_date: 'The last working day.',
  },
  notices: {
    noMention: 'Mention a person, such as @jane.',
    unfit: (texts: readonly string[]) =>
      `No longer available: ${texts.map((text) => `“${cut(text, 60)}”`).join(', ')}.`,
    notFound: 'I couldn’t find that employee.',
  },
  furtherMistakes,
  mistakes,
  changedBy({ requester }: OffboardingRequest, earlier: EarlierOffboarding): string {
    return `Changed by <@${requester}> · Before: ${dayOf(earlier.day)}, planned by <@${earlier.requester}>`;
  },
  alreadyOpen(request: OffboardingRequest): string {
    return `There’s already a request for this person (${request.id}).`;
  },
  refusal,
  notThere:
    'Your onboarding service can’t start offboardings: ask your Frontdesk admin to update it to 2.4.1 or later.',
  titles: {
    notThere: 'No offboarding',
    done: (request: OffboardingRequest) => `Offboarding ${verb(request)}`,
    pending: 'Request saved',
    refused: (request: OffboardingRequest) => `Not ${verb(request)}`,
  },
  started({ context: { personName, earlier }, payload }: OffboardingRequest): string {
    const who = cut(personName, 140);
    if (!isChange(earlier)) return `${who}’s offboarding has started.`;
    if (payload.termination_date === earlier.day) return `${who}’s offboarding was changed.`;
    return `${who}’s last day was changed to ${dayOf(payload.termination_date)}.`;
  },
  progress: {
    untouched: (request: OffboardingRequest) => `${offboardingOf(request)} hasn’t ${verb(request)} yet.`,
    underWay: (request: OffboardingRequest) =>
      `Frontdesk is ${isChange(request.context.earlier) ? 'changing' : 'starting'} ${offboardingOf(request)}.`,
    inDoubt: (request: OffboardingRequest) =>
      `Frontdesk is checking whether ${offboardingOf(request)} has ${verb(request)}.`,
  },
  notStarted: (request: OffboardingRequest) => `${offboardingOf(request)} wasn’t ${verb(request)}.`,
  lastDayLine({ payload }: OffboardingRequest): string {
    return `${labels.termination_date}: ${dayOf(payload.termination_date)}`;
  },
  sequencesLine(request: OffboardingRequest): string {
    const { sequenceNames } = request.context;
    const heading = isUnconfirmed(request) ? 'Chosen offboarding sequences' : labels.sequences;
    return `${heading}: ${sequenceNames.length > 0 ? sequenceNames.join(', ') : 'none'}`;
  },
  aboutSequences(request: OffboardingRequest): string {
    return isUnconfirmed(request)
      ? sayRequests().sequencesUnconfirmed
      : 'The onboarding service may need a few minutes.';
  },
  everySentence(problem: Problem, by: string | undefined, gone: Gone): string {
    const sentences = new Set(Object.entries(problem).map(([name, said]) => refusal(said, name, by, gone)));
    return [...sentences].join('\n') || 'The onboarding service gave no reason.';
  },
  help(command: string): string {
    return [
      `*${command}* opens the offboarding form.`,
      `*${command} @person* fills in the person.`,
      'Nothing happens until you press “Start offboarding”.',
    ].join('\n');
  },
  change: {
    planned: (day: Day, by: string, calledOff = false) =>
      calledOff
        ? `Offboarding started by <@${by}>, then cancelled. The last day was ${dayOf(day)}.`
        : `Offboarding already started by <@${by}>. Last day until now: ${dayOf(day)}.`,
    again: 'The chosen sequences start again, emails and messages included.',
    removed: 'Unassigned tasks of the first offboarding may be removed.',
    leftOut: (names: readonly string[]) => cut(`Not chosen this time: ${names.join(', ')}.`, 2_900),
  },
  check: {
    title: 'Check and start',
    who: (name: string, email: string) => (email === '' ? cut(name, 400) : `${cut(name, 400)} · ${email}`),
    slackTitle: (title: string) => `Title in Slack: ${cut(title, 200)}`,
    lastDay: (day: Day) => `Last day: ${dayOf(day)}`,
    points: {
      self: 'This is your own offboarding.',
      inChannel: 'They’ll see this in the private HR channel.',
      otherManager: (name: string | undefined) =>
        name === undefined
          ? 'You weren’t entered as their manager.'
          : `${cut(name, 100)} was entered as their manager, not you.`,
      endsStart: (name: string, start: Day) =>
        `With this last day, ${cut(name, 140)} won’t start on ${dayOf(start)}. ${everyoneTold}`,
      startStands: (name: string, start: Day) =>
        `With this last day, ${cut(name, 140)} starts on ${dayOf(start)} after all. ${everyoneTold}`,
      companion: (name: string, start: Day) =>
        `They’re manager or buddy of ${cut(name, 140)}, who starts on ${dayOf(start)}. Choose who takes over.`,
      today: 'The last day is today.',
      weekend: 'The last day is on a weekend.',
      noSequences: 'No sequences: only the last day is set.',
    },
    atOnce: (isOwn: boolean) => `Right away: ${setsLastDay(isOwn)}`,
    notified: ({ others, hr }: Audience, you: string) => {
      const people = (ids: readonly string[]) => ids.map((id) => `<@${id}>`);
      const ofHr = hr && 'people' in hr ? people(hr.people) : [];
      const channel = hr === undefined ? ['HR'] : 'channel' in hr ? [`everyone in <#${hr.channel}>`] : [];
      const told = listOf([`<@${you}>`, ...people(others), ...ofHr, ...channel]);
      return `Notified: ${told}. Nobody else.`;
    },
  },
  confirm: {
    title: 'Another offboarding?',
    text: (number: number) => `This is your ${ordinal(number)} offboarding within an hour.`,
  },
  requestTitle: 'Offboarding',
  upcoming: {
    state({ day, calledOffAt, payload, state }: OffboardingRequest, today: Day): string {
      if (calledOffAt !== null) return 'Offboarding cancelled';
      const last = day ?? payload.termination_date;
      return `${state === 'done' && last < today ? 'Left' : 'Leaving'} ${formatDay(last, 'en-GB', today)}`;
    },
    line: ({ context }: OffboardingRequest) => `${cut(context.personName, 150)} leaves`,
    open: (request: OffboardingRequest) => (isUnconfirmed(request) ? [sequencesOpen] : []),
  },
  messageLabels: { outcome: 'Confirmation', started: 'Message' },
  questionWords(request: OffboardingRequest, question: Question): QuestionWords {
    const unsure = `${request.context.personName}’s offboarding may have ${verb(request)}`;
    const look = `Has it ${verb(request)} in the onboarding service?`;
    const yes = `Yes, it has ${verb(request)}`;
    switch (question.kind) {
      case 'isItThem':
      case 'isItThere':
        return {
          text: `${unsure}. Sending it again could send its emails and tasks twice. ${look}`,
          yes,
          no: 'No, send it again',
        };
      case 'isItTooLate':
        return { text: `${unsure}, and somebody asked to cancel it. ${look}`, yes, no: 'No, it hasn’t' };
      case 'didItWork':
        return { text: `${unsure}. ${declinedRepeat(question)} ${look}`, yes, no: 'No, it hasn’t' };
    }
  },
  /** `advice` is for services that Frontdesk can't change, `follows` for those it can. */
  afterwards: {
    calledOff: {
      button: 'Cancel offboarding',
      ask: (name) => `Is ${cut(name, 140)} staying?`,
      said: (name, { before }) =>
        `${cut(name, 140)}’s offboarding is cancelled.${before === null ? '' : ` The last day was ${dayOf(before)}.`}`,
      advice: `Remove the last day and its tasks in the onboarding service. ${sentAlready}`,
      follows: `The last day and its open tasks are removed, and onboarding tasks come back. ${sentAlready}`,
    },
  } as const satisfies ReturnType<Afterwards['words']>,
  changeDay: 'Change last day',
  calendar: {
    title: (name: string) => `Last day: ${name}`,
    added: (name: string, day: Day) => `Last day of ${name}: ${dayOf(day)}.`,
    calledOff: (name: string) => `${name}’s offboarding is cancelled.`,
  },
  reminderLabels: { before: 'Reminder', day: 'Reminder' },
  reminder({ context }: OffboardingRequest, { day, today }: { day: Day; today: Day }): string {
    const who = cut(context.personName, 140);
    const on = dayOf(day);
    if (day === today) return `Today is ${who}’s last day.`;
    if (day === addDays(today, 1)) return `${who}’s last day is tomorrow, ${on}.`;
    return day > today ? `${who}’s last day is ${on}.` : `${who}’s last day was ${on}.`;
  },
};

export const say = words({ en });
