import type { Button } from '@slack/types';
import type { InstalledApp } from '../app.ts';
import type { Interactive } from '../block-kit/interactive.ts';
import type { Canvas, OpenView } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { createPasses, type Ids, secret } from '../ids.ts';
import type { ElementState, ElementStates } from '../screen.ts';
import type { Channel, Message } from '../workspace/channels.ts';
import { messageObject, teamOf } from '../workspace/objects.ts';
import type { SandboxPerson } from '../workspace/workspace.ts';
import type { ResponseUrls } from './response-urls.ts';

interface Parts {
  app: InstalledApp;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  ids: Ids;
  delivery: Delivery;
}

const answerable = ['block_suggestion', 'view_submission'];

export function createInteractions({ app, triggers, responseUrls, ids, delivery }: Parts) {
  function interact(name: string, person: SandboxPerson, content: Record<string, unknown>) {
    const body = { type: name, user: userOf(app, person), ...envelope(app), ...content };
    return delivery.deliver({ type: 'interactive', name, body, takesAnswer: answerable.includes(name) });
  }

  function messageFields({ id: personId }: SandboxPerson, { message, canvas }: MessageScene) {
    const { channel, ts } = message;
    const response_url = responseUrls.issue('actions', { channel, ts, personId });
    return { state: { values: canvas.elements }, response_url };
  }

  return {
    /** docs.slack.dev/interactivity/implementing-slash-commands */
    command(person: SandboxPerson, channel: Channel, typed: { command: string; text: string }) {
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
        ...typed,
        api_app_id: app.id,
        is_enterprise_install: 'false',
        response_url: responseUrls.issue('commands', { channel: channel.id, personId: person.id }),
        trigger_id: triggers.issue({ personId: person.id }),
      };
      return delivery.deliver({ type: 'slash_commands', name: 'slash_commands', takesAnswer: true, body });
    },

    /** docs.slack.dev/reference/interaction-payloads/block_actions-payload */
    blockActions(person: SandboxPerson, scene: Scene, one: Interactive, state: ElementState | undefined) {
      const viewId = scene.in === 'view' && scene.open.view.type === 'modal' ? { viewId: scene.open.id } : {};
      return interact('block_actions', person, {
        trigger_id: triggers.issue({ personId: person.id, ...viewId }),
        ...sceneFields(app, scene),
        ...(scene.in === 'message' && messageFields(person, scene)),
        actions: [{ ...actionObject(one, state), action_ts: ids.ts() }],
      });
    },

    /** docs.slack.dev/reference/interaction-payloads/block_suggestion-payload */
    suggestion(person: SandboxPerson, scene: Scene, { blockId, actionId }: Interactive, value: string) {
      return interact('block_suggestion', person, {
        action_id: actionId,
        block_id: blockId,
        value,
        ...sceneFields(app, scene),
      });
    },

    /** docs.slack.dev/reference/interaction-payloads/view-interactions-payload */
    viewSubmission(person: SandboxPerson, open: OpenView) {
      return interact('view_submission', person, {
        trigger_id: triggers.issue({ personId: person.id, viewId: open.id }),
        view: viewObject(app, open, open.elements),
        response_urls: [],
      });
    },

    /** Slack leaves the view's input out of `view_closed`. */
    viewClosed(person: SandboxPerson, open: OpenView, is_cleared: boolean) {
      return interact('view_closed', person, { view: viewObject(app, open, {}), is_cleared });
    },

    /** docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
    shortcut(person: SandboxPerson, callback_id: string) {
      const { id, name } = person;
      return interact('shortcut', person, {
        action_ts: ids.ts(),
        user: { id, username: name, team_id: app.team.id },
        callback_id,
        trigger_id: triggers.issue({ personId: id }),
      });
    },

    /** docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload */
    messageShortcut(person: SandboxPerson, callback_id: string, seen: SeenMessage) {
      const { id, name } = person;
      const { channel, ts } = seen.message;
      return interact('message_action', person, {
        action_ts: ids.ts(),
        user: { id, name },
        channel: { id: channel, name: seen.channelName },
        callback_id,
        trigger_id: triggers.issue({ personId: id }),
        message_ts: ts,
        message: messageObject(seen.message, app),
        response_url: responseUrls.issue('app', { channel, personId: id }),
      });
    },
  };
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

interface SeenMessage {
  message: Message;
  channelName: string;
}

type MessageScene = SeenMessage & { in: 'message'; canvas: Canvas };

export type Scene = { in: 'view'; open: OpenView } | MessageScene;

function sceneFields(app: InstalledApp, scene: Scene) {
  if (scene.in === 'view') {
    const { open } = scene;
    return { container: { type: 'view', view_id: open.id }, view: viewObject(app, open, open.elements) };
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
    // Ephemeral messages aren't included: Slack doesn't store them.
    ...(message.onlyFor === undefined && { message: messageObject(message, app) }),
  };
}

function envelope({ id: api_app_id, team, verificationToken: token }: InstalledApp) {
  const { id, domain } = team;
  return { team: { id, domain }, enterprise: null, is_enterprise_install: false, api_app_id, token };
}

function userOf(app: InstalledApp, person: SandboxPerson) {
  const { id, name } = person;
  return { id, username: name, name, team_id: teamOf(app, person) };
}

/** Parts that an app left out, as Slack shows them. */
const unset = {
  private_metadata: '',
  callback_id: '',
  title: { type: 'plain_text', text: 'View Title', emoji: true },
  clear_on_close: false,
  notify_on_close: false,
  close: null,
  submit: null,
};

/** View in the shape of the Web API and payloads. `values` is the state of the inputs, as far as the app may see it. */
export function viewObject(app: InstalledApp, open: OpenView, values: ElementStates) {
  const { view } = open;
  return {
    id: open.id,
    team_id: app.team.id,
    ...unset,
    ...view,
    blocks: open.blocks,
    state: { values },
    hash: open.hash,
    previous_view_id: open.previousId,
    root_view_id: open.rootId,
    app_id: app.id,
    external_id: '',
    app_installed_team_id: app.team.id,
    bot_id: app.botId,
  };
}

interface Trigger {
  personId: string;
  viewId?: string;
}

const remembered = 60 * 60 * 1000;
const problems = {
  unknown: 'invalid_trigger_id',
  used: 'exchanged_trigger_id',
  expired: 'expired_trigger_id',
} as const;

type Triggers = ReturnType<typeof createTriggers>;

/**
 * Trigger ids, each valid for one use (docs.slack.dev/interactivity/handling-user-interaction).
 * @param lifetime in milliseconds
 */
export function createTriggers(clock: Clock, lifetime: number) {
  const passes = createPasses<Trigger>(clock, { lifetime, uses: 1, remembered });
  return {
    issue(trigger: Trigger): string {
      const id = `${clock.now()}.${Number.parseInt(secret(4), 16)}.${secret()}`;
      passes.issue(id, trigger);
      return id;
    },
    exchange(id: string): Trigger | { error: string } {
      const used = passes.use(id);
      return 'value' in used ? used.value : { error: problems[used.problem] };
    },
  };
}
