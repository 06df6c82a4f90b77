import type { Role } from '../../../contract/employee.ts';
import { maxLength, type NewHire } from '../../../contract/new-hire.ts';
import type { Problem } from '../../../contract/problem.ts';
import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import { declinedElsewhere } from '../../onboarding/messages.ts';
import type { Gone } from '../../requests/define-request.ts';
import { goneSequences } from '../../requests/messages.ts';
import { cut, escapeMrkdwn } from '../../slack/views/blocks.ts';
import { type Companion, type HireRequest, isUnconfirmed } from './request.ts';

export const labels: Record<keyof NewHire, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Work email',
  start_day: 'Start day',
  role: 'Role',
  position: 'Position',
  manager: 'Manager',
  buddy: 'Buddy',
  sequences: 'Sequences',
  timezone: 'Time zone',
  language: 'Language',
  phone: 'Phone',
  message: 'Message',
};

const mistakes: Record<keyof NewHire, string> = {
  first_name: `Enter a first name of at most ${maxLength.first_name} characters.`,
  last_name: `Enter a last name of at most ${maxLength.last_name} characters.`,
  email: 'Enter only an email address, such as jane@acme.com.',
  role: 'Choose one of the roles.',
  position: `Use at most ${maxLength.position} characters.`,
  phone: `Use at most ${maxLength.phone} characters.`,
  start_day: 'Choose a day from the calendar.',
  manager: 'Choose somebody from the list, or leave it empty.',
  buddy: 'Choose somebody from the list, or leave it empty.',
  sequences: 'Choose sequences from the list, or leave it empty.',
  timezone: 'Choose a time zone from the list, or leave it empty.',
  language: 'Choose a language from the list, or leave it empty.',
  message: 'Use at most 3000 characters.',
};

const grants = {
  1: 'An administrator can see and change everything in the onboarding service, including everybody’s personal details.',
  2: 'A manager can sign in to the onboarding service and follow the people assigned to them.',
  3: 'This person gets no notifications, no tasks and no connection to the chat tool.',
} satisfies Record<Exclude<Role, 0>, string>;

export function listOf(roles: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(roles);
}

interface Declined {
  called: Pick<HireRequest['context'], 'managerName' | 'buddyName' | 'sequenceNames'>;
  by: string | undefined;
  gone: Gone;
}

/** Answers in our own words: the service's texts hold ids and vary in language. */
function refusal(name: string, said: readonly string[], { called, by, gone }: Declined): string {
  if (by !== undefined) return said.join(' ');
  const left = gone?.[name] ?? [];
  if (name === 'manager' || name === 'buddy') {
    const who = cut(left[0] ?? called[`${name}Name`] ?? '', 80);
    const why =
      left.length > 0
        ? `${who} is no longer in the onboarding service.`
        : `The onboarding service doesn’t accept ${who || 'this person'} as ${name}.`;
    return `${why} Choose another ${name}.`;
  }
  if (name === 'sequences')
    return left.length > 0 ? goneSequences(left) : sequencesRefused(called.sequenceNames);
  if (name === 'email') return 'Somebody with this address already exists there, or it isn’t valid there.';
  const label = new Map<string, string>(Object.entries(labels)).get(name);
  if (label === undefined) return declinedElsewhere;
  return `The onboarding service doesn’t accept this ${label.toLowerCase()}. Change it.`;
}

function sequencesRefused(names: readonly string[]): string {
  const all = new Intl.ListFormat('en-GB').format(cutList(names.map((name) => `“${cut(name, 80)}”`)));
  if (names.length <= 1)
    return `The onboarding service doesn’t accept ${all || 'the sequences'}. Choose again.`;
  return `The onboarding service doesn’t accept at least one of these: ${all}. Choose again.`;
}

/** Keeps a message within Slack's length limit. */
function cutList(names: readonly string[]): readonly string[] {
  return names.length > 10 ? [...names.slice(0, 10), '…'] : names;
}

