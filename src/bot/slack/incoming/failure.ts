import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import { inLanguage } from '../../../language.ts';
import type { Log } from '../../../log.ts';
import { newReference } from '../../../reference.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import { say } from '../messages.ts';
import { acknowledgementOf } from './acknowledgement.ts';
import { answerPrivately } from './answer.ts';
import { beginHandling } from './handling.ts';
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
