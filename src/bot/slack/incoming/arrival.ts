import type { AnyMiddlewareArgs, App, Context, Middleware, ReceiverEvent, ViewOutput } from '@slack/bolt';
import { z } from 'zod';
import { commonLanguage, type Language, languages } from '../../../language.ts';
import { none } from '../../../telemetry/telemetry.ts';
import { printable } from '../views/blocks.ts';

/** Sender and reply channels of any payload. A slash command has them flat, everything else nested. */
const Origin = z
  .object({
    type: z.string().optional(),
    command: z.string().optional(),
    user_id: z.string().optional(),
    team_id: z.string().optional(),
    user: z.object({ id: z.string(), team_id: z.string().optional() }).optional(),
    team: z.object({ id: z.string() }).nullish(),
    trigger_id: z.string().optional(),
    /** Some events have no user, such as those of user groups. */
    event: z.object({ user: z.string().optional().catch(undefined) }).optional(),
    view: z.custom<OpenView>().optional(),
  })
  .transform((body) => ({
    kind: body.command ? 'command' : (body.type ?? 'unknown'),
    userId: body.user_id ?? body.user?.id ?? body.event?.user ?? '',
    teamId: body.user?.team_id ?? body.team?.id ?? body.team_id ?? '',
    triggerId: body.trigger_id,
    view: body.view,
  }));

export type OpenView = ViewOutput;

/** Throws ZodError if it isn't a payload of a person. */
export function originOf(body: unknown) {
  return Origin.parse(body);
}

/** Minimum role: HR, managers too, or every member of the workspace. */
export type Audience = 'hr' | 'managers' | 'members';

/** Guard for an audience, which stops the payloads of everybody else. With `isUnasked` it stops them silently. */
export type Only = (audience: Audience, isUnasked: boolean) => Middleware<AnyMiddlewareArgs>;

/** A person with access. */
export interface Viewer {
  userId: string;
  role: 'hr' | 'manager';
}

export function viewerOf({ body, context }: { body: unknown; context: Context }): Viewer {
  const role = context.role === 'hr' ? 'hr' : 'manager';
  return { userId: originOf(body).userId, role };
}

export function languageIn({ language }: Context): Language {
  return languages.find((one) => one === language) ?? commonLanguage;
}

/** Most characters read of a command or a message. */
export const mostRead = 4_000;

/** Zero-width spaces, which come along when text is copied. */
const invisible = /[\u200B\u2060\uFEFF]/g;

/** Beginning of a text, without invisible characters, and whether it was cut. */
export function bounded(text: string): { text: string; isCut: boolean } {
  return {
    text: printable(text.slice(0, mostRead)).replace(invisible, ''),
    isCut: text.length > mostRead,
  };
}

/**
 * Slack's limit for an answer, in milliseconds, including both ways
 * (docs.slack.dev/interactivity/handling-user-interaction).
 */
const slackPatience = 3_000;
/** Reserve for the way back, in milliseconds. */
const wayBack = 500;
/** Reserve for making and storing the answer, in milliseconds. */
const making = 500;

/** Kinds of payloads (docs.slack.dev/reference/interaction-payloads), plus commands and events. */
const kinds: ReadonlySet<string> = new Set([
  'command',
  'shortcut',
  'message_action',
  'block_actions',
  'block_suggestion',
  'view_submission',
  'view_closed',
  'event_callback',
]);

/** `response_action` says what a form's window shows; absent, Slack closes the form. */
const Given = z.object({ response_action: z.string().optional() });

/**
 * A payload from its arrival on: its labels for logs and metrics, which are our own names and never its content, and
 * its acknowledgement. That can be given once; Slack ignores one that is late.
 */
class Arrival {
  readonly kind: string;
  listener: string = none;
  outcome: 'handled' | 'refused' | 'failed' = 'handled';
  readonly #since = performance.now();
  readonly #patience: number;
  given: z.infer<typeof Given> | undefined;
  /** Seconds until Slack got the acknowledgement; undefined before. */
  took: number | undefined;
  #instead: ((answer: unknown) => Promise<void>) | undefined;

  constructor(body: unknown, patience: number) {
    const { kind = '' } = Origin.safeParse(body).data ?? {};
    this.kind = kinds.has(kind) ? kind : 'other';
    this.#patience = patience;
  }

  get isInTime(): boolean {
    return this.#instead === undefined && this.left > 0;
  }

  /** Time left for an answer, in milliseconds. */
  get left(): number {
    return Math.max(0, this.#patience - wayBack - this.passed);
  }

  /** Time left to wait before making the answer, in milliseconds. */
  get leftToWait(): number {
    return Math.max(0, this.left - making);
  }

  /** Milliseconds since the arrival. */
  get passed(): number {
    return performance.now() - this.#since;
  }

  /** Slack was answered that it takes too long: later answers go to `instead`. */
  end(instead: (answer: unknown) => Promise<void>): void {
    this.#instead = instead;
  }

  /** Wraps `ack` to record when and how it was given. */
  watch<Answer extends unknown[]>(ack: (...answer: Answer) => Promise<void>) {
    return async (...answer: Answer): Promise<void> => {
      if (this.#instead) return this.#instead(answer[0]);
      await ack(...answer);
      this.took ??= this.passed / 1_000;
      this.given ??= Given.safeParse(answer[0] ?? {}).data ?? {};
    };
  }
}

export function arrivalOf({ arrival }: Context): Arrival {
  if (arrival instanceof Arrival) return arrival;
  throw new Error('The payload did not come through `followArrivals`.');
}

/** Thrown until the workspace is known. Slack redelivers events that get a 500. */
class NotReadyYet extends Error {
  override name = 'NotReadyYet';
}

/**
 * Tracks every payload until its last listener has finished. Over HTTP one can come before `auth.test` is
 * answered: wait a moment, then leave events to Slack's redelivery. `patience` is how long Slack waits, in
 * milliseconds.
 */
export function followArrivals(app: App, isReady: () => Promise<boolean>, patience = slackPatience) {
  const inHand = new Set<Promise<void>>();
  const processEvent = app.processEvent.bind(app);

  async function arrive(event: ReceiverEvent): Promise<void> {
    const arrival = new Arrival(event.body, patience);
    if (!(await isReady()) && 'event' in event.body) throw new NotReadyYet();
    const customProperties = { ...event.customProperties, arrival };
    await processEvent({ ...event, customProperties, ack: arrival.watch(event.ack) });
  }

  app.processEvent = (event) => {
    const work = arrive(event).finally(() => inHand.delete(work));
    inHand.add(work);
    return work;
  };
  return {
    async finished() {
      while (inHand.size > 0) await Promise.allSettled([...inHand]);
    },
  };
}
