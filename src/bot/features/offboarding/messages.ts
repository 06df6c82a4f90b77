import type { Problem } from '../../../contract/problem.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import { cut } from '../../slack/views/blocks.ts';
import { fieldOfApi } from './fields.ts';
import type { OffboardingRequest } from './request.ts';

/** Every sentence of the feature that people read. Nothing here knows of blocks. */

/** The form's title, and what leads to it. */
export const title = 'Start offboarding';

export const form = {
  submit: title,
  cancel: 'Cancel',
  intro:
    'This sets the last day in the onboarding service, removes the person’s unfinished onboarding tasks and schedules ' +
    'the chosen sequences. Only you, HR and the private HR channel are notified.',
  employee: 'Employee',
  lastDay: 'Last day',
  lastDayHint: 'The person’s last working day.',
  sequences: 'Offboarding sequences',
  findPerson: 'Type a name or email address',
  chooseSequences: 'Choose sequences',
} as const;

/** Stands in the form when the words behind the command could not be used. */
export const notices = {
  noMention: 'After the command, Frontdesk understands only a mention, such as @jane.',
  /** @param texts what was in the fields */
  unfit: (texts: readonly string[]) =>
    `These couldn’t be filled in, because they aren’t offered anymore: ${texts.map((text) => `“${cut(text, 60)}”`).join(', ')}.`,
  noAddress: 'Frontdesk couldn’t get that person’s email address from Slack. Choose the employee below.',
  notLoaded: 'The employees haven’t loaded yet. Choose the employee below in a moment.',
  unknownPerson: 'Frontdesk found nobody with that person’s email address. Choose the employee below.',
} as const;

/** What is wrong with a field, in words that say what is right. */
export const mistakes = {
  employee: 'Choose somebody from the list.',
  last_day: 'Choose a day from the calendar.',
  past: (today: Day) => `The last day can’t be in the past. Choose ${formatDay(today)} or later.`,
  notNow: 'Frontdesk can’t start this right now. Ask HR.',
  unavailable: 'This list isn’t available right now. Close it and open it again.',
} as const;

/** Before somebody changes an offboarding that has been started. */
export const change = {
  label: 'Change this offboarding?',
  option: 'Yes, set the new last day and start the chosen sequences again',
  /** In mrkdwn. @param by a Slack user id */
  planned: (day: Day, by: string) =>
    `This person’s offboarding has already been started by <@${by}>. Last day: ${formatDay(day)}.`,
  again:
    'If you send this, the onboarding service sets the new last day and starts the chosen sequences again: their emails, ' +
    'messages and webhooks go out again. Tasks of the first offboarding that nobody has been given yet can be dropped. ' +
    'Choose every sequence that is still needed.',
  missing: 'Tick this to change the offboarding, or choose somebody else.',
} as const;

/** To those who knew of the earlier offboarding, in the place of “has started”. */
export function changed({ context, payload }: OffboardingRequest, before: Day): string {
  const who = cut(context.personName, 140);
  if (payload.termination_date === before)
    return `The offboarding of ${who} was changed. The last day stays the same.`;
  return `The last day of ${who} was changed to ${formatDay(payload.termination_date)}.`;
}

/** In mrkdwn. */
export function changedBy(
  { requester }: OffboardingRequest,
  earlier: { requester: string; day: Day },
): string {
  return `Changed by <@${requester}> · Before: ${formatDay(earlier.day)}, planned by <@${earlier.requester}>`;
}

/** A chosen sequence whose name is not known any more. */
export function unnamedSequence(id: number): string {
  return `Sequence ${id}`;
}

/** Another open request is about the same person. */
export function alreadyOpen(request: OffboardingRequest): Record<string, string> {
  return {
    employee: `There’s already a request for this person’s offboarding (${request.id}). Wait until it’s done.`,
  };
}

const ownWords: Record<string, string> = {
  user: 'The onboarding service doesn’t allow an offboarding for this person: they’re an administrator there, or no longer in it.',
};

