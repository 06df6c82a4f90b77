import { say } from '../messages.ts';

const prefix = 'unconfirmed:';

/**
 * Code of a message that may be in Slack and can't be looked up.
 * @param code Slack's error code for the lookup
 */
export function unconfirmed(code: string): string {
  return prefix + code;
}

export function isUnconfirmed(code: string): boolean {
  return code.startsWith(prefix);
}

/**
 * Whether somebody can fix the problem, so that the message is worth keeping. A person who can't be messaged stays
 * that way.
 */
export function isMendable(target: string, code: string): boolean {
  return isUnconfirmed(code) || (/^[CG]/.test(target) && adviceFor(code) !== undefined);
}

function adviceFor(code: string): string | undefined {
  const { channelAdvice } = say();
  // Slack adds the restriction's kind, for example restricted_action_read_only_channel.
  const word = code.startsWith('restricted_action') ? 'restricted_action' : code;
  return Object.hasOwn(channelAdvice, word) ? channelAdvice[word] : undefined;
}

export interface TroubledChannel {
  /** Id of a channel, or of a person for the direct messages with them. */
  channel: string;
  code: string;
  /** HR gets the channel's messages directly meanwhile. */
  isForHr: boolean;
}

/** Describes a channel that Frontdesk can't post to or read, with advice, in mrkdwn. */
export function channelTrouble({ channel, code, isForHr }: TroubledChannel): string {
  const { unconfirmedAdvice, channelTroubleWords: around } = say();
  const name = /^[UW]/.test(channel) ? `<@${channel}>` : `<#${channel}>`;
  if (isUnconfirmed(code)) return unconfirmedAdvice(name, code.slice(prefix.length));
  return [
    around.cannot(name),
    around.whatToDo(adviceFor(code) ?? around.unknown),
    isForHr ? around.meanwhileHr : around.meanwhile,
  ].join(' ');
}
