import type { App, Context } from '@slack/bolt';
import { z } from 'zod';

/**
 * Slack's limit for an answer, in milliseconds, including both ways
 * (docs.slack.dev/interactivity/handling-user-interaction).
 */
const slackPatience = 3_000;
/** Reserve for the way back, in milliseconds. */
const wayBack = 500;
/** Reserve for making and storing the answer, in milliseconds. */
const making = 500;

/** Acknowledgement of one payload. It can be given once; Slack ignores one that is late. */
class Acknowledgement {
  readonly #since = performance.now();
  readonly #patience: number;
  #given: z.infer<typeof Given> | undefined;
  #took: number | undefined;
  #instead: ((answer: unknown) => Promise<void>) | undefined;

  constructor(patience: number) {
    this.#patience = patience;
  }

  get given() {
    return this.#given;
  }

  /** Seconds until Slack got it; undefined before. */
  get took() {
    return this.#took;
  }

  get isInTime(): boolean {
    return this.#instead === undefined && this.left > 0;
  }

  /** Time left for an answer, in milliseconds. */
  get left(): number {
    return Math.max(0, this.#patience - wayBack - this.#passed);
  }

  /** Time left to wait before making the answer, in milliseconds. */
  get leftToWait(): number {
    return Math.max(0, this.left - making);
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
      this.#took ??= this.#passed / 1_000;
      this.#given ??= Given.safeParse(answer[0] ?? {}).data ?? {};
    };
  }

  get #passed(): number {
    return performance.now() - this.#since;
  }
}

/** `response_action` says what a form's window shows; absent, Slack closes the form. */
const Given = z.object({ response_action: z.string().optional() });

/** `patience` is how long Slack waits, in milliseconds. */
export function watchAcknowledgements(app: App, patience = slackPatience): void {
  const processEvent = app.processEvent.bind(app);
  app.processEvent = (event) => {
    const acknowledgement = new Acknowledgement(patience);
    const customProperties = { ...event.customProperties, acknowledgement };
    return processEvent({ ...event, customProperties, ack: acknowledgement.watch(event.ack) });
  };
}

export function acknowledgementOf({ acknowledgement }: Context): Acknowledgement {
  return z.instanceof(Acknowledgement).parse(acknowledgement);
}
