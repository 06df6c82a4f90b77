import { z } from 'zod';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { ToldMessage } from '../../ledger/outbox/message.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import { defineMessage, ofAnyKind } from '../../requests/define-message.ts';
import type { RequestType } from '../../requests/define-request.ts';
import { followedAnnouncement } from './follow.ts';
import { amendedMessage } from './form.ts';
import { say } from './messages.ts';
import { toldBefore } from './told.ts';

const About = z.object({
  kind: z.enum(['moved', 'calledOff', 'resumed']),
  day: z.string().nullable(),
  before: z.string().nullable(),
  by: z.string(),
  /** Number of the amendment: only the newest one counts. */
  count: z.int(),
  /** Whether the reader can do something in the service. */
  withAdvice: z.boolean(),
  /** Whether Frontdesk makes the change in the service. */
  follows: z.boolean().default(false),
});

/** To everyone who was told about the request. */
const amended = defineMessage({
  name: 'request.amended',
  label: () => say().messageLabel,
  about: About,
  is: ofAnyKind,
  build: (about, { request, settings, typeOf }) =>
    // A newer amendment has a message of its own.
    request.amendments > about.count
      ? undefined
      : amendedMessage(request, about, { type: typeOf(request), settings }),
});

export const amendmentMessages = [amended];
export const amendedMessageName = amended.name;

/** Messages about an amendment, to the recipients of the request's messages, in the same places. */
export function amendedAnnouncements(
  request: Request,
  { kind, day, before, by, isEnded = false }: Amendment,
  { told, type, follows }: { told: readonly ToldMessage[]; type: RequestType; follows: boolean },
): NewMessage[] {
  const { id: requestId, amendments: count, requester } = request;
  const said = toldBefore(told, type, by).map(({ recipient, purpose }) => {
    const isRequester = 'channel' in recipient && recipient.channel === requester;
    // If an offboarding ended the start, the offboarding makes the changes in the service.
    const withAdvice = !isEnded && ('hr' in recipient || isRequester);
    const about = { kind, day, before, by, count, withAdvice, follows };
    return amended.message({ requestId, purpose: `amended:${count}:${purpose}`, recipient }, about);
  });
  return follows && !isEnded ? [...said, followedAnnouncement(request, { kind, by })] : said;
}
