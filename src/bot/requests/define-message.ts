import { z } from 'zod';
import type { Language } from '../../language.ts';
import type { Approval } from '../ledger/approvals/look-up.ts';
import type { NewMessage } from '../ledger/outbox/enqueue.ts';
import type { Held, ToldMessage, Wording } from '../ledger/outbox/message.ts';
import type { BuilderOf } from '../ledger/outbox/pending-message.ts';
import type { Problem, Request } from '../ledger/requests/request.ts';
import { fallback } from '../slack/views/blocks.ts';
import type { Audience, TypeOf } from './define-request.ts';
import type { Declined } from './gone.ts';

/** What messages are built from beside what they are about. */
export interface MessageContext {
  settings: Audience & {
    privateChannel: string | undefined;
    timezone: string;
    /** What the organization says in its own words, by what it is for. */
    texts: { readonly [name: string]: string | undefined };
  };
  typeOf: TypeOf;
  /** What its reader reads. */
  language: Language;
  now: Date;
  /** The id of the person, the channel or the window that it goes to. */
  target: string;
  /** How it stands with a request that somebody else has to approve. */
  approvalOf(id: string): Promise<Approval | undefined>;
  /** The messages about a request. */
  toldOf(id: string): Promise<readonly ToldMessage[]>;
  /** Whether nothing was carried out since that changes what the request brought about. */
  isNewest(request: Request): Promise<boolean>;
  /** A refusal, with what is no longer in the service's lists, which are read again for it. */
  declinedOf(request: Request, problem: Problem): Promise<Declined>;
  /** It is only looked at, before anything is sent. */
  isRehearsal?: boolean;
}

/** Undefined where nobody needs the message any more. */
type Built = Wording | Held | undefined | Promise<Wording | Held | undefined>;

/** A message that can be written down, and is built when it is sent. */
export interface MessageDefinition {
  /** Rows with it are stored: it stays as it is. */
  name: string;
  /** What people call it, in a few words. */
  label?: ((language: Language) => string) | undefined;
  /** It is for a later time, and follows from a day: see `defineReminder`. */
  isReminder?: true;
  /** @returns undefined where the message cannot be built from that: another version wrote it, say */
  prepare(about: unknown, request: Request | undefined): ((context: MessageContext) => Built) | undefined;
}

/** To whom a message goes, and what for; one that is built from a request names that. */
type Address<R> = Omit<NewMessage, 'name' | 'about' | 'requestId'> &
  ([R] extends [never] ? { requestId?: never } : { requestId: string });

/** Defines a message. @returns it, with `message` to make one */
export function defineMessage<About extends object, R extends Request = never>(definition: {
  name: string;
  label?: ((language: Language) => string) | undefined;
  about: z.ZodType<About>;
  /** Of which requests it tells; absent where it needs none. */
  is?: (request: Request) => request is R;
  /** What it says, from the request as it is when the message is sent. */
  build(about: About, context: MessageContext & { request: R }): Built;
}) {
  const { name, label, about: schema, is, build } = definition;
  return {
    name,
    label,
    prepare(stored: unknown, request: Request | undefined) {
      const { data } = schema.safeParse(stored);
      if (!data || (is && !(request && is(request)))) return undefined;
      // Who says of no request that it is about it asks for none.
      return (context: MessageContext) => build(data, { ...context, request: request as R });
    },
    message: (address: Address<R>, about: About): NewMessage => ({ ...address, name, about }),
  };
}

/** Defines a message that its request tells alone. */
export function defineRequestMessage<R extends Request>(
  name: string,
  is: (request: Request) => request is R,
  build: (request: R, context: MessageContext) => Built,
  label?: (language: Language) => string,
) {
  const about = z.object({});
  return defineMessage({
    name,
    label,
    about,
    is,
    build: (_none, context) => build(context.request, context),
  });
}

/** For what is told of requests of every kind. */
export function ofAnyKind(_request: Request): _request is Request {
  return true;
}

/**
 * @param contextFor of a message that goes to a person, a channel or a window
 * @throws when two have the same name, which is a mistake in the program
 */
export function messagesByName(
  definitions: readonly MessageDefinition[],
  contextFor: (target: string, request: Request | undefined) => Promise<MessageContext>,
): BuilderOf {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  if (byName.size < definitions.length) throw new Error('Two messages have the same name.');
  return ({ name, about, request }) => {
    const build = byName.get(name)?.prepare(about, request);
    return build && (async (target) => asSent(await build(await contextFor(target, request))));
  };
}

function asSent(built: Wording | Held | undefined): Wording | Held | undefined {
  return built && 'text' in built ? { ...built, text: fallback(built.text) } : built;
}
