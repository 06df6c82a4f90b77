import type { KnownBlock, ModalView } from '@slack/types';
import { maxLength } from '../../../contract/new-hire.ts';
import type { Problem } from '../../../contract/problem.ts';
import { sayDay } from '../../../dates.ts';
import type { RequestOf } from '../../ledger/request.ts';
import { explain } from '../../onboarding/explain.ts';
import { alert, header, note, paragraph, plain } from '../../slack/blocks.ts';
import { actions, type FieldId, isFieldId } from './fields.ts';
import type { FieldErrors } from './read.ts';

type NewHireRequest = RequestOf<'newhire'>;

/** What is wrong with a field, in words that say what is right. */
export const mistakes: Record<FieldId, string> = {
  first_name: `Enter a first name of at most ${maxLength.first_name} characters.`,
  last_name: `Enter a last name of at most ${maxLength.last_name} characters.`,
  email: 'Enter an e-mail address such as jane@acme.com, without a name around it.',
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

/** What is wrong with a field for a reason of its own. */
export const furtherMistakes = {
  template: 'The onboarding service would read {{ … }} and {% … %} as commands. Take the brackets out.',
  unavailable:
    'This list is not available at the moment. Leave it empty, or close the list and open it again.',
} as const;

/** An address that another open request is about. */
export function alreadyOpen(request: NewHireRequest): FieldErrors {
  return {
    email: `A request for this address is under way already (${request.id}). Wait for its outcome, or use another address.`,
  };
}

/** The service's own sentences, each at its field. */
export function refusedFields(problem: Problem): FieldErrors {
  const known = Object.entries(problem).filter(([field]) => isFieldId(field));
  return Object.fromEntries(known.map(([field, sentences]) => [field, serviceSays(sentences)]));
}

/** The sentences that belong to no field of the form; undefined when each found its field. */
export function refusedElsewhere(problem: Problem): string | undefined {
  const rest = Object.entries(problem).filter(([field]) => !isFieldId(field));
  if (rest.length > 0) return serviceSays(rest.flatMap(([, sentences]) => sentences));
  return Object.keys(problem).length > 0
    ? undefined
    : 'The onboarding service refuses this without saying why.';
}

function serviceSays(sentences: readonly string[]): string {
  return `The onboarding service says: ${sentences.join(' ')}`;
}

/** The form's last page: the person exists. */
export function doneView(request: NewHireRequest): ModalView {
  return {
    type: 'modal',
    title: plain('New hire added'),
    close: plain('Close'),
    blocks: [
      alert('success', `${request.context.personName} is in the onboarding service.`),
      paragraph(summary(request)),
      paragraph(whatNext(request)),
      {
        type: 'actions',
        elements: [{ type: 'button', action_id: actions.addAnother, text: plain('Add another') }],
      },
      note(`Reference ${request.id}`),
    ],
  };
}

/** The form's last page for now: not made yet, and nothing is lost. */
export function pendingView(request: NewHireRequest, trouble: Error | undefined): ModalView {
  const reason = trouble ? explain(trouble) : 'The onboarding service takes longer than usual to answer.';
  return {
    type: 'modal',
    title: plain('New hire waits'),
    close: plain('Close'),
    blocks: [
      alert('warning', `${request.context.personName} is not in the onboarding service yet.`),
      paragraph(reason),
      paragraph(
        'Your request is written down and Frontdesk keeps trying. You will get a direct message with the outcome, ' +
          'also if you close this window. Please do not enter it again.',
      ),
      note(`Reference ${request.id}`),
    ],
  };
}

/** The form is closed or has been replaced, and the service refused: what to do about it. */
export function refusedView(request: NewHireRequest, problem: Problem): ModalView {
  return {
    type: 'modal',
    title: plain('New hire not added'),
    close: plain('Close'),
    blocks: [
      alert('error', `${request.context.personName} was not added.`),
      paragraph(everySentence(problem)),
      correctButton(request),
      note(`Reference ${request.id}`),
    ],
  };
}

/** To the requester: it is done. */
export function doneMessage(request: NewHireRequest): Message {
  const text = `${request.context.personName} is in the onboarding service.`;
  return { text, blocks: [paragraph(text), paragraph(summary(request)), note(`Reference ${request.id}`)] };
}

/** To the requester: it cannot be done like this. */
export function refusedMessage(request: NewHireRequest, problem: Problem): Message {
  const text = `${request.context.personName} was not added to the onboarding service.`;
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(everySentence(problem)),
      correctButton(request),
      note(`Reference ${request.id}`),
    ],
  };
}

/** To the channels. */
export function headline(request: NewHireRequest): Message {
  const text = `${request.context.personName} joins ${startsOn(request)}`;
  const details = [
    request.payload.position,
    request.context.managerName && `Manager: ${request.context.managerName}`,
    request.context.buddyName && `Buddy: ${request.context.buddyName}`,
  ].filter((part) => part !== undefined);
  return {
    text,
    blocks: [header(text), ...(details.length > 0 ? [paragraph(details.join('\n'))] : [])],
  };
}

/** To the manager or the buddy. */
export function companionMessage(request: NewHireRequest, as: 'manager' | 'buddy'): Message {
  const text = `${request.context.personName} joins ${startsOn(request)}, with you as ${as}.`;
  const { position } = request.payload;
  return { text, blocks: [paragraph(text), ...(position === undefined ? [] : [paragraph(position)])] };
}

export interface Message {
  text: string;
  blocks: KnownBlock[];
}

function startsOn({ payload }: NewHireRequest): string {
  return payload.start_day === undefined ? 'today' : `on ${sayDay(payload.start_day)}`;
}

function summary(request: NewHireRequest): string {
  const { payload, context, outcome } = request;
  const id = outcome?.kind === 'done' ? outcome.employeeId : null;
  const lines = [
    `Starts ${startsOn(request)}`,
    payload.email,
    payload.position,
    context.managerName && `Manager: ${context.managerName}`,
    context.buddyName && `Buddy: ${context.buddyName}`,
    context.sequenceNames.length > 0 && `Sequences: ${context.sequenceNames.join(', ')}`,
    id !== null && `Id in the onboarding service: ${id}`,
  ];
  return lines.filter((line) => typeof line === 'string').join('\n');
}

function whatNext({ context }: NewHireRequest): string {
  const told = [context.managerName && 'the manager', context.buddyName && 'the buddy'].filter(Boolean);
  const first = told.length > 0 ? `Frontdesk tells ${told.join(' and ')} now. ` : '';
  return context.sequenceNames.length > 0
    ? `${first}The chosen sequences run by themselves from here on.`
    : `${first}No sequence was chosen, so nothing runs by itself: assign one in the onboarding service if there should be.`;
}

function everySentence(problem: Problem): string {
  const sentences = Object.entries(problem).map(
    ([field, said]) => `${field.replaceAll('_', ' ')}: ${said.join(' ')}`,
  );
  return ['The onboarding service says:', ...sentences].join('\n');
}

function correctButton(request: NewHireRequest): KnownBlock {
  const text = plain('Correct and send again');
  return {
    type: 'actions',
    elements: [{ type: 'button', style: 'primary', action_id: actions.correct, text, value: request.id }],
  };
}
