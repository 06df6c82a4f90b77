import { z } from 'zod';
import type { Approval } from '../ledger/approvals.ts';
import type { Held, NewMessage, ToldMessage, Wording } from '../ledger/outbox/message.ts';
import type { BuilderOf } from '../ledger/outbox/pending-message.ts';
import type { Problem, Request } from '../ledger/requests/request.ts';
import { fallback } from '../slack/views/blocks.ts';
import type { Audience, Declined, TypeOf } from './define-request.ts';

export interface MessageContext {
  settings: Audience & {
    privateChannel: string | undefined;
    timezone: string;
    texts: { readonly [name: string]: string | undefined };
  };
  typeOf: TypeOf;
  now: Date;
  target: string;
  approvalOf(id: string): Promise<Approval | undefined>;
  toldOf(id: string): Promise<readonly ToldMessage[]>;
  /** Upcoming starts whose manager or buddy is this employee. */
  startsWith(employee: number): Promise<readonly Request[]>;
  /** Whether no later request changed the result of this one. */
  isNewest(request: Request): Promise<boolean>;
  /** Adds to a refusal what is no longer in the service's lists; reads them again. */
  declinedOf(request: Request, problem: Problem): Promise<Declined>;
  /** Other requests that the same message is about: see `NewMessage.together`. */
  others?: readonly Request[];
  /** Built for display, before anything is sent. */
  isRehearsal?: boolean;
}

type Built = Wording | Held | undefined | Promise<Wording | Held | undefined>;

export interface MessageDefinition {
  /** Stored in rows; must not change. */
  name: string;
  label?: (() => string) | undefined;
  /** Sent at a later time that depends on a day: see `defineReminder`. */
  isReminder?: true;
  /** See `Wording`. */
  isReply?: true;
  /** @returns undefined if the message can't be built from that, because another version stored it, for example */
  prepare(about: unknown, request: Request | undefined): ((context: MessageContext) => Built) | undefined;
}

type Address<R> = Omit<NewMessage, 'name' | 'about' | 'requestId'> &
  ([R] extends [never] ? { requestId?: never } : { requestId: string });

interface Definition<About, R extends Request, Services extends unknown[]> {
  name: string;
  label?: (() => string) | undefined;
  about: z.ZodType<About>;
  is?: (request: Request) => request is R;
  build(about: About, context: MessageContext & { request: R }, ...services: Services): Built;
}

/** `message` of the definition creates one. */
export function defineMessage<About extends object, R extends Request = never>(
  definition: Definition<About, R, []>,
) {
  const { name, label, about: schema, is, build } = definition;
  return {
    name,
    label,
    prepare(stored: unknown, request: Request | undefined) {
      const { data } = schema.safeParse(stored);
      if (!data || (is && !(request && is(request)))) return undefined;
      // Without `is`, R is `never` and `build` doesn't use the request.
      return (context: MessageContext) => build(data, { ...context, request: request as R });
    },
    message: (address: Address<R>, about: About): NewMessage => ({ ...address, name, about }),
  };
}

/**
 * Defines a message that needs a feature's services to be built. Anything can create one; the feature lists
 * `with(services)`.
 */
export function defineMessageWith<Services, About extends object, R extends Request = never>(
  definition: Definition<About, R, [Services]>,
) {
  const { name, build } = definition;
  return {
    name,
    message: (address: Address<R>, about: About): NewMessage => ({ ...address, name, about }),
    with: (services: Services) =>
      defineMessage<About, R>({ ...definition, build: (...given) => build(...given, services) }),
  };
}

export function defineRequestMessage<R extends Request>(
  name: string,
  is: (request: Request) => request is R,
  build: (request: R, context: MessageContext) => Built,
  label?: () => string,
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

/** The message belongs in the thread of an earlier one about the person. */
export function asReply<Definition extends MessageDefinition>(definition: Definition): Definition {
  return { ...definition, isReply: true };
}

export function ofAnyKind(_request: Request): _request is Request {
  return true;
}

/** Throws Error if two definitions have the same name, which is a bug. */
export function messagesByName(
  definitions: readonly MessageDefinition[],
  contextFor: (target: string) => MessageContext,
): BuilderOf {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  if (byName.size < definitions.length) throw new Error('Two messages have the same name.');
  return ({ name, about, request }) => {
    const definition = byName.get(name);
    const build = definition?.prepare(about, request);
    const isReply = definition?.isReply;
    return (
      build &&
      (async (target, others = []) => asSent(await build({ ...contextFor(target), others }), isReply))
    );
  };
}

function asSent(built: Wording | Held | undefined, isReply?: true): Wording | Held | undefined {
  if (!built || !('text' in built)) return built;
  return { ...built, text: fallback(built.text), ...(isReply && { isReply }) };
}
