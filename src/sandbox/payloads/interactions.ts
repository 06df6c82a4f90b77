import type { Button } from '@slack/types';
import type { InstalledApp } from '../app/installed-app.ts';
import type { Interactive } from '../block-kit/interactive.ts';
import type { OpenView } from '../client/client.ts';
import type { Answer, Payload } from '../delivery/payload.ts';
import type { Ids } from '../ids.ts';
import type { ResponseUrls } from '../interactivity/response-urls.ts';
import type { Triggers } from '../interactivity/triggers.ts';
import type { ElementState } from '../screen.ts';
import type { Channel, Message } from '../workspace/channels.ts';
import { messageObject } from '../workspace/message-object.ts';
import type { SandboxPerson } from '../workspace/people.ts';
import { envelope, teamOf, userOf } from './envelope.ts';
import { type Scene, sceneFields } from './scene.ts';
import { viewObject } from './view-object.ts';

interface Parts {
  app: InstalledApp;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  ids: Ids;
  /** Brings a payload to the app, once. */
  deliver: (payload: Payload) => Promise<Answer>;
}

/** Tells the app what a person did. Resolves with its answer, or with why there was none in time. */
export class Interactions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** docs.slack.dev/interactivity/implementing-slash-commands */
  command(
    person: SandboxPerson,
    channel: Channel,
    typed: { command: string; text: string },
  ): Promise<Answer> {
    const { app, responseUrls, triggers, deliver } = this.#parts;
    const userTeam = teamOf(app, person);
    const body = {
      token: app.verificationToken,
      team_id: app.team.id,
      team_domain: app.team.domain,
      channel_id: channel.id,
      channel_name: channel.kind === 'private' ? 'privategroup' : channel.name,
      user_id: person.id,
      user_name: person.name,
      ...(userTeam !== app.team.id && { user_team_id: userTeam }),
      command: typed.command,
      text: typed.text,
      api_app_id: app.id,
      is_enterprise_install: 'false',
      response_url: responseUrls.issue('commands', { channel: channel.id, personId: person.id }),
      trigger_id: triggers.issue({ personId: person.id }),
    };
    return deliver({ type: 'slash_commands', name: 'slash_commands', takesAnswer: true, body });
  }

  /** docs.slack.dev/reference/interaction-payloads/block_actions-payload */
  blockActions(
    person: SandboxPerson,
    scene: Scene,
    action: { one: Interactive; state: ElementState | undefined },
  ): Promise<Answer> {
    const { app, triggers, ids } = this.#parts;
    const viewId = scene.in === 'view' && scene.open.view.type === 'modal' ? { viewId: scene.open.id } : {};
    const body = {
      user: userOf(app, person),
      ...envelope(app),
      trigger_id: triggers.issue({ personId: person.id, ...viewId }),
      ...sceneFields(app, scene),
      ...(scene.in === 'message' && this.#messageFields(person, scene)),
      actions: [{ ...actionObject(action.one, action.state), action_ts: ids.ts() }],
    };
    return this.#interact('block_actions', body);
  }

  #messageFields({ id: personId }: SandboxPerson, { message, elements }: Extract<Scene, { in: 'message' }>) {
    const { channel, ts } = message;
    const response_url = this.#parts.responseUrls.issue('actions', { channel, ts, personId });
    return { state: { values: elements }, response_url };
  }

  /** docs.slack.dev/reference/interaction-payloads/block_suggestion-payload */
  suggestion(
    person: SandboxPerson,
    scene: Scene,
    { blockId, actionId }: Interactive,
    value: string,
  ): Promise<Answer> {
    const { app } = this.#parts;
    const body = {
      user: userOf(app, person),
      ...envelope(app),
      action_id: actionId,
      block_id: blockId,
      value,
      ...sceneFields(app, scene),
    };
    return this.#interact('block_suggestion', body, { takesAnswer: true });
  }

  /** docs.slack.dev/reference/interaction-payloads/view-interactions-payload */
  viewSubmission(person: SandboxPerson, open: OpenView): Promise<Answer> {
    const { app, triggers } = this.#parts;
    const body = {
      ...envelope(app),
      user: userOf(app, person),
      trigger_id: triggers.issue({ personId: person.id, viewId: open.id }),
      view: viewObject(app, open, open.elements),
      response_urls: this.#responseUrls(person, open),
    };
    return this.#interact('view_submission', body, { takesAnswer: true });
  }

  /** One for each filled menu of conversations that asks for it by `response_url_enabled`. */
  #responseUrls({ id: personId }: SandboxPerson, open: OpenView) {
    return open.blocks.flatMap((block) => {
      const element = block.type === 'input' ? block.element : undefined;
      if (!element || !('response_url_enabled' in element) || !element.response_url_enabled) return [];
      const [block_id, action_id] = [block.block_id ?? '', element.action_id ?? ''];
      const state = open.elements[block_id]?.[action_id];
      const channel = state?.selected_conversation ?? state?.selected_channel;
      if (!channel) return [];
      const response_url = this.#parts.responseUrls.issue('app', { channel, personId });
      return [{ block_id, action_id, channel_id: channel, response_url }];
    });
  }

  /** The app hears that a view was closed, but nothing of what had been typed into it. */
  viewClosed(person: SandboxPerson, open: OpenView, isCleared: boolean): Promise<Answer> {
    const { app } = this.#parts;
    const view = viewObject(app, open, {});
    const body = { ...envelope(app), user: userOf(app, person), view, is_cleared: isCleared };
    return this.#interact('view_closed', body);
  }

  /** docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
  shortcut({ id, name }: SandboxPerson, callbackId: string): Promise<Answer> {
    const { app, triggers, ids } = this.#parts;
    const body = {
      ...envelope(app),
      action_ts: ids.ts(),
      user: { id, username: name, team_id: app.team.id },
      callback_id: callbackId,
      trigger_id: triggers.issue({ personId: id }),
    };
    return this.#interact('shortcut', body);
  }

  /** A shortcut from a message's menu; the same page of Slack's. */
  messageShortcut(
    { id, name }: SandboxPerson,
    callbackId: string,
    { message, channelName }: { message: Message; channelName: string },
  ): Promise<Answer> {
    const { app, triggers, responseUrls, ids } = this.#parts;
    const { channel, ts } = message;
    const body = {
      ...envelope(app),
      action_ts: ids.ts(),
      user: { id, name },
      channel: { id: channel, name: channelName },
      callback_id: callbackId,
      trigger_id: triggers.issue({ personId: id }),
      message_ts: ts,
      message: messageObject(message, app),
      response_url: responseUrls.issue('app', { channel, personId: id }),
    };
    return this.#interact('message_action', body);
  }

  #interact(
    name: string,
    body: Record<string, unknown>,
    { takesAnswer } = { takesAnswer: false },
  ): Promise<Answer> {
    return this.#parts.deliver({ type: 'interactive', name, body: { type: name, ...body }, takesAnswer });
  }
}

function actionObject({ element, blockId, actionId }: Interactive, state?: ElementState) {
  return {
    type: element.type,
    action_id: actionId,
    block_id: blockId,
    ...(element.type === 'button' && pressedButton(element)),
    ...('placeholder' in element && element.placeholder && { placeholder: element.placeholder }),
    ...state,
  };
}

function pressedButton({ text, value, style }: Button) {
  return { text, ...(value !== undefined && { value }), ...(style && { style }) };
}
