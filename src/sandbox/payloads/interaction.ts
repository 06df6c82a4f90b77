import type { Button } from '@slack/types';
import type { Interactive } from '../block-kit/interactive.ts';
import type { OpenView } from '../client/client.ts';
import type { Payload } from '../delivery/payload.ts';
import type { ElementState, ElementStates } from '../screen.ts';
import type { Slack } from '../slack.ts';
import type { Message } from '../workspace/channels.ts';
import { messageObject } from '../workspace/message-object.ts';
import type { SandboxPerson } from '../workspace/people.ts';
import { envelope, userOf } from './common.ts';
import { viewObject } from './view-object.ts';

/** Where an interaction took place. */
export type Scene =
  | { in: 'view'; open: OpenView }
  | { in: 'message'; message: Message; channelName: string; elements: ElementStates };

function interactive(name: string, body: Record<string, unknown>, takesAnswer: boolean): Payload {
  return { type: 'interactive', name, body: { type: name, ...body }, takesAnswer };
}

/** docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function blockActionsPayload(
  slack: Slack,
  person: SandboxPerson,
  scene: Scene,
  action: { one: Interactive; state: ElementState | undefined },
): Payload {
  const viewId = scene.in === 'view' && scene.open.view.type === 'modal' ? { viewId: scene.open.id } : {};
  return interactive(
    'block_actions',
    {
      user: userOf(slack, person),
      ...envelope(slack),
      trigger_id: slack.triggers.issue({ personId: person.id, ...viewId }),
      ...sceneFields(slack, scene),
      ...(scene.in === 'message' && messageFields(slack, person, scene)),
      actions: [actionObject(slack, action.one, action.state)],
    },
    false,
  );
}

function sceneFields(slack: Slack, scene: Scene) {
  if (scene.in === 'view') {
    const { open } = scene;
    return { container: { type: 'view', view_id: open.id }, view: viewObject(slack, open, open.elements) };
  }
  const { message, channelName } = scene;
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channel,
      is_ephemeral: message.onlyFor !== undefined,
    },
    channel: { id: message.channel, name: channelName },
    // An ephemeral message is not sent along: Slack does not keep it.
    ...(message.onlyFor === undefined && { message: shown(slack, message) }),
  };
}

function messageFields(slack: Slack, person: SandboxPerson, scene: Extract<Scene, { in: 'message' }>) {
  const { channel, ts } = scene.message;
  return {
    state: { values: scene.elements },
    response_url: slack.responseUrls.issue('actions', { channel, ts, personId: person.id }),
  };
}

function shown(slack: Slack, message: Message) {
  const { id, botId } = slack.app;
  return messageObject(message, { teamId: slack.workspace.team.id, appId: id, botId });
}

function actionObject(slack: Slack, { element, blockId, actionId }: Interactive, state?: ElementState) {
  const button = element.type === 'button' ? element : undefined;
  return {
    type: element.type,
    action_id: actionId,
    block_id: blockId,
    ...(button && pressedButton(button)),
    ...('placeholder' in element && element.placeholder && { placeholder: element.placeholder }),
    ...state,
    action_ts: slack.ids.ts(),
  };
}

function pressedButton({ text, value, style }: Button) {
  return { text, ...(value !== undefined && { value }), ...(style && { style }) };
}

/** docs.slack.dev/reference/interaction-payloads/block_suggestion-payload */
export function suggestionPayload(
  slack: Slack,
  person: SandboxPerson,
  scene: Scene,
  { blockId, actionId }: Interactive,
  value: string,
): Payload {
  const body = {
    user: userOf(slack, person),
    ...envelope(slack),
    action_id: actionId,
    block_id: blockId,
    value,
    ...sceneFields(slack, scene),
  };
  return interactive('block_suggestion', body, true);
}

/** docs.slack.dev/reference/interaction-payloads/view-interactions-payload */
export function viewSubmissionPayload(slack: Slack, person: SandboxPerson, open: OpenView): Payload {
  const body = {
    ...envelope(slack),
    user: userOf(slack, person),
    trigger_id: slack.triggers.issue({ personId: person.id, viewId: open.id }),
    view: viewObject(slack, open, open.elements),
    response_urls: responseUrls(slack, person, open),
  };
  return interactive('view_submission', body, true);
}

/** The app hears that a view was closed, but nothing of what had been typed into it. */
export function viewClosedPayload(
  slack: Slack,
  person: SandboxPerson,
  open: OpenView,
  isCleared: boolean,
): Payload {
  const view = viewObject(slack, open, {});
  const body = { ...envelope(slack), user: userOf(slack, person), view, is_cleared: isCleared };
  return interactive('view_closed', body, false);
}

/** One for each filled menu of conversations that asks for it by `response_url_enabled`. */
function responseUrls(slack: Slack, person: SandboxPerson, open: OpenView) {
  return open.blocks.flatMap((block) => {
    const element = block.type === 'input' ? block.element : undefined;
    if (!element || !('response_url_enabled' in element) || !element.response_url_enabled) return [];
    const [block_id, action_id] = [block.block_id ?? '', element.action_id ?? ''];
    const state = open.elements[block_id]?.[action_id];
    const channel = state?.selected_conversation ?? state?.selected_channel;
    if (!channel) return [];
    const response_url = slack.responseUrls.issue('app', { channel, personId: person.id });
    return [{ block_id, action_id, channel_id: channel, response_url }];
  });
}

/** docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
export function shortcutPayload(slack: Slack, person: SandboxPerson, callbackId: string): Payload {
  const { id, name } = person;
  const body = {
    ...envelope(slack),
    action_ts: slack.ids.ts(),
    user: { id, username: name, team_id: slack.workspace.team.id },
    callback_id: callbackId,
    trigger_id: slack.triggers.issue({ personId: id }),
  };
  return interactive('shortcut', body, false);
}

export function messageShortcutPayload(
  slack: Slack,
  person: SandboxPerson,
  callbackId: string,
  { message, channelName }: { message: Message; channelName: string },
): Payload {
  const { id, name } = person;
  const { channel, ts } = message;
  const body = {
    ...envelope(slack),
    action_ts: slack.ids.ts(),
    user: { id, name },
    channel: { id: channel, name: channelName },
    callback_id: callbackId,
    trigger_id: slack.triggers.issue({ personId: id }),
    message_ts: ts,
    message: shown(slack, message),
    response_url: slack.responseUrls.issue('app', { channel, personId: id }),
  };
  return interactive('message_action', body, false);
}
