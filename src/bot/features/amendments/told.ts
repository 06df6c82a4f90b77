import type { Language } from '../../../language.ts';
import type { ToldMessage } from '../../ledger/outbox/message.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';
import type { Settings } from '../../storage/settings.ts';
import { words } from './words.ts';

/**
 * The messages by which people heard of a request: each recipient once, without whoever says something of it now.
 */
export function toldBefore(
  told: readonly ToldMessage[],
  { afterwards }: RequestType,
  by: string,
): ToldMessage[] {
  const isSelf = ({ recipient }: ToldMessage) => 'channel' in recipient && recipient.channel === by;
  // Whoever asked for it knows of it, whatever has reached them so far.
  const isTold = ({ name, isSent }: ToldMessage) =>
    name === afterwards?.outcome || (isSent && afterwards?.announcedBy.includes(name));
  const before = told.filter((one) => isTold(one) && !isSelf(one));
  const byRecipient = new Map(before.map((one) => [JSON.stringify(one.recipient), one]));
  return [...byRecipient.values()];
}

/** Who they are, in mrkdwn: mentions of people and channels. */
export function mentionsOf(
  told: readonly ToldMessage[],
  { privateChannel }: Settings,
  language: Language,
): string[] {
  const { hr, somebody } = words[language];
  const mentions = told.map(({ recipient, target, purpose }) => {
    if ('channel' in recipient) return mention(recipient.channel);
    if ('hr' in recipient) return privateChannel === undefined ? hr : mention(privateChannel);
    return target === undefined ? somebody(purpose) : mention(target);
  });
  return [...new Set(mentions)];
}

function mention(id: string): string {
  return /^[UW]/.test(id) ? `<@${id}>` : `<#${id}>`;
}

/** What can be said of a request as it stands. */
export function possibleOf(request: Request, { afterwards }: RequestType, language: Language) {
  if (request.state !== 'done' || !afterwards) return [];
  const { moved, calledOff, resumed } = afterwards.words(language);
  const all: [Amendment['kind'], typeof calledOff | undefined][] =
    request.calledOffAt === null
      ? [
          ['moved', moved],
          ['calledOff', calledOff],
        ]
      : [['resumed', resumed]];
  return all.flatMap(([kind, sentences]) => (sentences ? [{ kind, sentences }] : []));
}
