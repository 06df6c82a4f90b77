import { signatureHeaders } from '../../src/sandbox/delivery/delivery.ts';

export interface Actor {
  id: string;
  teamId: string;
}

export interface WayIn {
  kind: string;
  constraint: string;
  /** What the button or the window carries; something else by default. */
  carries?: object;
  /** State of the window. */
  values?: object;
}

const homeTeam = 'T0SANDBOX';

export function payloadFor(way: WayIn, actor: Actor, responseUrl: string): string {
  if (way.kind === 'event') return JSON.stringify(eventOf(way.constraint, actor));
  if (way.kind === 'command') return commandOf(way.constraint, actor, responseUrl).toString();
  return new URLSearchParams({ payload: JSON.stringify(interactionOf(way, actor, responseUrl)) }).toString();
}

function eventOf(type: string, { id, teamId }: Actor) {
  const event = { type, user: id, channel: 'D1', tab: 'home', event_ts: '1.1', subteam_id: 'S0NOBODY' };
  return { type: 'event_callback', team_id: teamId, api_app_id: 'A1', event, event_id: 'Ev1', event_time: 1 };
}

function commandOf(command: string, { id, teamId }: Actor, response_url: string) {
  const trigger_id = '1.2.3';
  return new URLSearchParams({
    command,
    text: '',
    user_id: id,
    team_id: teamId,
    channel_id: 'C1',
    response_url,
    trigger_id,
  });
}

export function interactionOf(
  { kind, constraint, carries, values }: WayIn,
  { id, teamId }: Actor,
  response_url?: string,
) {
  const carried = carries && JSON.stringify(carries);
  const common = {
    user: { id, username: id, team_id: teamId },
    team: { id: homeTeam, domain: 'sandbox' },
    trigger_id: '1.2.3',
    api_app_id: 'A1',
  };
  const element = {
    action_id: constraint,
    block_id: 'block',
    value: carried ?? 'R-2',
    type: 'button',
    action_ts: '1.1',
  };
  switch (kind) {
    case 'shortcut':
      return constraint.includes('message')
        ? {
            ...common,
            type: 'message_action',
            callback_id: constraint,
            message: { text: 'Hi' },
            response_url,
          }
        : { ...common, type: 'shortcut', callback_id: constraint };
    case 'action':
      return { ...common, type: 'block_actions', actions: [element], response_url, view: viewOf('') };
    case 'options':
      return { ...common, ...element, type: 'block_suggestion', value: '', view: viewOf('') };
    case 'closed':
      return { ...common, type: 'view_closed', view: viewOf(constraint), is_cleared: false };
    default:
      return {
        ...common,
        type: 'view_submission',
        view: viewOf(constraint, carried, values),
        response_urls: [],
      };
  }
}

function viewOf(callback_id: string, carried = '{"form":"F-2","on":false}', values: object = {}) {
  return {
    id: 'V1',
    type: 'modal',
    callback_id,
    private_metadata: carried,
    title: { type: 'plain_text', text: 'Form' },
    submit: { type: 'plain_text', text: 'Send' },
    blocks: [],
    hash: 'h',
    state: { values },
  };
}

/** Headers of a request signed by Slack (docs.slack.dev/authentication/verifying-requests-from-slack). */
export function signed(body: string, secret: string): Record<string, string> {
  const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  return { 'content-type': type, ...signatureHeaders(secret, body, Date.now()) };
}
