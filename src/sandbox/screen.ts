import type { ViewStateValue as ElementState } from '@slack/bolt';
import type { KnownBlock, Option, OptionGroup, PlainTextElement } from '@slack/types';
import { z } from 'zod';
import type { InstalledApp } from './app.ts';
import type { Channel, Message } from './workspace/channels.ts';
import type { SandboxPerson, SandboxUserGroup } from './workspace/workspace.ts';

/** One person's Slack as JSON, for the page and the test driver. Blocks and states are in Slack's own shapes. */
export interface Screen {
  person: ScreenPerson;
  /** Channels this person is a member of. */
  channels: ScreenChannel[];
  app: ScreenChannel;
  /** Null until the app publishes a Home tab for this person. */
  home: ScreenView | null;
  /** Modals, bottom first; only the last can be used. */
  views: ScreenView[];
  /** Slack's notices, such as "the app did not respond"; shown until dismissed. */
  notices: ScreenNotice[];
}

export interface ScreenPerson extends Pick<SandboxPerson, 'id' | 'name' | 'realName' | 'email' | 'timezone'> {
  title: string;
  role: 'owner' | 'admin' | 'member' | 'guest' | 'stranger' | 'bot' | 'deactivated';
}

export interface ScreenChannel extends Pick<Channel, 'id' | 'name' | 'kind' | 'hasApp'> {
  messages: ScreenMessage[];
}

export interface ScreenMessage extends Omit<Message, 'channel' | 'onlyFor' | 'metadata'> {
  isEphemeral: boolean;
  elements: ElementStates;
  trouble: ElementTrouble[];
}

export interface ScreenView {
  id: string;
  type: 'modal' | 'home';
  title: string;
  submit: string | null;
  close: string | null;
  callbackId: string;
  blocks: KnownBlock[];
  elements: ElementStates;
  errors: Record<string, string>;
  isBusy: boolean;
  problem: string | null;
  trouble: ElementTrouble[];
}

export interface ElementTrouble {
  blockId: string;
  actionId: string;
  /** `waiting`: no answer yet (spinner); `failed`: the app didn't respond (warning). */
  state: 'waiting' | 'failed';
}

/** By block id, then action id, as in Slack's `view.state.values`. */
export type ElementStates = Record<string, Record<string, ElementState>>;

export type { ElementState };

export interface ScreenNotice {
  id: string;
  kind: 'error' | 'info';
  text: string;
}

export interface Menu {
  options: Option[];
  groups: OptionGroup[];
  /** "No results", "Type at least 3 characters", "Could not load options"; null if there are options. */
  note: string | null;
}

export interface ConfirmDialog {
  title: string;
  text: string;
  confirm: string;
  deny: string;
  style: 'primary' | 'danger';
}

export interface Workspace {
  team: Pick<InstalledApp['team'], 'id' | 'name'>;
  app: Pick<InstalledApp, 'id' | 'name' | 'botUserId' | 'description' | 'hasHome' | 'hasMessagesInput'>;
  people: ScreenPerson[];
  channels: { id: string; name: string; isPrivate: boolean; members: string[] }[];
  userGroups: SandboxUserGroup[];
  /** The app's commands, followed by Slack's own. */
  commands: { command: string; description: string; usageHint: string; isSlacks?: true }[];
  shortcuts: { name: string; type: 'global' | 'message'; callbackId: string; description: string }[];
  delivery: 'socket' | 'http' | 'none';
  /** Whether the page can move clocks and take the app's service away. */
  hasSurroundings: boolean;
}

export type { KnownBlock, Option, OptionGroup, PlainTextElement };

export const Place = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('view'), viewId: z.string() }),
  z.strictObject({ in: z.literal('home') }),
  z.strictObject({ in: z.literal('message'), channel: z.string(), ts: z.string() }),
]);
export type Place = z.infer<typeof Place>;

const element = { place: Place, blockId: z.string(), actionId: z.string() };

/**
 * Every action a person can take in Slack, for the page and the test driver.
 * - `value`: text as typed, `YYYY-MM-DD` for a date, `HH:mm` for a time, an option's value for a menu (if it loads
 *   its options, one of those shown last), ids for people and channels, an array for multiple choice, null to clear.
 * - `attach`: all files of a `file_input`; none removes them.
 * - `enter`: the text ended with the Enter key.
 * - `confirmed`: answer to the element's confirmation dialog; without it, that dialog is the outcome.
 */
export const Verb = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('command'), text: z.string(), channel: z.string() }),
  z.strictObject({ verb: z.literal('shortcut'), callbackId: z.string() }),
  z.strictObject({
    verb: z.literal('messageShortcut'),
    callbackId: z.string(),
    channel: z.string(),
    ts: z.string(),
  }),
  z.strictObject({ verb: z.literal('openHome') }),
  z.strictObject({ verb: z.literal('postMessage'), channel: z.string(), text: z.string() }),
  z.strictObject({
    verb: z.literal('input'),
    ...element,
    value: z.union([z.string(), z.array(z.string()), z.null()]),
    enter: z.boolean().optional(),
    confirmed: z.boolean().optional(),
  }),
  z.strictObject({
    verb: z.literal('attach'),
    ...element,
    /** `content`: base64. */
    files: z.array(z.strictObject({ name: z.string().min(1), content: z.base64() })),
  }),
  z.strictObject({ verb: z.literal('suggest'), ...element, query: z.string() }),
  z.strictObject({ verb: z.literal('press'), ...element, confirmed: z.boolean().optional() }),
  z.strictObject({ verb: z.literal('submit'), viewId: z.string() }),
  z.strictObject({ verb: z.literal('close'), viewId: z.string() }),
  z.strictObject({ verb: z.literal('closeAll') }),
  z.strictObject({ verb: z.literal('dismiss'), noticeId: z.string() }),
]);
export type Verb = z.infer<typeof Verb>;

/** Result of a verb, once the app has answered or timed out. */
export type Outcome =
  /** Nothing had to be sent, or the app has acknowledged it. */
  | { outcome: 'done' }
  /** The app timed out or answered with an error; `text` is shown to the person. */
  | { outcome: 'no response'; text: string }
  /** Slack's own refusal: unknown command, not a member of the channel, no view to submit. */
  | { outcome: 'refused'; text: string }
  /** Confirmation required; repeat the verb with `confirmed`. */
  | { outcome: 'confirm'; dialog: ConfirmDialog }
  | { outcome: 'menu'; menu: Menu }
  /** Outcomes of a submission: the modal closed, changed or got another on top, or inputs are wrong. */
  | { outcome: 'closed' }
  | { outcome: 'updated' }
  | { outcome: 'pushed' }
  | { outcome: 'errors'; errors: Record<string, string> };
