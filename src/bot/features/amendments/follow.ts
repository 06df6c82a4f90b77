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
import { words } from './words.ts';

const name = 'request.followed';
const About = z.object({
  kind: z.enum(['moved', 'calledOff', 'resumed']),
  /** Which of them it is, since the newest one counts. */
  count: z.int(),
});

type FollowDeps = Pick<AmendmentDeps, 'additions' | 'directory'>;

/** When it is tried again, in milliseconds. */
const pause = 60_000;

/**
 * To whoever said it, that the service knows of it now. The message is not there before that is so: building it is what
 * tells the service, again and again until it answers, by whichever process; a repeat changes nothing there.
 */
export function followedMessage(deps: FollowDeps) {
  return defineMessage({
    name,
    label: (language) => words[language].followedLabel,
    about: About,
    is: ofAnyKind,
    async build({ kind, count }, context): Promise<Wording | Held | undefined> {
      const { request, typeOf, language, now } = context;
      // Something newer was said meanwhile, which its own message tells the service.
      if (request.amendments > count) return undefined;
      const sentences = typeOf(request).afterwards?.words(language)[kind];
      if (!sentences) return undefined;
      try {
        const isDone = await tellService(request, context, deps);
        const done = sentences.follows.done(request.context.personName, request.day);
        return isDone ? said(done) : said(`${words[language].notFollowed} ${sentences.advice}`);
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

/** @returns false where the service will not take it, however often it is told. @throws what may be better later */
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

/** As the request stands now. */
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

/** The message, in the transaction of what it follows. */
export function followedAnnouncement(
  { id: requestId, amendments: count }: Request,
  { kind, by }: Pick<Amendment, 'kind' | 'by'>,
): NewMessage {
  const recipient = { channel: by, confidential: true } as const;
  return { requestId, purpose: `followed:${count}`, recipient, name, about: { kind, count } };
}
