import { z } from 'zod';
import type { PersonChange } from '../../../contract/additions/people.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Held, Wording } from '../../ledger/outbox/message.ts';
import type { Amendment, Request } from '../../ledger/requests/request.ts';
import { NotConnected } from '../../onboarding/client/client.ts';
import { OnboardingFailure, Refused } from '../../onboarding/client/errors.ts';
import { defineMessage, type MessageContext, ofAnyKind } from '../../requests/define-message.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import type { AmendmentDeps } from './deps.ts';
import { say } from './messages.ts';

const name = 'request.followed';
const About = z.object({
  kind: z.enum(['moved', 'calledOff', 'resumed']),
  /** Number of the amendment: only the newest one counts. */
  count: z.int(),
});

type FollowDeps = Pick<AmendmentDeps, 'additions' | 'directory'>;

/** Delay before a retry, in milliseconds. */
const pause = 60_000;

/**
 * Tells the person who made a change that the service has it. Building the message makes the change in the service,
 * retried by any process until the service answers; a repeat changes nothing there.
 */
export function followedMessage(deps: FollowDeps) {
  return defineMessage({
    name,
    label: () => say().followedLabel,
    about: About,
    is: ofAnyKind,
    async build({ kind, count }, context): Promise<Wording | Held | undefined> {
      const { request, typeOf, now } = context;
      // A newer amendment's own message updates the service.
      if (request.amendments > count) return undefined;
      const sentences = typeOf(request).afterwards?.words()[kind];
      if (!sentences) return undefined;
      try {
        const isDone = await tellService(request, context, deps);
        const done = sentences.follows.done(request.context.personName, request.day);
        return isDone ? said(done) : said(`${say().notFollowed} ${sentences.advice}`);
      } catch (error) {
        if (isPassing(error)) return { later: new Date(now.getTime() + pause) };
        throw error;
      }
    },
  });
}

function said(text: string): Wording {
  return { text, blocks: [paragraph(text)] };
}

/** @returns false if the service won't take the change, even on a retry @throws when a later attempt may succeed */
async function tellService(
  request: Request,
  { typeOf }: Pick<MessageContext, 'typeOf'>,
  { additions, directory }: FollowDeps,
): Promise<boolean> {
  const { tasks } = typeOf(request);
  const user = tasks?.personOf(request) ?? directory.current()?.peopleByEmail.get(request.subject)?.id;
  const change = user === undefined || !tasks ? undefined : changeOf(request, user, tasks.kind);
  if (!change) return false;
  try {
    await additions.changePerson(change);
    return true;
  } catch (error) {
    if (error instanceof Refused && ['invalid', 'missing'].includes(error.reason)) return false;
    throw error;
  }
}

/** The request's current state as a change for the service. */
function changeOf(
  { day, calledOffAt }: Request,
  user: number,
  kind: NonNullable<PersonChange['drop_open']>,
): PersonChange | undefined {
  if (calledOffAt !== null) return { user, drop_open: kind };
  return kind === 'onboarding' && day !== null ? { user, start_day: day } : undefined;
}

function isPassing(error: unknown): boolean {
  return error instanceof OnboardingFailure || error instanceof NotConnected;
}

/** The message about the service, to enqueue in the amendment's own transaction. */
export function followedAnnouncement(
  { id: requestId, amendments: count }: Request,
  { kind, by }: Pick<Amendment, 'kind' | 'by'>,
): NewMessage {
  const recipient = { channel: by, confidential: true } as const;
  return { requestId, purpose: `followed:${count}`, recipient, name, about: { kind, count } };
}
