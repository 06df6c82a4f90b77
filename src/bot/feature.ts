import type { Button, KnownBlock } from '@slack/types';
import type { Request } from './ledger/requests/request.ts';
import type { MessageDefinition } from './requests/define-message.ts';
import type { Viewer } from './slack/incoming/arrival.ts';
import type { EventListener, Listener } from './slack/incoming/listeners.ts';

export type { Viewer } from './slack/incoming/arrival.ts';

/** Names of the slash commands, with slash; configurable because other apps may own the usual ones. */
export interface CommandNames {
  newhire: string;
  offboard: string;
  frontdesk: string;
}

/** A feature's part of App Home, by the section that it goes to. */
export interface HomePart {
  /** Above everything else: what HR has to fix first. */
  alerts?: KnownBlock[];
  /** Questions to the viewer, a row of blocks each. */
  answers?: KnownBlock[][];
  tasks?: KnownBlock[];
  drafts?: KnownBlock[][];
  buttons?: Button[];
}

export interface RequestPart {
  buttons?: Button[];
  /** In mrkdwn with typed text escaped. */
  lines?: string[];
}

export interface Feature {
  listeners?: readonly Listener[];
  events?: readonly EventListener[];
  home?(viewer: Viewer): Promise<HomePart> | HomePart;
  /** Its rows in the window behind "Settings". */
  settings?(viewer: Viewer): Promise<KnownBlock[]> | KnownBlock[];
  /** Its part of App Home for every member, also without access. Don't use the viewer's role. */
  memberHome?(viewer: Viewer): Promise<KnownBlock[]>;
  requestNote?(request: Request, viewer: Viewer): string | undefined;
  requestButtons?(request: Request, viewer: Viewer): Button[] | Promise<Button[]>;
  /** More for the person's page about a request that counts. */
  personPage?(request: Request, viewer: Viewer): RequestPart | Promise<RequestPart>;
  /** Its message definitions; one that no feature lists is never sent. */
  messages?: readonly MessageDefinition[];
  /** Starts background work: called once, when Slack has identified Frontdesk. */
  begin?(): Promise<void>;
  /** Stops background work, such as a timer: called once, when the bot stops. */
  stop?(): Promise<void>;
}
