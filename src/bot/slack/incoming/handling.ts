import type { Context } from '@slack/bolt';
import { z } from 'zod';
import { none } from '../../../telemetry/telemetry.ts';

/** Labels of a payload for logs and metrics: our own names only, never its content. */
class Handling {
  readonly kind: string;
  /** Name of the command, or id of the form, menu or button. */
  listener: string = none;
  outcome: 'handled' | 'refused' | 'failed' = 'handled';

  constructor(kind: string) {
    this.kind = kind;
  }
}

/** Kinds of payloads (docs.slack.dev/reference/interaction-payloads), plus commands and events. */
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

/** Starts tracking a payload in its context. */
export function beginHandling(context: Context, kind: string): Handling {
  const handling = new Handling(kinds.has(kind) ? kind : 'other');
  Object.assign(context, { handling });
  return handling;
}

/** Handling of a listener's payload. */
export function handlingOf({ handling }: Context): Handling {
  return z.instanceof(Handling).parse(handling);
}
