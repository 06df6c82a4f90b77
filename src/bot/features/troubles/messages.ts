import type { Question, Request } from '../../ledger/request.ts';
import { failureOf, type TroubleCode } from '../../ledger/trouble.ts';
import { explain } from '../../onboarding/explain.ts';

/** Every sentence about what holds up requests, and about those that ended otherwise than asked for. */

/** Sending is held up until somebody does something. */
export function heldUp(code: TroubleCode): string {
  return explain(failureOf(code));
}

export const untilMended =
  'Everything that is handed in is kept and waits. It is sent by itself, oldest first, as soon as this is mended. ' +
  'A new token is stored in App Home, or with: npm run frontdesk -- token set';

export const goesOn = 'The onboarding service accepts requests again. Frontdesk sends what was waiting.';

export const blocked = 'Frontdesk cannot write in one of its channels.';

/** What Frontdesk cannot find out by itself, and the two answers. */
export function undecided({ context }: Request, question: Question) {
  const who = context.personName;
  if (question.kind === 'isItThem')
    return {
      text:
        `The answer to adding ${who} was lost. The onboarding service now has ${question.name} ` +
        `(id ${question.employeeId}) with that address. Is that the person of this request?`,
      yes: 'Yes, that is them',
      no: 'No, somebody else',
    };
  if (question.kind === 'isItThere')
    return {
      text:
        `The answer to adding ${who} was lost, and the onboarding service does not tell addresses. ` +
        `Please look there: is ${who} in it?`,
      yes: 'Yes, it is done',
      no: 'No, send it again',
    };
  const why = question.kind === 'isItTooLate' ? 'it is to be cancelled' : 'a repeat was refused';
  return {
    text:
      `The answer to the offboarding of ${who} was lost, and ${why}. ` +
      'Please look in the onboarding service: has the offboarding started?',
    yes: 'Yes, it has started',
    no: 'No, it has not',
  };
}

/** The request ended without being carried out. */
export function cancelled({ context, question }: Request): string {
  const effect = question
    ? 'Whether it was carried out before that is not known: please look in the onboarding service.'
    : 'Nothing was done in the onboarding service.';
  return `The request about ${context.personName} is cancelled. ${effect}`;
}

/** In mrkdwn. @param by the Slack user */
export function cancelledBy({ id }: Request, by: string): string {
  return `Cancelled by <@${by}> · Reference ${id}`;
}

/** In the place of the buttons: somebody answered. In mrkdwn. */
export function decided(request: Request, userId: string): string {
  return `${states[request.state]} (${request.id}), answered by <@${userId}>.`;
}

/** In the place of the buttons: nothing is open any more. */
export function tooLate(request: Request | undefined): string {
  return request ? `${states[request.state]} (${request.id}) already.` : 'This request is not kept any more.';
}

const states = {
  waiting: 'The request is sent again',
  sending: 'The request is being sent',
  unknown: 'The outcome is being looked up',
  undecided: 'The request waits for an answer',
  done: 'The request is done',
  refused: 'The request counts as refused',
  cancelled: 'The request is cancelled',
} as const satisfies Record<Request['state'], string>;
