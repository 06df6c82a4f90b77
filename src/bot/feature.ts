import type { Button, KnownBlock } from '@slack/types';
import type { Request } from './ledger/requests/request.ts';
import type { MessageDefinition } from './requests/define-message.ts';
import type { EventListener, Listener } from './slack/incoming/listeners.ts';
import type { Viewer } from './slack/incoming/origin.ts';

export type { Viewer } from './slack/incoming/origin.ts';

/** Names of the slash commands, with slash; configurable because other apps may own the usual ones. */
export interface CommandNames {
  newhire: string;
  offboard: string;
  frontdesk: string;
}

export interface HomePart {
  buttons?: Button[];
  blocks?: KnownBlock[];
  footer?: KnownBlock[];
}

export interface RequestPart {
  buttons?: Button[];
  /** Below the entered values, in mrkdwn with typed text escaped. */
  lines?: string[];
}

export interface Feature {
  listeners?: readonly Listener[];
  events?: readonly EventListener[];
  home?(viewer: Viewer): Promise<HomePart> | HomePart;
  /** Its part of App Home for every member, also without access. Don't use the viewer's role. */
  memberHome?(viewer: Viewer): Promise<KnownBlock[]>;
  requestNote?(request: Request, viewer: Viewer): string | undefined;
  requestButtons?(request: Request, viewer: Viewer): Button[];
  /** More for the request's page. `counts`: no newer request about the person was carried out. */
  requestPage?(request: Request, viewer: Viewer, counts: boolean): RequestPart | Promise<RequestPart>;
  /** Its message definitions; one that no feature lists is never sent. */
  messages?: readonly MessageDefinition[];
  /** Starts background work: called once, when Slack has identified Frontdesk. */
  begin?(): Promise<void>;
  /** Stops background work, such as a timer: called once, when the bot stops. */
  stop?(): Promise<void>;
}
