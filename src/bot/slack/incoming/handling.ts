import type { Context } from '@slack/bolt';
import { z } from 'zod';
import { none } from '../../../telemetry/telemetry.ts';

/** What becomes of a payload, for those who watch over it: by words that Frontdesk made up, never by what stands in it. */
class Handling {
  readonly kind: string;
  /** What was listened for: the name of a command, the id of a form, a menu or a button. */
  listener: string = none;
  outcome: 'handled' | 'refused' | 'failed' = 'handled';

  constructor(kind: string) {
    this.kind = kind;
  }
}

/** The kinds of payloads that Slack brings (docs.slack.dev/reference/interaction-payloads), and commands and events. */
const kinds: ReadonlySet<string> = new Set([
  'command',
  'shortcut',
  'message_action',
  'block_actions',
  'block_suggestion',
  'view_submission',
  'view_closed',
  'event_callback',
]);

/** Begins to note it. */
export function beginHandling(context: Context, kind: string): Handling {
  const handling = new Handling(kinds.has(kind) ? kind : 'other');
  Object.assign(context, { handling });
  return handling;
}

/** What is noted of the payload that a listener was called for. */
export function handlingOf({ handling }: Context): Handling {
  return z.instanceof(Handling).parse(handling);
}
