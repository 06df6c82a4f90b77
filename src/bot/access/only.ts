import type { AnyMiddlewareArgs, Context, Middleware } from '@slack/bolt';
import type { Language } from '../../language.ts';
import type { Log } from '../../log.ts';
import { type AnyArgs, acknowledge, answerPrivately } from '../slack/incoming/answer.ts';
import { handlingOf } from '../slack/incoming/handling.ts';
import { originOf } from '../slack/incoming/origin.ts';
import { languageIn } from '../slack/incoming/reader.ts';
import { type Access, type Audience, suffices } from './access.ts';
import { words } from './words.ts';

/**
 * `app.command('/newhire', only('hr'), openForm)`: the precondition stands where the listener is registered. `unasked`:
 * people ask for nothing by it, as with each letter they type, so that they aren't told when it's refused.
 */
export type Only = (audience: Audience, unasked?: 'unasked') => Middleware<AnyMiddlewareArgs>;

/** The middleware that lets an audience through and tells everybody else whom to ask. */
export function createOnly(access: Access, log: Log): Only {
  return (audience, unasked) => async (args) => {
    const { userId, teamId, kind } = originOf(args.body);
    const isQuiet = unasked !== undefined || isUnasked(kind);
    const known = await access
      .whoIs(userId, teamId)
      .catch((error: unknown) => unknownTo(args, error, { isQuiet, log }));
    const handling = handlingOf(args.context);
    handling.outcome = 'refused';
    if (!known) return;
    const { role, language } = known;
    Object.assign(args.context, { role, language });
    if (suffices(role, audience)) {
      handling.outcome = 'handled';
      return args.next();
    }
    if (isQuiet) return leaveUntold(args);
    const { refused, refusal } = words[language];
    await answerPrivately(args, refused, refusal(role, access.lists()));
  };
}

/** Nobody waits for an answer to what happened, or to a window that they closed. */
function isUnasked(kind: string): boolean {
  return kind === 'event_callback' || kind === 'view_closed';
}

/** Slack shows a warning sign beside a field whose change nobody acknowledges. */
async function leaveUntold(args: AnyArgs): Promise<undefined> {
  if (originOf(args.body).kind === 'block_actions') await acknowledge(args, undefined);
}

/** Somebody whom it let in. */
export interface Viewer {
  userId: string;
  role: 'hr' | 'manager';
  language: Language;
}

/** Who a payload is from, as `only` found them to be. */
export function viewerOf({ body, context }: { body: unknown; context: Context }): Viewer {
  const role = context.role === 'hr' ? 'hr' : 'manager';
  return { userId: originOf(body).userId, role, language: languageIn(context) };
}

/** Slack cannot be asked, and nothing that it said before may be believed any more: nobody may. */
async function unknownTo(
  args: AnyArgs,
  error: unknown,
  { isQuiet, log }: { isQuiet: boolean; log: Log },
): Promise<undefined> {
  if (originOf(args.body).kind === 'event_callback') throw error;
  log.warn({ err: error }, 'Slack cannot be asked who may');
  if (isQuiet) return leaveUntold(args);
  const { refused, accessUnknown } = words[languageIn(args.context)];
  await answerPrivately(args, refused, accessUnknown);
  return undefined;
}

/** The kinds of payloads to which Slack takes no answer but the acknowledgement. */
const needNoAnswer: ReadonlySet<string> = new Set(['command', 'shortcut', 'message_action', 'view_closed']);

/**
 * The first of all middlewares. A command, a shortcut and a closed window get their acknowledgement before
 * anything is asked or even looked for: Slack waits three seconds for it, whatever else there is to do.
 */
export const acknowledgeFirst: Middleware<AnyMiddlewareArgs> = async (args) => {
  const { kind } = originOf(args.body);
  const isFirst = needNoAnswer.has(kind);
  if (isFirst && 'ack' in args && args.ack) {
    const ack: () => Promise<void> = args.ack;
    await ack();
    // Node sends it only when the promises at hand are through, and the work that follows is one of them.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await args.next();
};
