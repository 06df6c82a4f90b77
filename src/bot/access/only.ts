import type { AnyMiddlewareArgs, Context, Middleware } from '@slack/bolt';
import type { Log } from '../../log.ts';
import { type AnyArgs, answerPrivately } from '../slack/incoming/answer.ts';
import { originOf } from '../slack/incoming/origin.ts';
import { type Access, type Audience, type Role, suffices } from './access.ts';
import { accessUnknown, refusal, refused } from './messages.ts';

/** `app.command('/newhire', only('hr'), openForm)`: the precondition stands where the listener is registered. */
export type Only = (audience: Audience) => Middleware<AnyMiddlewareArgs>;

/** The middleware that lets an audience through and tells everybody else whom to ask. */
export function createOnly(access: Access, log: Log): Only {
  return (audience) => async (args) => {
    const { userId, teamId, kind } = originOf(args.body);
    const role = await access.roleOf(userId, teamId).catch((error: unknown) => unknownTo(args, error, log));
    if (!role) return;
    args.context.role = role;
    if (suffices(role, audience)) return args.next();
    if (kind === 'event_callback') return;
    await answerPrivately(args, refused, refusal(role, access.lists()));
  };
}

/** Somebody whom it let in. */
export interface Viewer {
  userId: string;
  role: 'hr' | 'manager';
}

/** Who a payload is from, as `only` found them to be. */
export function viewerOf({ body, context }: { body: unknown; context: Context }): Viewer {
  return { userId: originOf(body).userId, role: context.role === 'hr' ? 'hr' : 'manager' };
}

/** Slack cannot be asked, and nothing that it said before may be believed any more: nobody may. */
async function unknownTo(args: AnyArgs, error: unknown, log: Log): Promise<Role | undefined> {
  if (originOf(args.body).kind === 'event_callback') throw error;
  log.warn({ err: error }, 'Slack cannot be asked who may');
  await answerPrivately(args, refused, accessUnknown);
  return undefined;
}

/**
 * The first of all middlewares. A command and a shortcut need no answer but the acknowledgement, so they get it before
 * anything is asked or even looked for: Slack waits three seconds for it, whatever else there is to do.
 */
export const acknowledgeFirst: Middleware<AnyMiddlewareArgs> = async (args) => {
  const { kind } = originOf(args.body);
  if (kind === 'command' || kind === 'shortcut' || kind === 'message_action') {
    await acknowledge(args);
    // Node sends it only when the promises at hand are through, and the work that follows is one of them.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await args.next();
};

async function acknowledge(args: AnyArgs): Promise<void> {
  if (!('ack' in args) || !args.ack) return;
  const ack: () => Promise<void> = args.ack;
  await ack();
}
