import type { KnownBlock, Option } from '@slack/types';
import type { AppView } from '../block-kit/read.ts';
import type { ElementStates, ElementTrouble, ScreenNotice, ScreenView } from '../screen.ts';
import type { Message } from '../workspace/channels.ts';
import type { SandboxPerson } from '../workspace/workspace.ts';

export interface Canvas {
  blocks: KnownBlock[];
  elements: ElementStates;
  /** Options last shown by a menu, by "block id/action id": only these can be chosen. */
  menus: Map<string, Option[]>;
  trouble: ElementTrouble[];
}

export interface OpenView extends Canvas, Pick<ScreenView, 'id' | 'errors' | 'isBusy' | 'problem'> {
  view: AppView;
  hash: string;
  rootId: string;
  previousId: string | null;
}

export interface Client {
  person: SandboxPerson;
  /** Stack of modals, bottom first. */
  views: OpenView[];
  home: OpenView | null;
  notices: ScreenNotice[];
  messages: WeakMap<Message, Canvas>;
}

export type Clients = Map<string, Client>;

export function newClient(person: SandboxPerson): Client {
  return { person, views: [], home: null, notices: [], messages: new WeakMap() };
}
