import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { none, type OperationName, type Telemetry } from '../telemetry.ts';
import type { Exporter } from './exporter.ts';
import { type Span, spanKinds } from './otlp.ts';

const kinds: Record<OperationName, Span['kind']> = {
  payload: spanKinds.server,
  'slack.call': spanKinds.client,
  'api.request': spanKinds.client,
  delivery: spanKinds.internal,
};

/** Work that is going on. */
interface Current {
  traceId: string;
  spanId: string;
  isOver: boolean;
}

/** Tells a collector of each piece of work, and which it was part of; by the same words as the metrics. */
export function createTraces(exporter: Pick<Exporter, 'add'>): Telemetry {
  const current = new AsyncLocalStorage<Current>();

  return {
    async observe(name, words, work) {
      const around = current.getStore();
      // What was only begun by work that is over, such as the worker's next turn, is a trace of its own.
      const parent = around?.isOver ? undefined : around;
      const spanId = randomBytes(8).toString('hex');
      const span = { traceId: parent?.traceId ?? randomBytes(16).toString('hex'), spanId, isOver: false };
      const began = now();
      let failed = true;
      try {
        const result = await current.run(span, work);
        failed = says(words, 'failed');
        return result;
      } finally {
        span.isOver = true;
        const { traceId } = span;
        const own = { traceId, spanId, parentSpanId: parent?.spanId, name, kind: kinds[name] };
        exporter.add({ ...own, began, ended: now(), words: { ...words }, failed });
      }
    },
    record() {},
    follow() {},
  };
}

/** Whether its own words say that it failed. */
function says(words: { error?: string; outcome?: string; result?: string }, failed: string): boolean {
  const { error = none, outcome, result } = words;
  return error !== none || outcome === failed || result === failed;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