/** Each refusal at its field. */
export function refusedFields(problem: Problem): Record<string, string> {
  const known = Object.entries(problem).flatMap(([name, sentences]) => {
    const field = fieldOfApi[name];
    return field ? [[field, ownWords[name] ?? serviceSays(sentences)]] : [];
  });
  return Object.fromEntries(known);
}

/** The sentences that belong to no field of the form; undefined when each found its field. */
export function refusedElsewhere(problem: Problem): string | undefined {
  const rest = Object.entries(problem).filter(([name]) => !fieldOfApi[name]);
  if (rest.length > 0) return serviceSays(rest.flatMap(([, sentences]) => sentences));
  return Object.keys(problem).length > 0
    ? undefined
    : 'The onboarding service declined this without saying why.';
}

function serviceSays(sentences: readonly string[]): string {
  return `The onboarding service says: ${sentences.join(' ')}`;
}

/** The service has no offboarding, which is said before anybody fills in a form. */
export const notThere =
  'Your onboarding service can’t start offboardings yet: ask your Frontdesk admin to update it (ChiefOnboarding needs 2.4.1 or newer).';

export const titles = {
  notThere: 'No offboarding',
  done: 'Offboarding started',
  pending: 'Request saved',
  refused: 'Not started',
} as const;

export function started(request: OffboardingRequest): string {
  const { context } = request;
  if (context.earlier) return changed(request, context.earlier.day);
  return `The offboarding of ${cut(context.personName, 140)} has started.`;
}

export function notStartedYet({ context }: OffboardingRequest): string {
  return `The offboarding of ${cut(context.personName, 140)} hasn’t started yet.`;
}

/** The service has been asked and has not answered: it may have happened. */
export function beingStarted({ context }: OffboardingRequest): string {
  return `Frontdesk is starting the offboarding of ${cut(context.personName, 140)}.`;
}

/** An answer is missing: it may have happened. */
export function checkingStarted({ context }: OffboardingRequest): string {
  return `Frontdesk is checking whether the offboarding of ${cut(context.personName, 140)} has started.`;
}

export function notStarted({ context }: OffboardingRequest): string {
  return `The offboarding of ${cut(context.personName, 140)} wasn’t started.`;
}

export const timeline = 'It can take a few minutes until everything shows in the onboarding service.';

export function summary(request: OffboardingRequest): string {
  const { payload, context } = request;
  const sequences = context.sequenceNames.length > 0 ? context.sequenceNames.join(', ') : 'none';
  const label = isUnconfirmed(request) ? 'Chosen offboarding sequences' : form.sequences;
  return `Last day: ${formatDay(payload.termination_date)}\n${label}: ${sequences}`;
}

/** Whether somebody said that it has started, and nobody knows whether the chosen sequences were assigned. */
export function isUnconfirmed({ context, outcome }: OffboardingRequest): boolean {
  return context.sequenceNames.length > 0 && outcome?.kind === 'done' && !outcome.confirmed;
}

export function unconfirmed({ context }: OffboardingRequest): string {
  return (
    'Frontdesk couldn’t confirm that the sequences were assigned. ' +
    `Open the offboarding of ${cut(context.personName, 140)} in the onboarding service and check.`
  );
}

/** What is to be known of the sequences: that they come, or that nobody knows. */
export function aboutSequences(request: OffboardingRequest): string {
  return isUnconfirmed(request) ? unconfirmed(request) : timeline;
}

export function everySentence(problem: Problem): string {
  const sentences = Object.entries(problem).map(([name, said]) => ownWords[name] ?? serviceSays(said));
  return sentences.join('\n') || 'The onboarding service declined it without saying why.';
}

/** What `/offboard help` says. In mrkdwn. */
export function help(command: string): string {
  return [
    `*${command}* opens the form to start an offboarding.`,
    `*${command} @person* opens it with that person chosen.`,
    'Nothing happens until you press “Start offboarding”. Only you, HR and the private HR channel are notified.',
  ].join('\n');
}
