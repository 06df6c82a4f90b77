import type { App, Context } from '@slack/bolt';
import { z } from 'zod';

/**
 * How long Slack waits, in milliseconds, for the way there, the work and the way back
 * (docs.slack.dev/interactivity/handling-user-interaction).
 */
const slackPatience = 3_000;
/** So much of it is left for the way back, in milliseconds. */
const wayBack = 500;
/** And so much for writing down what the answer says, and making it. */
const making = 500;

/** What became of the acknowledgement of one payload: it is given once, and what comes too late Slack does not show. */
class Acknowledgement {
  readonly #since = performance.now();
  readonly #patience: number;
  #given: z.infer<typeof Given> | undefined;
  #took: number | undefined;
  #instead: ((answer: unknown) => Promise<void>) | undefined;

  constructor(patience: number) {
    this.#patience = patience;
  }

  /** What Slack was told; undefined while it was told nothing. */
  get given() {
    return this.#given;
  }

  /** How long it took until Slack was told, in seconds; undefined while it was told nothing. */
  get took() {
    return this.#took;
  }

  /** Whether an acknowledgement that is given now is surely shown. */
  get isInTime(): boolean {
    return this.#instead === undefined && this.left > 0;
  }

  /** For how long an answer still arrives in time, in milliseconds. */
  get left(): number {
    return Math.max(0, this.#patience - wayBack - this.#passed);
  }

  /** For how long may still be waited for what an answer is about, in milliseconds. */
  get leftToWait(): number {
    return Math.max(0, this.left - making);
  }

  /** Slack was told that it takes too long: an answer that comes from here on goes another way. */
  end(instead: (answer: unknown) => Promise<void>): void {
    this.#instead = instead;
  }

  /** The same acknowledgement, which is noted here when it went out. */
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

/** For a form it says what the person's window shows; nothing closes it, or leaves what is no form as it is. */
const Given = z.object({ response_action: z.string().optional() });

/**
 * Notes for each payload what becomes of its acknowledgement: see `acknowledgementOf`.
 * @param patience how long Slack waits, in milliseconds
 */
export function watchAcknowledgements(app: App, patience = slackPatience): void {
  const processEvent = app.processEvent.bind(app);
  app.processEvent = (event) => {
    const acknowledgement = new Acknowledgement(patience);
    const customProperties = { ...event.customProperties, acknowledgement };
    return processEvent({ ...event, customProperties, ack: acknowledgement.watch(event.ack) });
  };
}

/** What has become of the acknowledgement of the payload that a listener was called for. */
export function acknowledgementOf({ acknowledgement }: Context): Acknowledgement {
  return z.instanceof(Acknowledgement).parse(acknowledgement);
}
