import type { Log } from '../../log.ts';
import { type Clock, within } from '../../time/clock.ts';
import { repeat } from '../../time/repeat.ts';
import { type Span, toOtlp } from './otlp.ts';

interface ExporterOptions {
  /** The base of the collector's address, and what it wants in the head of each request. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  version: string;
  /** Where the way to it is not straight. */
  fetch?: typeof fetch | undefined;
  clock: Clock;
  log: Log;
}

export type Exporter = ReturnType<typeof createExporter>;

/** More are not kept: a collector that is away costs traces, and no memory. */
const most = { kept: 2_048, atOnce: 512 };
/** In milliseconds. */
const times = { every: 5_000, answer: 5_000, goodbye: 1_500 };

/** Brings traces to a collector by OTLP over HTTP, now and then; what it does not take is dropped, and the log says so. */
export function createExporter(options: ExporterOptions) {
  const { endpoint, headers, version, clock, log, fetch: ask = fetch } = options;
  let kept: Span[] = [];
  let dropped = 0;

  async function send(spans: readonly Span[]): Promise<void> {
    const answer = await ask(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(spans, version)),
      redirect: 'error',
      signal: AbortSignal.timeout(times.answer),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`status ${answer.status}`);
  }

  async function flush(): Promise<void> {
    while (kept.length > 0) {
      const spans = kept.slice(0, most.atOnce);
      kept = kept.slice(most.atOnce);
      await send(spans).catch((error: unknown) => {
        // Nothing of the address, or of what was sent, is in the log.
        log.warn({ reason: reasonOf(error), dropped: dropped + spans.length }, 'traces cannot be exported');
        dropped = 0;
      });
    }
  }

  const turns = repeat({ clock, every: times.every, first: times.every, turn: flush, onError: () => {} });
  return {
    add(span: Span): void {
      if (kept.length >= most.kept) dropped += 1;
      else kept.push(span);
      if (kept.length === most.atOnce) turns.wakeIn(0);
    },
    /** Sends what is left, as far as that is a matter of a second. */
    async stop(): Promise<void> {
      await within(clock, times.goodbye, Promise.all([turns.stop(), flush()]));
    },
  };
}

/** In few words: a status, the system's code, or the kind of the error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (/^status \d+$/.test(error.message)) return error.message;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
