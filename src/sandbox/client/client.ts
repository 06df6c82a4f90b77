import type { KnownBlock, Option } from '@slack/types';
import type { AppView } from '../block-kit/view.ts';
import type { ElementStates, ElementTrouble, ScreenMessage, ScreenNotice, ScreenView } from '../screen.ts';
import type { Message } from '../workspace/channels.ts';
import type { SandboxPerson } from '../workspace/people.ts';

/** Blocks as they lie before a person: with what has been typed into them. */
export interface Canvas {
  blocks: KnownBlock[];
  elements: ElementStates;
  /** The options that a loading menu showed last, by "block id/action id": what can be chosen from it. */
  menus: Map<string, Option[]>;
  trouble: ElementTrouble[];
}

/** A modal or Home tab of one person. */
export interface OpenView extends Canvas, Pick<ScreenView, 'id' | 'errors' | 'isBusy' | 'problem'> {
  view: AppView;
  hash: string;
  rootId: string;
  previousId: string | null;
}

/** One person's Slack. */
export interface Client {
  person: SandboxPerson;
  /** The stack of modals, the bottom one first. */
  views: OpenView[];
  home: OpenView | null;
  notices: ScreenNotice[];
  /** What was done to the elements of messages. */
  messages: WeakMap<Message, Canvas>;
  /** How messages were shown last: the same object until something in it changes. */
  shown: WeakMap<Message, ScreenMessage>;
}

/** Everybody's Slack, by user id. */
export type Clients = Map<string, Client>;

export function newClient(person: SandboxPerson): Client {
  return { person, views: [], home: null, notices: [], messages: new WeakMap(), shown: new WeakMap() };
}

/** The modal with which the person can do something: the one on top. */
export function topView(client: Client): OpenView | undefined {
  return client.views.at(-1);
}
