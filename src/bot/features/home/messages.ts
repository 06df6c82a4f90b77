import { type Day, sayDay } from '../../../time/dates.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { explain } from '../../onboarding/explain.ts';
import { cut } from '../../slack/views/blocks.ts';

/** Every sentence of App Home that belongs to no other feature. */

export const title = 'Arrivals and departures';
export const purpose = 'Add somebody who is about to start, or plan the last day of somebody who leaves.';

export const welcome = {
  hr:
    'Welcome. Frontdesk puts new hires into your onboarding service and starts offboardings there. Fill in a form with the ' +
    'buttons below; the outcome stands in the form and comes as a direct message. Here you always see how things stand.',
  manager:
    'Welcome. When somebody of your team leaves, press “Start offboarding”, choose the person and the last day. Nothing happens ' +
    'before you send the form, and only you, HR and the private channel hear of it.',
} as const;

/** Seen for a moment by somebody who has not opened App Home for long. */
export const resting = 'Getting the latest for you. If nothing happens, switch to the Messages tab and back.';

export const requests = {
  asked: 'Needs your answer',
  pending: 'Pending requests',
  more: (count: number) => `… and ${count} more pending. They’re shown here as these are done.`,
  all: 'Requests',
  own: 'Your requests',
  none: 'There are none yet.',
  retry: 'Try again',
  retryOf: (request: Request) => cut(`Try again: ${request.context.personName}`, 75),
  cancel: 'Cancel',
  cancelOf: (request: Request) => cut(`Cancel: ${request.context.personName}`, 75),
  confirm: {
    title: 'Cancel this request?',
    text: (request: Request) =>
      `${cut(request.context.personName, 200)}: if it was not carried out yet, nothing is sent any more.`,
    yes: 'Cancel the request',
    no: 'Keep it',
  },
} as const;

export const upcoming = {
  starting: 'Who starts in the next four weeks',
  leaving: 'Who leaves in the next four weeks',
  line: (day: Day, name: string, more?: string) =>
    `${sayDay(day)}: ${cut(name, 150)}${more ? `, ${cut(more, 80)}` : ''}`,
  more: (count: number) => `… and ${count} more.`,
} as const;

/** What holds up all requests. */
export function heldUp(trouble: Error): string {
  return `${explain(trouble)} Everything that is handed in is kept and sent when that is over.`;
}

const kinds = { newhire: 'New hire', offboarding: 'Offboarding' } as const satisfies Record<
  Request['kind'],
  string
>;

const states = {
  waiting: 'waiting for the onboarding service',
  sending: 'being sent',
  unknown: 'waiting, the outcome is being looked up',
  undecided: 'waiting for an answer',
  done: 'done',
  refused: 'refused by the onboarding service',
  cancelled: 'cancelled',
} as const satisfies Record<Request['state'], string>;

export function requestLine({ kind, context }: Request): string {
  return `${kinds[kind]}: ${cut(context.personName, 400)}`;
}

/** In mrkdwn: the requester is named for HR. */
export function requestState({ id, state, requester }: Request, withRequester: boolean): string {
  return `State: ${states[state]} · ${id}${withRequester ? ` · by <@${requester}>` : ''}`;
}

export const decisions = {
  over: 'This request has ended already, so there is nothing to do.',
  gone: 'Frontdesk can’t show this request any more.',
  findingOut:
    'Frontdesk first finds out whether the request was carried out already. If it was not, it is cancelled; you hear of it.',
} as const;
