import type { KnownBlock, Option, OptionGroup, PlainTextElement } from '@slack/types';
import type { Channel, Message } from './workspace/channels.ts';
import type { SandboxPerson, SandboxUserGroup } from './workspace/people.ts';

/**
 * What one person's Slack shows, as JSON: the page draws it and the test driver reads it.
 * Blocks and element states are in Slack's own shapes.
 */
export interface Screen {
  person: ScreenPerson;
  /** Grows by one with each change of anything this person sees. */
  version: number;
  /** The channels this person is a member of. */
  channels: ScreenChannel[];
  /** The conversation with the app. */
  app: ScreenChannel;
  /** The app's Home tab; null while the app has published nothing for this person. */
  home: ScreenView | null;
  /** Modals, the bottom one first; only the last one can be used. */
  views: ScreenView[];
  /** What Slack says in passing: "the app did not respond" and the like. They stay until dismissed. */
  notices: ScreenNotice[];
}

/** What became another one on a screen: of what is absent, nothing did. */
export interface ScreenChange extends Partial<Omit<Screen, 'channels' | 'app'>> {
  /** All that there are now, each with its new and its changed messages alone. */
  channels: ChannelChange[];
  app: ChannelChange;
}

export interface ChannelChange extends ScreenChannel {
  /** The messages that are gone, by `ts`. */
  removed: string[];
}

export interface ScreenPerson extends Pick<SandboxPerson, 'id' | 'name' | 'realName' | 'email' | 'timezone'> {
  /** What they do in the company; empty where nobody said. */
  title: string;
  role: 'owner' | 'admin' | 'member' | 'guest' | 'stranger' | 'bot' | 'deactivated';
}

export interface ScreenChannel extends Pick<Channel, 'id' | 'name' | 'kind' | 'hasApp'> {
  messages: ScreenMessage[];
}

export interface ScreenMessage extends Omit<Message, 'channel' | 'onlyFor' | 'metadata'> {
  /** Only this person sees it; gone with the next start. */
  isEphemeral: boolean;
  elements: ElementStates;
  /** Elements whose press the app has not answered yet, or did not answer in time. */
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
  /** What is wrong with an input, by block id: from the app, or from Slack's own checks. */
  errors: Record<string, string>;
  /** Waiting for the app's answer to the submission. */
  isBusy: boolean;
  /** Trouble of the view as a whole, shown above the buttons: "We had some trouble connecting…". */
  problem: string | null;
  trouble: ElementTrouble[];
}

export interface ElementTrouble {
  blockId: string;
  actionId: string;
  /** `waiting`: no answer yet (spinner); `failed`: the app did not respond (warning sign). */
  state: 'waiting' | 'failed';
}

/** By block id, then action id: what is typed or chosen, as in Slack's `view.state.values`. */
export type ElementStates = Record<string, Record<string, ElementState>>;

/** One element's state, in the very shape in which Slack sends it. */
export interface ElementState {
  type: string;
  value?: string | null;
  selected_date?: string | null;
  selected_time?: string | null;
  selected_date_time?: number | null;
  selected_option?: Option | null;
  selected_options?: Option[];
  selected_user?: string | null;
  selected_users?: string[];
  selected_conversation?: string | null;
  selected_conversations?: string[];
  selected_channel?: string | null;
  selected_channels?: string[];
  rich_text_value?: unknown;
}

export interface ScreenNotice {
  id: string;
  kind: 'error' | 'info';
  text: string;
}

/** What an opened menu shows: options, groups of them, or Slack's own words where there are none. */
export interface Menu {
  options: Option[];
  groups: OptionGroup[];
  /** "No results", "Type at least 3 characters", "Could not load options"; null when there is something to choose. */
  note: string | null;
}

/** The dialog that an element's `confirm` asks for. */
export interface ConfirmDialog {
  title: string;
  text: string;
  confirm: string;
  deny: string;
  style: 'primary' | 'danger';
}

/** What everybody's Slack has in common. */
export interface Workspace {
  team: { id: string; name: string };
  app: {
    id: string;
    name: string;
    botUserId: string;
    description: string;
    hasHome: boolean;
    /** Whether people can write to the app in its Messages tab. */
    hasMessagesInput: boolean;
  };
  people: ScreenPerson[];
  channels: { id: string; name: string; isPrivate: boolean; members: string[] }[];
  userGroups: SandboxUserGroup[];
  /** The app's, and Slack's own behind them. */
  commands: { command: string; description: string; usageHint: string; isSlacks?: true }[];
  shortcuts: { name: string; type: 'global' | 'message'; callbackId: string; description: string }[];
  /** How the app is reached now. */
  delivery: 'socket' | 'http' | 'none';
}

export type { KnownBlock, Option, OptionGroup, PlainTextElement };
