import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { PersonChange } from '../../../contract/employee.ts';
import type { Bot } from '../../bot.ts';
import { calendarRow } from '../../calendar/entry.ts';
import type { NewMessage, ToldMessage } from '../../ledger/outbox/message.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import { asReply, defineMessage, defineMessageWith, ofAnyKind } from '../../requests/define-message.ts';
import type { AmendmentWords, RequestType } from '../../requests/define-request.ts';
import { subjectOf } from '../../requests/employees.ts';
import { changePerson } from '../../requests/follow.ts';
import { messageOf, profileBlocks } from '../../requests/result-views.ts';
import { markedNote, paragraph } from '../../slack/views/blocks.ts';
import type { Settings } from '../../storage/settings.ts';
import { say } from './messages.ts';

/** `count` is the number of changes to the request, this one included: only the newest is announced. */
const Changed = z.object({ kind: z.enum(['moved', 'calledOff', 'resumed']), count: z.int() });

/** Makes a change in the onboarding service, and tells its author only if that fails. */
export const followedMessage = defineMessageWith({
  name: 'request.followed',
  label: () => say().followedLabel,
  about: Changed,
  is: ofAnyKind,
  async build({ kind, count }, { request, typeOf, now }, services: Pick<Bot, 'additions' | 'directory'>) {
    // A newer change has a message of its own, which changes the service.
    if (request.amendments > count) return undefined;
    const type = typeOf(request);
    const sentences = type.afterwards?.words()[kind];
    if (!sentences) return undefined;
    const user = subjectOf(request, type, services);
    const change = user === undefined || !type.tasks ? undefined : changeOf(request, user, type.tasks.kind);
    return changePerson(change, `${say().notFollowed} ${sentences.advice}`, { ...services, now });
  },
});

function changeOf(
  { day, calledOffAt }: Request,
  user: number,
  kind: NonNullable<PersonChange['drop_open']>,
): PersonChange | undefined {
  if (calledOffAt !== null) return { user, drop_open: kind };
  return kind === 'onboarding' && day !== null ? { user, start_day: day } : undefined;
}

export const amendedMessage = asReply(
  defineMessage({
    name: 'request.amended',
    label: () => say().messageLabel,
    about: Changed.extend({
      day: z.string().nullable(),
      before: z.string().nullable(),
      by: z.string(),
      /** Whether the recipient can change anything in the onboarding service. */
      withAdvice: z.boolean(),
      /** Whether Frontdesk makes the change there itself. */
      follows: z.boolean().default(false),
    }),
    is: ofAnyKind,
    async build({ kind, by, count, withAdvice, follows, ...days }, context) {
      const { request, settings, typeOf, target } = context;
      const { afterwards } = typeOf(request);
      const sentences = afterwards?.words()[kind];
      if (request.amendments > count || !sentences) return undefined;
      const message = messageOf(
        sentences.said(request.context.personName, days),
        ...(withAdvice ? adviceBlocks(request, sentences, { settings, follows }) : []),
        ...(await calendarRow(request, context, days.before)),
        markedNote(say().saidBy(by)),
      );
      // The announcement in a channel is updated.
      const isQuiet = afterwards?.rewritten !== undefined && /^[CG]/.test(target);
      return { ...message, ...(isQuiet && { isQuiet }) };
    },
  }),
);

export function amendedAnnouncements(
  request: Request,
  { kind, day, before, by, isEnded = false }: Amendment,
  { told, type, follows }: { told: readonly ToldMessage[]; type: RequestType; follows: boolean },
): NewMessage[] {
  const { id: requestId, amendments: count, requester } = request;
  const announced = recipientsBefore(told, type, by).map(({ recipient, purpose }) => {
    const isRequester = 'channel' in recipient && recipient.channel === requester;
    // If an offboarding ended the start, the offboarding makes the changes in the service.
    const withAdvice = !isEnded && ('hr' in recipient || isRequester);
    const about = { kind, day, before, by, count, withAdvice, follows };
    return amendedMessage.message({ requestId, purpose: `amended:${count}:${purpose}`, recipient }, about);
  });
  if (!follows || isEnded) return announced;
  const recipient = { channel: by, confidential: true } as const;
  const address = { requestId, purpose: `followed:${count}`, recipient };
  return [...announced, followedMessage.message(address, { kind, count })];
}

/** Without messages to people who were the manager or buddy only before a change. */
export function stillConcerned(
  told: readonly ToldMessage[],
  request: Request,
  { concerns, managerOf }: RequestType,
): ToldMessage[] {
  const concerned = concerns?.(request) ?? [];
  const isConcerned = (id: number) => concerned.some((one) => 'employee' in one && one.employee === id);
  return told.filter(
    ({ recipient }) => !managerOf || !('employee' in recipient) || isConcerned(recipient.employee),
  );
}

/**
 * The messages that notified people of the request, one per recipient, without the author of the change. The requester
 * counts as notified before their message is sent.
 * @param by Slack user id of the author
 */
export function recipientsBefore(
  told: readonly ToldMessage[],
  { afterwards }: RequestType,
  by: string,
): ToldMessage[] {
  const isAuthor = ({ recipient }: ToldMessage) => 'channel' in recipient && recipient.channel === by;
  const isTold = ({ name, isSent }: ToldMessage) =>
    name === afterwards?.outcome || (isSent && afterwards?.announcedBy.includes(name));
  const before = told.filter((one) => isTold(one) && !isAuthor(one));
  return [...new Map(before.map((one) => [JSON.stringify(one.recipient), one])).values()];
}

export function adviceBlocks(
  request: Request,
  sentences: Pick<AmendmentWords, 'advice' | 'follows'>,
  { settings, follows }: { settings: Pick<Settings, 'profileUrl'>; follows: boolean },
): KnownBlock[] {
  const text = follows ? sentences.follows : sentences.advice;
  return [paragraph(text), ...profileBlocks(request, settings.profileUrl)];
}
