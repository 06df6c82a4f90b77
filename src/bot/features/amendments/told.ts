import type { ToldMessage } from '../../ledger/outbox/message.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';
import type { Settings } from '../../storage/settings.ts';
import { say } from './messages.ts';

/** Messages that told people about a request, one per recipient, without the person who makes the change. */
export function toldBefore(
  told: readonly ToldMessage[],
  { afterwards }: RequestType,
  by: string,
): ToldMessage[] {
  const isSelf = ({ recipient }: ToldMessage) => 'channel' in recipient && recipient.channel === by;
  // The requester knows of it even before a message has arrived.
  const isTold = ({ name, isSent }: ToldMessage) =>
    name === afterwards?.outcome || (isSent && afterwards?.announcedBy.includes(name));
  const before = told.filter((one) => isTold(one) && !isSelf(one));
  const byRecipient = new Map(before.map((one) => [JSON.stringify(one.recipient), one]));
  return [...byRecipient.values()];
}

/** Mentions of people and channels, in mrkdwn. */
export function mentionsOf(told: readonly ToldMessage[], { privateChannel }: Settings): string[] {
  const { hr, somebody } = say();
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

/** Changes possible in the request's current state. */
export function possibleOf(request: Request, { afterwards }: RequestType) {
  if (request.state !== 'done' || !afterwards) return [];
  const { moved, calledOff, resumed } = afterwards.words();
  const all: [Amendment['kind'], typeof calledOff | undefined][] =
    request.calledOffAt === null
      ? [
          ['moved', moved],
          ['calledOff', calledOff],
        ]
      : [['resumed', resumed]];
  return all.flatMap(([kind, sentences]) => (sentences ? [{ kind, sentences }] : []));
}
