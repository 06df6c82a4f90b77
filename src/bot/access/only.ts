import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import { inLanguage } from '../../language.ts';
import type { Log } from '../../log.ts';
import { type AnyArgs, acknowledge, answerPrivately } from '../slack/incoming/answer.ts';
import { arrivalOf } from '../slack/incoming/arrival.ts';
import { type Only, originOf } from '../slack/incoming/origin.ts';
import { type Access, suffices } from './access.ts';
import { say } from './messages.ts';

export function createOnly(access: Access, log: Log): Only {
  return (audience, isUnasked) => async (args) => {
    const { userId, teamId, kind } = originOf(args.body);
    const isQuiet = isUnasked || needsNoRefusal(kind);
    const known = await access
      .whoIs(userId, teamId)
      .catch((error: unknown) => unknownTo(args, error, { isQuiet, log }));
    const arrival = arrivalOf(args.context);
    arrival.outcome = 'refused';
    if (!known) return;
    const { role, language } = known;
    Object.assign(args.context, { role, language });
    return inLanguage(language, async () => {
      if (suffices(role, audience)) {
        arrival.outcome = 'handled';
        return args.next();
      }
      if (isQuiet) return leaveUntold(args);
      const { refused, refusal } = say();
      await answerPrivately(args, refused, refusal(role, access.lists()));
    });
  };
}

function needsNoRefusal(kind: string): boolean {
  return kind === 'event_callback' || kind === 'view_closed';
}

/** Acknowledges changes of a field, which otherwise get a warning sign in Slack. */
async function leaveUntold(args: AnyArgs): Promise<undefined> {
  if (originOf(args.body).kind === 'block_actions') await acknowledge(args, undefined);
}

/** Denies access, because Slack can't be asked and no cached answer is recent enough. */
async function unknownTo(
  args: AnyArgs,
  error: unknown,
  { isQuiet, log }: { isQuiet: boolean; log: Log },
): Promise<undefined> {
  if (originOf(args.body).kind === 'event_callback') throw error;
  log.warn({ err: error }, 'Slack cannot be asked who may');
  if (isQuiet) return leaveUntold(args);
  const { refused, accessUnknown } = say();
  await answerPrivately(args, refused, accessUnknown);
  return undefined;
}

const needNoAnswer: ReadonlySet<string> = new Set(['command', 'shortcut', 'message_action', 'view_closed']);

/**
 * First middleware: acknowledges commands, shortcuts and closed windows before any other work, since Slack waits only
 * three seconds.
 */
export const acknowledgeFirst: Middleware<AnyMiddlewareArgs> = async (args) => {
  const { kind } = originOf(args.body);
  const isFirst = needNoAnswer.has(kind);
  if (isFirst && 'ack' in args && args.ack) {
    const ack: () => Promise<void> = args.ack;
    await ack();
    // Node sends it only after pending microtasks, which would include the work that follows.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await args.next();
};
