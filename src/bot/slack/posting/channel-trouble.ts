import { commonLanguage, type Language } from '../../../language.ts';
import { words } from '../words.ts';

const prefix = 'unconfirmed:';

/** The code of a message that may be in Slack and cannot be looked for. @param code Slack's word for why not */
export function unconfirmed(code: string): string {
  return prefix + code;
}

export function isUnconfirmed(code: string): boolean {
  return code.startsWith(prefix);
}

/** Whether somebody can mend it, so that a message is worth keeping. People who cannot be written to stay that way. */
export function isMendable(target: string, code: string): boolean {
  return isUnconfirmed(code) || (/^[CG]/.test(target) && adviceFor(code, commonLanguage) !== undefined);
}

/** What to do about Slack's word; undefined where nobody can do anything. */
function adviceFor(code: string, language: Language): string | undefined {
  const { channelAdvice } = words[language];
  // Slack says whom a channel is restricted to: restricted_action_read_only_channel, for example.
  const word = code.startsWith('restricted_action') ? 'restricted_action' : code;
  return Object.hasOwn(channelAdvice, word) ? channelAdvice[word] : undefined;
}

export interface TroubledChannel {
  /** A channel's id, or a person's for the conversation with them. */
  channel: string;
  code: string;
  /** What was for it goes to the people of HR meanwhile. */
  isForHr: boolean;
}

/** What to do about a channel in which Frontdesk cannot write or look, in mrkdwn. */
export function channelTrouble({ channel, code, isForHr }: TroubledChannel, language: Language): string {
  const { unconfirmedAdvice, channelTroubleWords: around } = words[language];
  const name = /^[UW]/.test(channel) ? `<@${channel}>` : `<#${channel}>`;
  if (isUnconfirmed(code)) return unconfirmedAdvice(name, code.slice(prefix.length));
  return [
    around.cannot(name),
    around.whatToDo(adviceFor(code, language) ?? around.unknown),
    isForHr ? around.meanwhileHr : around.meanwhile,
  ].join(' ');
}
