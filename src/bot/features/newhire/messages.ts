import type { Role } from '../../../contract/employee.ts';
import { maxLength, type NewHire } from '../../../contract/new-hire.ts';
import type { Problem } from '../../../contract/problem.ts';
import { dayText, listOf, words } from '../../../language.ts';
import type { Day } from '../../../time/dates.ts';
import type { Unreached } from '../../ledger/outbox/message.ts';
import { declinedElsewhere } from '../../onboarding/messages.ts';
import type { Gone } from '../../requests/define-request.ts';
import { goneSequences, say as sayRequests } from '../../requests/messages.ts';
import { isUnconfirmed } from '../../requests/result-views.ts';
import { cut, escapeMrkdwn } from '../../slack/views/blocks.ts';
import {
  Companion,
  companionsOf,
  type HireRequest,
  hireName,
  knownStartDay,
  rolesOf,
  unreachedCompanions,
} from './request.ts';
import type { LeftOut } from './typed/vocabulary.ts';

const labels: Record<keyof NewHire, string> = {
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

const fromList = 'Choose from the list.';

const mistakes: Record<keyof NewHire, string> = {
  first_name: `Enter 1 to ${maxLength.first_name} characters.`,
  last_name: `Enter 1 to ${maxLength.last_name} characters.`,
  email: 'Enter an address such as jane@acme.com.',
  role: 'Choose a role.',
  position: `Use at most ${maxLength.position} characters.`,
  phone: `Use at most ${maxLength.phone} characters.`,
  start_day: 'Choose a day.',
  manager: fromList,
  buddy: fromList,
  sequences: fromList,
  timezone: fromList,
  language: fromList,
  message: 'Use at most 3000 characters.',
};

const grants = {
  1: 'Sees and changes everything in the onboarding service.',
  2: 'Can sign in and follow people assigned to them.',
  3: 'Gets no notifications or tasks.',
} satisfies Record<Exclude<Role, 0>, string>;

const inPast = 'The start day is in the past.';
const emailsNow = 'Emails may go out right away.';

const without = (roles: string) => `No ${roles}: their tasks won’t reach anyone.`;

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
  if (name === 'email') return 'This address is taken or not valid.';
  const label = new Map<string, string>(Object.entries(labels)).get(name);
  if (label === undefined) return declinedElsewhere;
  return `The onboarding service doesn’t accept this ${label.toLowerCase()}.`;
}

function sequencesRefused(names: readonly string[]): string {
  const quoted = names.slice(0, 10).map((name) => `“${cut(name, 80)}”`);
  // Within Slack's limit of a message.
  const all = listOf(names.length > 10 ? [...quoted, '…'] : quoted);
  const what = names.length > 1 ? `all of these: ${all}` : all || 'the sequences';
  return `The onboarding service doesn’t accept ${what}. Choose again.`;
}

/** The sentence after the field's label; alone if the form lacks the field. */
function atField(name: string, sentence: string): string {
  const label = new Map<string, string>(Object.entries(labels)).get(name);
  return label === undefined ? sentence : `${label}: ${sentence}`;
}

const startDay = (day: Day) => `${labels.start_day}: ${dayText(day, 'en-GB')}`;

function joinsOn(request: HireRequest, today: Day): string {
  const day = knownStartDay(request);
  const joins = (day ?? today) < today ? 'joined' : 'joins';
  return `${request.context.personName} ${joins}${day ? ` on ${dayText(day, 'en-GB')}` : ''}`;
}

const help = (command: string) =>
  [
    `*${command}* opens the new-hire form.`,
    `*${command} Jane Doe jane@acme.com 2026-12-01* fills it in.`,
    `*${command} import* adds many from a spreadsheet.`,
    `*${command} drafts* lists your drafts.`,
    'Nothing is sent until you press “Add new hire”.',
  ].join('\n');

/** Most characters of a notice in one piece. */
const room = 200;

