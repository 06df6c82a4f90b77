import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import { inLanguage } from '../../../language.ts';
import { type Log, newReference } from '../../../log.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import { say } from '../messages.ts';
import { type AnyArgs, acknowledge, answerPrivately } from './answer.ts';
import { arrivalOf, languageIn, originOf } from './arrival.ts';

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
    const arrival = arrivalOf(args.context);
    const result = await telemetry.observe('payload', arrival, async () => {
      try {
        await args.next();
        return undefined;
      } catch (error) {
        arrival.outcome = 'failed';
        return { error };
      }
    });
    const { kind, listener, outcome, took: seconds } = arrival;
    if (seconds !== undefined) telemetry.record('acknowledged', { kind, listener, seconds });
    const line = { kind, listener, outcome, milliseconds: Math.round(arrival.passed) };
    if (result) await inLanguage(languageIn(args.context), () => tell(args, line, result.error));
    else log.info(line, 'what Slack brought was handled');
  };

  async function tell(args: AnyArgs, line: { kind: string }, error: unknown) {
    const reference = newReference('E');
    log.error({ reference, ...line, err: error }, 'a listener failed');
    // Nobody waits for an answer after closing a window.
    if (line.kind === 'view_closed') return;
    const { failed, databaseAway } = say();
    const said = isPassing(error) ? databaseAway : failed;
    await answerPrivately(args, said.title, said.text(reference)).catch((err: unknown) => {
      log.error({ reference, err }, 'the failure could not be shown to the person');
    });
  }
}

/** Answers by the acknowledgement alone, since the Web API can't be reached yet. */
export function refuseWhileStarting(isKnown: () => boolean): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    if (isKnown()) return args.next();
    arrivalOf(args.context).outcome = 'refused';
    const { kind } = originOf(args.body);
    // The person's language can't be looked up yet.
    const { starting } = say();
    if (kind === 'command') await acknowledge(args, { response_type: 'ephemeral', text: starting.text });
    if (kind === 'view_submission' || kind === 'block_suggestion')
      await answerPrivately(args, starting.title, starting.text);
  };
}
