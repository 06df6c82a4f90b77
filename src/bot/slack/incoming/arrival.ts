import type { App, Context, ReceiverEvent } from '@slack/bolt';
import { z } from 'zod';
import { none } from '../../../telemetry/telemetry.ts';
import { originOf } from './origin.ts';

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
  #given: z.infer<typeof Given> | undefined;
  #took: number | undefined;
  #instead: ((answer: unknown) => Promise<void>) | undefined;

  constructor(body: unknown, patience: number) {
    this.kind = kindOf(body);
    this.#patience = patience;
  }

  get given() {
    return this.#given;
  }

  /** Seconds until Slack got the acknowledgement; undefined before. */
  get took() {
    return this.#took;
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
      this.#took ??= this.passed / 1_000;
      this.#given ??= Given.safeParse(answer[0] ?? {}).data ?? {};
    };
  }
}

function kindOf(body: unknown): string {
  try {
    const { kind } = originOf(body);
    return kinds.has(kind) ? kind : 'other';
  } catch {
    return 'other';
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
