import type { Button, KnownBlock } from '@slack/types';
import type { Only, Viewer } from './access/only.ts';
import type { Request } from './ledger/requests/request.ts';
import type { MessageDefinition } from './requests/define-message.ts';
import type { Listeners } from './slack/incoming/listeners.ts';

export type { Viewer } from './access/only.ts';

/** The names of the slash commands, with their slash; others may own the usual ones. */
export interface CommandNames {
  newhire: string;
  offboard: string;
  frontdesk: string;
}

/** What every feature registers its listeners with. */
export interface ListenerDeps {
  app: Listeners;
  only: Only;
}

/** What a feature shows to somebody in App Home. */
export interface HomePart {
  /** In the row at the top. */
  buttons?: Button[];
  /** Below, in the order of the features. */
  blocks?: KnownBlock[];
  /** Below everything else. */
  footer?: KnownBlock[];
}

/** What a feature shows on the page about a request. */
export interface RequestPart {
  /** Beside the other buttons about it. */
  buttons?: Button[];
  /** Below what was entered. In mrkdwn: what people typed stands in it escaped. */
  lines?: string[];
}

/** What came of a rehearsal of a request. */
interface Rehearsed {
  /** How many messages are sent. */
  count: number;
  /** Why that is not all, in sentences. */
  but: readonly string[];
}

/** One thing that people can do: made of what it uses, by a function that each feature's folder exports. */
export interface Feature {
  /** Registers the listeners, each with `only` in front; does nothing else. */
  register(): void;
  /** What this viewer may see of it in App Home, and nothing else. */
  home?(viewer: Viewer): Promise<HomePart> | HomePart;
  /** What everybody of the workspace sees of it there, also who may nothing else. The viewer's role says nothing. */
  memberHome?(viewer: Viewer): Promise<KnownBlock[]>;
  /** What there is to say about a request in App Home, beyond its state. */
  requestNote?(request: Request, viewer: Viewer): string | undefined;
  /** What is to be done about a request, beyond what can be done about each: in App Home and on the page about it. */
  requestButtons?(request: Request, viewer: Viewer): Button[];
  /**
   * What the page about a request has of it beside that. The viewer may see the request.
   * @param counts whether none about the same person was carried out since
   */
  requestPage?(request: Request, viewer: Viewer, counts: boolean): RequestPart | Promise<RequestPart>;
  /** What it will say of a request beside its plan, to a viewer who may see all of the request. */
  rehearse?: {
    /** Whether something is to come, as far as that is known in time. */
    isComing(request: Request, viewer: Viewer): Promise<boolean>;
    /** Sends it to the viewer, once for each window. */
    send(request: Request, viewer: Viewer, window: string): Promise<Rehearsed>;
  };
  /** What it has Slack told: a message that is in no feature's list is not sent. */
  messages?: readonly MessageDefinition[];
  /** Begins what it does by itself: called once, when Slack has said who Frontdesk is. */
  begin?(): Promise<void>;
  /** Ends what it does by itself, such as a timer: called once, when the bot stops. */
  stop?(): Promise<void>;
}
