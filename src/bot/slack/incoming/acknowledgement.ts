import type { App, Context } from '@slack/bolt';
import { z } from 'zod';

/**
 * Until when an acknowledgement surely arrives in time, in milliseconds since the payload came in: Slack gives three
 * seconds for the way there, the work and the way back (docs.slack.dev/interactivity/handling-user-interaction).
 */
const surelyInTime = 2_500;

/** What became of the acknowledgement of one payload: it is given once, and what comes too late Slack does not show. */
class Acknowledgement {
  readonly #since = performance.now();
  #given: z.infer<typeof Given> | undefined;
  #took: number | undefined;

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
    return performance.now() - this.#since < surelyInTime;
  }

  /** The same acknowledgement, which is noted here when it went out. */
  watch<Answer extends unknown[]>(ack: (...answer: Answer) => Promise<void>) {
    return async (...answer: Answer): Promise<void> => {
      await ack(...answer);
      this.#took ??= (performance.now() - this.#since) / 1_000;
      this.#given ??= Given.safeParse(answer[0] ?? {}).data ?? {};
    };
  }
}

/** For a form it says what the person's window shows; nothing closes it, or leaves what is no form as it is. */
const Given = z.object({ response_action: z.string().optional() });

/** Notes for each payload what becomes of its acknowledgement: see `acknowledgementOf`. */
export function watchAcknowledgements(app: App): void {
  const processEvent = app.processEvent.bind(app);
  app.processEvent = (event) => {
    const acknowledgement = new Acknowledgement();
    const customProperties = { ...event.customProperties, acknowledgement };
    return processEvent({ ...event, customProperties, ack: acknowledgement.watch(event.ack) });
  };
}

/** What has become of the acknowledgement of the payload that a listener was called for. */
export function acknowledgementOf({ acknowledgement }: Context): Acknowledgement {
  return z.instanceof(Acknowledgement).parse(acknowledgement);
}
