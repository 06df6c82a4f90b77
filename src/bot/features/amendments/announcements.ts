import { z } from 'zod';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { ToldMessage } from '../../ledger/outbox/message.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import { defineMessage, ofAnyKind } from '../../requests/define-message.ts';
import type { RequestType } from '../../requests/define-request.ts';
import { followedAnnouncement } from './follow.ts';
import { amendedMessage } from './form.ts';
import { toldBefore } from './told.ts';
import { words } from './words.ts';

const About = z.object({
  kind: z.enum(['moved', 'calledOff', 'resumed']),
  day: z.string().nullable(),
  before: z.string().nullable(),
  by: z.string(),
  /** Which of them it is, since the newest one counts. */
  count: z.int(),
  /** Whether the reader can do something at the service. */
  withAdvice: z.boolean(),
  /** Whether Frontdesk does what follows from it at the service. */
  follows: z.boolean().default(false),
});

/** To everybody who was told of the request. */
const amended = defineMessage({
  name: 'request.amended',
  label: (language) => words[language].messageLabel,
  about: About,
  is: ofAnyKind,
  build: (about, { request, settings, typeOf, language }) =>
    // Something newer was said meanwhile, and is told too.
    request.amendments > about.count
      ? undefined
      : amendedMessage(request, about, { type: typeOf(request), settings }, language),
});

export const amendmentMessages = [amended];
export const amendedMessageName = amended.name;

/** Who hears of an amendment: those who heard of the request, at the same places. */
export function amendedAnnouncements(
  request: Request,
  { kind, day, before, by, isEnded = false }: Amendment,
  { told, type, follows }: { told: readonly ToldMessage[]; type: RequestType; follows: boolean },
): NewMessage[] {
  const { id: requestId, amendments: count, requester } = request;
  const said = toldBefore(told, type, by).map(({ recipient, purpose }) => {
    const isRequester = 'channel' in recipient && recipient.channel === requester;
    // The offboarding itself does what is to be done at the service.
    const withAdvice = !isEnded && ('hr' in recipient || isRequester);
    const about = { kind, day, before, by, count, withAdvice, follows };
    return amended.message({ requestId, purpose: `amended:${count}:${purpose}`, recipient }, about);
  });
  return follows && !isEnded ? [...said, followedAnnouncement(request, { kind, by })] : said;
}
