/** Work that has ended, as a trace has it. */
export interface Span {
  traceId: string;
  spanId: string;
  /** The work that it is part of. */
  parentSpanId: string | undefined;
  name: string;
  kind: SpanKind;
  /** Milliseconds since the epoch, with what is below one. */
  began: number;
  ended: number;
  words: Readonly<Record<string, string>>;
  failed: boolean;
}

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;
type SpanKind = (typeof spanKinds)[keyof typeof spanKinds];
const statusError = 2;

/** Spans as OTLP has them in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
export function toOtlp(spans: readonly Span[], version: string): object {
  const resource = { attributes: attributesOf({ 'service.name': 'frontdesk', 'service.version': version }) };
  const scope = { name: 'frontdesk', version };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(spanToOtlp) }] }] };
}

function spanToOtlp({ began, ended, words, failed, ...span }: Span): object {
  const own = Object.entries(words).map(([name, word]) => [`frontdesk.${name}`, word]);
  return {
    ...span,
    startTimeUnixNano: nanoseconds(began),
    endTimeUnixNano: nanoseconds(ended),
    attributes: attributesOf(Object.fromEntries(own)),
    status: failed ? { code: statusError } : {},
  };
}

function attributesOf(words: Readonly<Record<string, string>>): object[] {
  return Object.entries(words).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

/** As text: there are more than a number in JSON can hold. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
