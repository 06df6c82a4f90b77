import type { HomeView, KnownBlock } from '@slack/types';
import type { Request } from '../../ledger/request.ts';
import type { Standing } from '../../slack/access.ts';
import { header, note, paragraph, plain } from '../../slack/blocks.ts';

export interface HomeContents {
  standing: Standing | 'outsider';
  /** Whom somebody without rights may ask, in mrkdwn. */
  refusal: string;
  /** The viewer's own requests, newest first. */
  requests: readonly Request[];
}

/** App Home, with what this person may see and nothing else. */
export function homeView({ standing, refusal, requests }: HomeContents): HomeView {
  if (standing === 'nobody' || standing === 'outsider')
    return { type: 'home', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: refusal } }] };
  return {
    type: 'home',
    blocks: [
      header('Arrivals and departures'),
      paragraph('Add somebody who is about to start, or plan the last day of somebody who leaves.'),
      { type: 'actions', elements: buttons(standing) },
      header('Your requests'),
      ...(requests.length > 0 ? requests.flatMap(requestBlocks) : [paragraph('You have not made any yet.')]),
    ],
  };
}

function buttons(standing: Standing) {
  const offboard = { type: 'button', action_id: 'offboard_open', text: plain('Start offboarding') } as const;
  if (standing !== 'hr') return [offboard];
  return [
    { type: 'button', style: 'primary', action_id: 'newhire_open', text: plain('New hire') } as const,
    offboard,
  ];
}

const kinds = { newhire: 'New hire', offboarding: 'Offboarding' } as const satisfies Record<
  Request['kind'],
  string
>;

const states = {
  waiting: 'waiting for the onboarding service',
  sending: 'being sent',
  unknown: 'waiting, the outcome is being looked up',
  undecided: 'waiting for an answer: see the message with the buttons',
  done: 'done',
  refused: 'refused by the onboarding service',
  cancelled: 'cancelled',
} as const satisfies Record<Request['state'], string>;

function requestBlocks({ id, kind, context, state }: Request): KnownBlock[] {
  return [paragraph(`${kinds[kind]}: ${context.personName}`), note(`${states[state]} · ${id}`)];
}