/** Without a chosen day, the day the service adds them. It's named because a message may arrive later. */
function startsOn({ payload, day }: HireRequest): string {
  const on = day ?? payload.start_day ?? null;
  return on === null ? '' : ` on ${formatDay(on, 'en-GB')}`;
}

function help(command: string): string {
  return [
    `*${command}* opens the form for a new hire.`,
    `*${command} Jane Doe jane@acme.com 2026-12-01* opens it filled in. Type the name, email address and start day in any order.`,
    `*${command} drafts* lists your saved drafts.`,
    'Nothing is sent until you press “Add new hire”.',
  ].join('\n');
}

function unknownWords(text: string, command: string): string {
  return `Frontdesk doesn’t understand “${escapeMrkdwn(cut(text, 200))}”, so the form wasn’t opened.\n${help(command)}`;
}

const en = {
  titles: {
    form: 'New hire',
    done: 'New hire added',
    pending: 'Request saved',
    refused: 'New hire not added',
  },
  labels,
  hints: {
    email: 'It doesn’t have to exist yet.',
    start_day: 'If you leave this empty, the start day is today and welcome emails may go out right away.',
    sequences: 'Tasks, emails and messages the new hire will get.',
    timezone: 'Default: your organization’s time zone.',
    proposedZone: 'Suggested: the manager’s time zone in Slack. Change it if that’s wrong.',
    language: 'Default: your organization’s language.',
    message: 'A short intro. Colleagues may see it.',
    phone: 'Visible to onboarding admins.',
  },
  findZone: 'Type a city',
  buttons: {
    submit: 'Add new hire',
    saveDraft: 'Save draft',
    more: 'More fields',
    addAnother: 'Add another',
    addLike: 'Add another like this',
    openProfile: 'Open profile',
  },
  mistakes,
  furtherMistakes: {
    localPart:
      'Before the @, use only letters a to z, digits and signs such as . _ - and +, with no dot at the start or end.',
    template: '{{ … }} and {% … %} are template code in the onboarding service. Remove the brackets.',
    /** Released deployments ignore sequences for any other role. */
    sequencesForRole: 'Only people with the role “New hire” get sequences. Remove them, or choose that role.',
    unavailable: 'This list isn’t available right now. Leave it empty, or close the list and open it again.',
  },
  warnings: {
    taken: (name: string) => `${cut(name, 80)} already has this address in the onboarding service.`,
    /** Shown when the remembered list can't be confirmed. */
    takenBefore: (name: string) =>
      `${cut(name, 80)} had this address when Frontdesk last read the list of employees, and the list can’t be checked right now. If the address is still taken, the onboarding service will decline this.`,
    /** @param meant the domain that several employees have */
    domain: (typed: string, meant: string) =>
      `Nobody here has an address at ${cut(typed, 60)} yet. Did you mean ${cut(meant, 60)}?`,
    same: (name: string) => `${cut(name, 80)} is both manager and buddy.`,
    past: (day: Day) =>
      `The start day, ${formatDay(day, 'en-GB')}, is in the past. Emails may go out right away, or never.`,
    pastThere: (day: Day) => `The start day, ${formatDay(day, 'en-GB')}, is in the past.`,
    today: 'The start day is today, so emails may go out right away.',
    noDay: 'You didn’t choose a start day, so it’s today, and emails may go out right away.',
    noDayForRole: 'You didn’t choose a start day, so Frontdesk won’t announce one.',
    weekend: (day: Day) => `The start day, ${formatDay(day, 'en-GB')}, is on a weekend.`,
    alone: {
      both: 'You chose sequences but no manager or buddy. Tasks meant for them won’t reach anyone.',
      manager: 'You chose sequences but no manager. Tasks meant for the manager won’t reach anyone.',
      buddy: 'You chose sequences but no buddy. Tasks meant for the buddy won’t reach anyone.',
    },
  },
  /** Warning about a role other than a new hire's. */
  givenRole({ value, label }: { value: number; label: string }): string {
    const known = new Map(Object.entries(grants)).get(String(value));
    return `Role: ${cut(label, 40)}. ${known ?? 'Frontdesk doesn’t know what this role allows. Check in the onboarding service first.'}`;
  },
  check: {
    title: 'Check and add',
    add: 'Add',
    who: (name: string, email: string) => `${cut(name, 140)} · ${email}`,
    starts: (day: Day) => `Start day: ${formatDay(day, 'en-GB')}`,
    mistakes: 'This can’t be sent as it is. Go back to change it.',
    mistake: (field: string, sentence: string) => `${field}: ${sentence}`,
    changed: 'There’s something new on this page. Check again.',
    gone: 'What you entered is no longer saved. Go back and press “Add new hire” again.',
  },
  onlyOldEndpoint:
    'This version of the onboarding service makes every new hire an administrator, so Frontdesk sends ' +
    'nothing to it. Your Frontdesk admin needs to update it to 2.0.32 or later.',
  alreadyOpen({ id }: HireRequest): string {
    return `There’s already a request for this address (${id}). Wait until it’s done, or use another address.`;
  },
  progress: {
    untouched: ({ context }: HireRequest) => `${cut(context.personName, 140)} hasn’t been added yet.`,
    /** The service was asked and hasn't answered, so the person may exist already. */
    underWay: ({ context }: HireRequest) => `Frontdesk is adding ${cut(context.personName, 140)}.`,
    /** An answer was lost, so the person may exist already. */
    inDoubt: ({ context }: HireRequest) =>
      `Frontdesk is checking whether ${cut(context.personName, 140)} has been added.`,
  },
  added({ context }: HireRequest): string {
    const name = cut(context.personName, 140);
    return context.addedElsewhere ? `You announced ${name}.` : `${name} has been added.`;
  },
  notAdded({ context }: HireRequest): string {
    return `${cut(context.personName, 140)} wasn’t added.`;
  },
  somebodyElse(by: string): string {
    return `<@${by}> answered that it’s somebody else.`;
  },
  joins(request: HireRequest): string {
    return `${request.context.personName} joins${startsOn(request)}`;
  },
  joinsWithYou(request: HireRequest, roles: readonly Companion[]): string {
    return `${request.context.personName} joins${startsOn(request)}, with you as ${listOf(roles)}.`;
  },
  listOf,
  starts(request: HireRequest): string | undefined {
    const on = startsOn(request);
    return on === '' ? undefined : `Starts${on}`;
  },
  roleLine({ context, outcome }: HireRequest): string | undefined {
    if (!context.role) return undefined;
    const isConfirmed = outcome?.kind === 'done' && outcome.confirmed;
    const heading = isConfirmed ? labels.role : `Requested ${labels.role.toLowerCase()}`;
    return `${heading}: ${context.role.label}`;
  },
  personLine(as: Companion, name: string | undefined): string | undefined {
    return name ? `${labels[as]}: ${name}` : undefined;
  },
  sequencesLine(request: HireRequest): string | undefined {
    const { sequenceNames } = request.context;
    const heading = isUnconfirmed(request) ? 'Chosen sequences' : labels.sequences;
    return sequenceNames.length > 0 ? `${heading}: ${sequenceNames.join(', ')}` : undefined;
  },
  idLine({ outcome }: HireRequest): string | undefined {
    const id = outcome?.kind === 'done' ? outcome.resultId : null;
    return id === null ? undefined : `Id in the onboarding service: ${id}`;
  },
  refusal,
  everySentence(problem: Problem, declined: Declined): string {
    const known = new Map<string, string>(Object.entries(labels));
    const sentences = Object.entries(problem).map(([name, said]) => {
      const label = known.get(name);
      return label ? `${label}: ${refusal(name, said, declined)}` : refusal(name, said, declined);
    });
    const first = declined.by === undefined ? ['The onboarding service declined this:'] : [];
    return [...first, ...new Set(sentences)].join('\n');
  },
  help,
  unknownWords,
  nothingLike: 'Frontdesk can’t read that request, so the form is empty.',
  nothingFound: 'Frontdesk found no name, email address or date in this message.',
};

export const say = words({ en });
