import type { AnyMiddlewareArgs, Context, Middleware } from '@slack/bolt';
import { z } from 'zod';
import { inLanguage } from '../../../language.ts';
import type { Log } from '../../../log.ts';
import { newReference } from '../../../reference.ts';
import { none, type Telemetry } from '../../../telemetry/telemetry.ts';
import { say } from '../messages.ts';
import { acknowledgementOf } from './acknowledgement.ts';
import { answerPrivately } from './answer.ts';
import { originOf } from './origin.ts';
import { languageIn } from './reader.ts';

/**
 * Logs one line for every payload. An unexpected failure is logged with its cause and a reference, and the person
 * gets the reference.
 * @param isPassing whether the database is temporarily unreachable
 */
export function failures(
  log: Log,
  telemetry: Telemetry,
  isPassing: (error: unknown) => boolean,
): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    const began = performance.now();
    const handling = beginHandling(args.context, kindOf(args.body));
    const result = await telemetry.observe('payload', handling, async () => {
      try {
        await args.next();
        return undefined;
      } catch (error) {
        handling.outcome = 'failed';
        return { error };
      }
    });
    const { kind, listener, outcome } = handling;
    const seconds = acknowledgementOf(args.context).took;
    if (seconds !== undefined) telemetry.record('acknowledged', { kind, listener, seconds });
    const line = { kind, listener, outcome, milliseconds: Math.round(performance.now() - began) };
    if (result) await inLanguage(languageIn(args.context), () => tell(args, line, result.error));
    else log.info(line, 'what Slack brought was handled');
  };

  async function tell(
    args: Parameters<Middleware<AnyMiddlewareArgs>>[0],
    line: { kind: string },
    error: unknown,
  ) {
    const reference = newReference('E');
    log.error({ reference, ...line, err: error }, 'a listener failed');
    // Nobody waits for an answer after closing a window.
    if (line.kind === 'view_closed') return;
    const { failed, databaseAway } = say();
    const said = isPassing(error) ? databaseAway : failed;
    await answerPrivately(args, said.title, said.text(reference)).catch((err: unknown) => {
      log.error({ reference, err }, 'the person could not be told of the failure');
    });
  }
}

function kindOf(body: unknown): string {
  try {
    return originOf(body).kind;
  } catch {
    return 'unknown';
  }
}

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
function beginHandling(context: Context, kind: string): Handling {
  const handling = new Handling(kinds.has(kind) ? kind : 'other');
  Object.assign(context, { handling });
  return handling;
}

/** Handling of a listener's payload. */
export function handlingOf({ handling }: Context): Handling {
  return z.instanceof(Handling).parse(handling);
}
