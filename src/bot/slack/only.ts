import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import { type Access, type Audience, refusal, suffices } from './access.ts';
import { type AnyArgs, answerPrivately } from './answer.ts';
import { originOf } from './origin.ts';

/** `app.command('/newhire', only('hr'), openForm)`: the precondition stands where the listener is registered. */
export type Only = (audience: Audience) => Middleware<AnyMiddlewareArgs>;

/** The middleware that lets an audience through and tells everybody else whom to ask. */
export function createOnly(access: Access): Only {
  return (audience) => async (args) => {
    const { userId, teamId, kind } = originOf(args.body);
    // A command and a shortcut need no answer but the acknowledgement, so they get it before anything is asked.
    if (kind === 'command' || kind === 'shortcut' || kind === 'message_action') await acknowledge(args);
    const standing = await access.standingOf(userId, teamId);
    args.context.standing = standing;
    if (suffices(standing, audience)) return args.next();
    if (kind === 'event_callback') return;
    await answerPrivately(args, 'Not for you', refusal(standing, access.lists()));
  };
}

async function acknowledge(args: AnyArgs): Promise<void> {
  if (!('ack' in args) || !args.ack) return;
  const ack: () => Promise<void> = args.ack;
  await ack();
}
