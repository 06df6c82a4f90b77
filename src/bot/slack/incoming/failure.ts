import type { AnyMiddlewareArgs, App, Context, Middleware, ReceiverEvent } from '@slack/bolt';
import { z } from 'zod';
import { inLanguage } from '../../../language.ts';
import type { Log } from '../../../log.ts';
import { newReference } from '../../../reference.ts';
import { none, type Telemetry } from '../../../telemetry/telemetry.ts';
import { say } from '../messages.ts';
import { acknowledgementOf } from './acknowledgement.ts';
import { acknowledge, answerPrivately } from './answer.ts';
import { languageIn, originOf } from './origin.ts';

/**
 * Logs one line for every payload. An unexpected failure gets a reference, which the person sees.
 * `isPassing`: the database is temporarily unreachable.
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

function beginHandling(context: Context, kind: string): Handling {
  const handling = new Handling(kinds.has(kind) ? kind : 'other');
  Object.assign(context, { handling });
  return handling;
}

export function handlingOf({ handling }: Context): Handling {
  return z.instanceof(Handling).parse(handling);
}

/** Thrown until the workspace is known. Slack redelivers events that get a 500. */
class NotReadyYet extends Error {
  override name = 'NotReadyYet';
}

/**
 * Tracks every payload until its last listener has finished. Over HTTP one can come before `auth.test` is
 * answered: wait a moment, then leave events to Slack's redelivery.
 */
export function followArrivals(app: App, isReady: () => Promise<boolean>) {
  const inHand = new Set<Promise<void>>();
  const processEvent = app.processEvent.bind(app);

  async function arrive(event: ReceiverEvent): Promise<void> {
    if (!(await isReady()) && 'event' in event.body) throw new NotReadyYet();
    await processEvent(event);
  }

  app.processEvent = (event) => {
    const work = arrive(event).finally(() => inHand.delete(work));
    inHand.add(work);
    return work;
  };
  return {
    async finished() {
      while (inHand.size > 0) await Promise.allSettled([...inHand]);
    },
  };
}

/** Answers by the acknowledgement alone, since the Web API can't be reached yet. */
export function refuseWhileStarting(isKnown: () => boolean): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    if (isKnown()) return args.next();
    handlingOf(args.context).outcome = 'refused';
    const { kind } = originOf(args.body);
    // The person's language can't be looked up yet.
    const { starting } = say();
    if (kind === 'command') await acknowledge(args, { response_type: 'ephemeral', text: starting.text });
    if (kind === 'view_submission' || kind === 'block_suggestion')
      await answerPrivately(args, starting.title, starting.text);
  };
}