function leftSentences(left: readonly LeftOut[]): string[] {
  const sayNotice = (why: LeftOut['why'], sentence: (what: string) => string) => {
    const quoted = left.filter((one) => one.why === why).map(({ text }) => `“${text}”`);
    return quoted.length > 0 ? [sentence(quoted.join(', '))] : [];
  };
  return [
    ...sayNotice('unknown', (what) => `I couldn’t use ${what}.`),
    ...sayNotice('noEmail', (what) => `I couldn’t use ${what} as an email address.`),
    ...sayNotice('noDay', (what) => `I couldn’t use ${what} as a date.`),
    ...sayNotice('another', (what) => `I couldn’t use ${what}: there’s room for only one.`),
    ...sayNotice('tooLong', () => 'Only the first 4,000 characters were read.'),
  ];
}

function notifying(chosen: readonly string[]): string[] {
  if (chosen.length === 0) return [];
  const who = listOf(chosen.map((one) => `the ${one}`));
  return [`Frontdesk is notifying ${who}.`];
}

function aboutSequences(request: HireRequest): string[] {
  // Frontdesk doesn't know the sequences of people added elsewhere.
  if (request.context.addedElsewhere) return [];
  if (isUnconfirmed(request)) return [sayRequests().sequencesUnconfirmed];
  return request.context.sequenceNames.length > 0 ? ['Sequences assigned.'] : [];
}

