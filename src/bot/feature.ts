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
  /** In the row at the top. */
  buttons?: Button[];
  /** Below, in the order of the features. */
  blocks?: KnownBlock[];
  /** Below everything else. */
  footer?: KnownBlock[];
}

export interface RequestPart {
  buttons?: Button[];
  /** Below the entered values, in mrkdwn with typed text escaped. */
  lines?: string[];
}

interface Rehearsed {
  count: number;
  /** Why some are missing, in sentences. */
  but: readonly string[];
}

/** A capability of the bot, created by a function that each feature's folder exports. */
export interface Feature {
  /** Listeners for its commands, shortcuts, buttons, menus and windows, each with the role that may use it. */
  listeners?: readonly Listener[];
  events?: readonly EventListener[];
  /** Its part of App Home, limited to what the viewer may see. */
  home?(viewer: Viewer): Promise<HomePart> | HomePart;
  /** Its part of App Home for every member, also without access. Don't use the viewer's role. */
  memberHome?(viewer: Viewer): Promise<KnownBlock[]>;
  /** Remark about a request in App Home, beyond its state. */
  requestNote?(request: Request, viewer: Viewer): string | undefined;
  /** The feature's buttons for a request, in App Home and on the request's page. */
  requestButtons?(request: Request, viewer: Viewer): Button[];
  /**
   * More for the request's page. The viewer may see the request.
   * @param counts whether no newer request about the person was carried out
   */
  requestPage?(request: Request, viewer: Viewer, counts: boolean): RequestPart | Promise<RequestPart>;
  /** Rehearsal of its messages beyond the plan, for a viewer who may see all of the request. */
  rehearse?: {
    /** Whether there are future messages, as far as known in time. */
    isComing(request: Request, viewer: Viewer): Promise<boolean>;
    /** Sends them to the viewer, once per window. */
    send(request: Request, viewer: Viewer, window: string): Promise<Rehearsed>;
  };
  /** Its message definitions; one that no feature lists is never sent. */
  messages?: readonly MessageDefinition[];
  /** Starts background work: called once, when Slack has identified Frontdesk. */
  begin?(): Promise<void>;
  /** Stops background work, such as a timer: called once, when the bot stops. */
  stop?(): Promise<void>;
}
