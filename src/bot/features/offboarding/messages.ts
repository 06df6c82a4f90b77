import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Problem } from '../../../contract/problem.ts';
import { type Day, sayDay } from '../../../dates.ts';
import type { RequestOf } from '../../ledger/request.ts';
import { explain } from '../../onboarding/explain.ts';
import { alert, note, paragraph, plain } from '../../slack/blocks.ts';
import { actions, fieldOfApi } from './fields.ts';

type OffboardingRequest = RequestOf<'offboarding'>;

/** The form's title, and what leads to it. */
export const title = 'Start offboarding';

export const form = {
  submit: title,
  cancel: 'Cancel',
  intro:
    'This sets the last day in the onboarding service, drops the person’s unfinished onboarding tasks and plans ' +
    'the chosen sequences. Only you, HR and the private channel hear of it.',
  employee: 'Employee',
  lastDay: 'Last day',
  lastDayHint: 'The last day of working.',
  sequences: 'Offboarding sequences',
  findPerson: 'Type a name or an address',
  chooseSequences: 'Choose sequences',
} as const;

/** Stands in the form when the words behind the command could not be used. */
export const notices = {
  noMention: 'Only a mention such as @jane is understood behind the command.',
  unknownPerson:
    'The mentioned person is not known in the onboarding service by address. Choose somebody below.',
} as const;

/** What is wrong with a field, in words that say what is right. */
export const mistakes = {
  employee: 'Choose somebody from the list.',
  last_day: 'Choose a day from the calendar.',
  past: (today: Day) => `The last day cannot be in the past. Choose ${sayDay(today)} or later.`,
  unavailable: 'This list is not available at the moment. Close it and open it again.',
} as const;

/** Another open request is about the same person. */
export function alreadyOpen(request: OffboardingRequest): Record<string, string> {
  return {
    employee: `An offboarding of this person is under way already (${request.id}). Wait for its outcome.`,
  };
}

const ownWords: Record<string, string> = {
  user: 'The onboarding service does not let this person be offboarded: they are an administrator there, or gone.',
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
    : 'The onboarding service refuses this without saying why.';
}

function serviceSays(sentences: readonly string[]): string {
  return `The onboarding service says: ${sentences.join(' ')}`;
}

export function doneView(request: OffboardingRequest): ModalView {
  return {
    type: 'modal',
    title: plain('Offboarding started'),
    close: plain('Close'),
    blocks: [
      alert('success', `The offboarding of ${request.context.personName} has started.`),
      paragraph(summary(request)),
      paragraph('The timeline can take a few minutes to fill in the onboarding service.'),
      note(`Reference ${request.id}`),
    ],
  };
}

export function pendingView(request: OffboardingRequest, trouble: Error | undefined): ModalView {
  return {
    type: 'modal',
    title: plain('Offboarding waits'),
    close: plain('Close'),
    blocks: [
      alert('warning', `The offboarding of ${request.context.personName} has not started yet.`),
      paragraph(trouble ? explain(trouble) : 'The onboarding service takes longer than usual to answer.'),
      paragraph(
        'Your request is written down and Frontdesk keeps trying. You will get a direct message with the outcome, ' +
          'also if you close this window. Please do not enter it again.',
      ),
      note(`Reference ${request.id}`),
    ],
  };
}

export function refusedView(request: OffboardingRequest, problem: Problem): ModalView {
  return {
    type: 'modal',
    title: plain('Not started'),
    close: plain('Close'),
    blocks: refusedBlocks(request, problem),
  };
}

/** To the requester: it has started. */
export function doneMessage(request: OffboardingRequest): Message {
  const text = `The offboarding of ${request.context.personName} has started.`;
  const timeline = 'The timeline can take a few minutes to fill in the onboarding service.';
  return {
    text,
    blocks: [paragraph(text), paragraph(`${summary(request)}\n${timeline}`), note(`Reference ${request.id}`)],
  };
}

/** To the private channel. */
export function privateMessage(request: OffboardingRequest): Message {
  const text = `The offboarding of ${request.context.personName} has started.`;
  return { text, blocks: [paragraph(text), paragraph(summary(request)), note(`Reference ${request.id}`)] };
}

/** To the requester: it cannot be done like this. */
export function refusedMessage(request: OffboardingRequest, problem: Problem): Message {
  const text = `The offboarding of ${request.context.personName} was not started.`;
  return { text, blocks: refusedBlocks(request, problem) };
}

export interface Message {
  text: string;
  blocks: KnownBlock[];
}

function summary({ payload, context }: OffboardingRequest): string {
  const sequences = context.sequenceNames.length > 0 ? context.sequenceNames.join(', ') : 'none';
  return `Last day: ${sayDay(payload.termination_date)}\nOffboarding sequences: ${sequences}`;
}

function refusedBlocks(request: OffboardingRequest, problem: Problem): KnownBlock[] {
  const sentences = Object.entries(problem).map(([name, said]) => ownWords[name] ?? serviceSays(said));
  return [
    paragraph(`The offboarding of ${request.context.personName} was not started.`),
    paragraph(sentences.join('\n') || 'The onboarding service refuses it without saying why.'),
    { type: 'actions', elements: [correctButton(request)] },
    note(`Reference ${request.id}`),
  ];
}

/** Opens the form with everything that was sent. */
export function correctButton(request: OffboardingRequest): Button {
  const text = plain('Correct and send again');
  return { type: 'button', style: 'primary', action_id: actions.correct, text, value: request.id };
}
