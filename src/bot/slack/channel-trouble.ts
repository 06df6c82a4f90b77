import { channelAdvice } from './messages.ts';

/** Whether somebody can mend it, so that a message is worth keeping. People who cannot be written to stay that way. */
export function isMendable(channel: string, code: string): boolean {
  return /^[CG]/.test(channel) && Object.hasOwn(channelAdvice, code);
}