function whoIs(request: HireRequest, as: Companion): string {
  const name = request.context[`${as}Name`];
  const roles = listOf(rolesOf(request, as) ?? [as]);
  return name === undefined ? `The ${roles}` : `${cut(name, 100)} (${roles})`;
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
    start_day: 'Empty means today.',
    timezone: 'Default: your organization’s.',
    proposedZone: 'From the manager’s Slack profile.',
    language: 'Default: your organization’s.',
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
    localPart: 'Before the @, use a–z, digits and signs such as . _ - +, without a dot at either end.',
    template: 'Remove {{ … }} and {% … %}: the onboarding service reads them as code.',
    /** Released deployments ignore sequences for any other role. */
    sequencesForRole: 'Only the role “New hire” gets sequences.',
    unavailable: 'This list isn’t available now. You can leave it empty.',
  },
  warnings: {
    taken: (name: string) => `${cut(name, 80)} already has this address.`,
    /** Shown when the remembered list can't be confirmed. */
    takenBefore: (name: string) => `${cut(name, 80)} had this address when last checked.`,
    /** @param meant the domain that several employees have */
    domain: (typed: string, meant: string) =>
      `Nobody here uses ${cut(typed, 60)}. Did you mean ${cut(meant, 60)}?`,
    same: (name: string) => `${cut(name, 80)} is both manager and buddy.`,
    past: `${inPast} ${emailsNow}`,
    pastThere: inPast,
    today: `The start day is today. ${emailsNow}`,
    noDay: `No start day means today. ${emailsNow}`,
    noDayForRole: 'No start day will be announced.',
    weekend: 'The start day is on a weekend.',
    alone: { both: without('manager or buddy'), manager: without('manager'), buddy: without('buddy') },
  },
  /** Warning about a role other than a new hire's. */
  givenRole({ value, label }: { value: number; label: string }): string {
    const known = new Map(Object.entries(grants)).get(String(value));
    return `Role: ${cut(label, 40)}. ${known ?? 'Check in the onboarding service what it allows.'}`;
  },
  check: {
    title: 'Check and add',
    add: 'Add',
    who: (name: string, email: string) => `${cut(name, 140)} · ${email}`,
    starts: startDay,
    mistake: atField,
    gone: 'This page has expired. Go back and try again.',
  },
  alreadyOpen: ({ id }: HireRequest) => `There’s already a request for this address (${id}).`,
  progress: {
    untouched: (request: HireRequest) => `${hireName(request)} hasn’t been added yet.`,
    /** The service was asked and hasn't answered, so the person may exist already. */
    underWay: (request: HireRequest) => `Frontdesk is adding ${hireName(request)}.`,
    /** An answer was lost, so the person may exist already. */
    inDoubt: (request: HireRequest) => `Frontdesk is checking whether ${hireName(request)} has been added.`,
  },
  added: (request: HireRequest) =>
    request.context.addedElsewhere
      ? `You announced ${hireName(request)}.`
      : `${hireName(request)} has been added.`,
  notAdded: (request: HireRequest) => `${hireName(request)} wasn’t added.`,
  somebodyElse: (by: string) => `<@${by}> said it’s somebody else.`,
  /** @param today in the new hire's or the organization's zone */
  joins: joinsOn,
  joinsWithYou(request: HireRequest, roles: readonly Companion[], today: Day): string {
    return `${joinsOn(request, today)}, with you as ${listOf(roles)}.`;
  },
  starts(request: HireRequest): string | undefined {
    const day = request.calledOffAt === null ? knownStartDay(request) : undefined;
    return day && startDay(day);
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
    return id === null ? undefined : `Onboarding id: ${id}`;
  },
  /** The next steps after a person was added. */
  whatNext(request: HireRequest): string {
    const leftOut = unreachedCompanions(request).map(({ as }) => as);
    const told = companionsOf(request.payload).filter(({ as }) => !leftOut.includes(as));
    return [...notifying(told.map(({ roles }) => listOf(roles))), ...aboutSequences(request)].join(' ');
  },
  addedWithRole(request: HireRequest): string {
    const { context, outcome } = request;
    const name = hireName(request);
    const role = cut(context.role?.label ?? '', 100);
    const isConfirmed = outcome?.kind === 'done' && outcome.confirmed;
    return isConfirmed
      ? `${name} has been added with the role ${role}.`
      : `${name} has been added. Requested role: ${role}.`;
  },
  /** @param roles the reader's own, which aren't repeated */
  addedBy({ requester, context }: HireRequest, roles: readonly Companion[]): string {
    const verb = context.addedElsewhere ? 'Announced' : 'Added';
    const others = Companion.options.flatMap((as) => {
      const name = context[`${as}Name`];
      return name === undefined || roles.includes(as)
        ? []
        : [`${labels[as]}: ${escapeMrkdwn(cut(name, 100))}.`];
    });
    return [`${verb} by <@${requester}>.`, ...others].join(' ');
  },
  whyYou: 'Frontdesk lets managers and buddies know about new hires.',
  requestedBy: ({ requester }: HireRequest) => `Requested by <@${requester}>`,
  /** Shown before sending: this person won't get the message when it's due. */
  wontBeNotified(name: string, roles: readonly Companion[], why: Unreached): string {
    return `${cut(name, 80)} (${listOf(roles)}) won’t be notified: ${sayRequests().unreached[why]}.`;
  },
  /** Companions who couldn't be notified and why, one line each; empty if there are none. */
  notNotified(request: HireRequest): string {
    const lines = unreachedCompanions(request).map(
      ({ as, why }) => `${whoIs(request, as)} wasn’t notified: ${sayRequests().unreached[why]}.`,
    );
    return lines.join('\n');
  },
  lostCompanion(request: HireRequest, as: Companion, why: Unreached): string {
    return `${whoIs(request, as)} won’t get messages about ${hireName(request)} any more: ${sayRequests().unreached[why]}.`;
  },
  takeOver: 'Choose who takes over.',
  notNotifiedOf: (request: HireRequest) => `About ${hireName(request)}:`,
  refusal,
  everySentence(problem: Problem, declined: Declined): string {
    const sentences = Object.entries(problem).map(([name, said]) =>
      atField(name, refusal(name, said, declined)),
    );
    const first = declined.by === undefined ? ['The onboarding service declined this:'] : [];
    return [...first, ...new Set(sentences)].join('\n');
  },
  /**
   * Notice about input that couldn't be filled in, so nothing typed is lost: one sentence, or lines if it's
   * too long; empty if all fit.
   */
  noticeOf(
    left: readonly LeftOut[],
    unfit: readonly { field: keyof NewHire; texts: readonly string[] }[],
    more: string | undefined,
  ): readonly string[] {
    const unfitSentences = unfit.map(
      ({ field, texts }) => `${labels[field]} couldn’t be filled in: “${texts.join(', ')}”.`,
    );
    const sentences = [more ?? [], leftSentences(left), unfitSentences].flat();
    const all = sentences.join(' ');
    if (all.length <= room) return all === '' ? [] : [all];
    return ['You can copy what’s missing from here.', ...sentences];
  },
  help,
  unknownWords: (text: string, command: string) =>
    `I couldn’t use “${escapeMrkdwn(cut(text, 200))}”.\n${help(command)}`,
  nothingLike: 'That request can’t be read.',
  nothingFound: 'I found no name, email address or date.',
};

export const say = words({ en });
