import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { parsedJson } from '../parsed-json.ts';
import { type Fault, type Faults, payloadFaults, type Traffic } from '../traffic/traffic.ts';

export interface Payload {
  /** Each type has its own encoding over HTTP. */
  type: 'slash_commands' | 'interactive' | 'events_api';
  /** "slash_commands", "block_actions", "app_home_opened"… */
  name: string;
  body: Record<string, unknown>;
  takesAnswer: boolean;
}

type Answer = { ok: true; body: unknown } | { ok: false; reason: string };

/** Delivery attempt; the first is number 0. */
export interface Attempt {
  number: number;
  reason?: string;
}

export interface Carrier {
  readonly via: 'socket' | 'http';
  send(payload: Payload, attempt: Attempt, signal: AbortSignal): Promise<Sent>;
}

export interface Sent {
  status: number;
  body: unknown;
  noRetry?: boolean;
  /** Why nothing was sent, or nothing came back. */
  trouble?: string;
}

/** Delays of event retries: immediately, after a minute and after five (docs.slack.dev/apis/events-api). */
const eventRetries = [0, 60_000, 300_000];
const kept = 10_000;
const untold = new Promise<never>(() => undefined);

interface RecordedDelivery extends Omit<Payload, 'takesAnswer'> {
  via: Carrier['via'] | 'none';
  attempt: number;
  answer?: Answer;
}

interface DeliveryTools {
  clock: Clock;
  /** Acknowledgement timeout in milliseconds. */
  patience: number;
  faults: Faults;
  traffic: Traffic;
  route: (payload: Payload) => Carrier | undefined;
  dropSockets: () => void;
}

/** Delivers payloads to the app over the current carrier and waits for the acknowledgement. */
export class Delivery {
  readonly recorded: RecordedDelivery[] = [];
  readonly #tools: DeliveryTools;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #retries = new Set<() => void>();

  constructor(tools: DeliveryTools) {
    this.#tools = tools;
  }

  async deliver(payload: Payload): Promise<Answer> {
    return (await this.#track(this.#attempt(payload, { number: 0 }))).answer;
  }

  /** Delivers an event, with up to three retries while the app doesn't acknowledge it. */
  announce(payload: Payload): Promise<void> {
    return this.#track(this.#tell(payload, { number: 0 }));
  }

  /** Resolves once nothing is pending. Retries scheduled for later don't count. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay]);
  }

  stop(): void {
    for (const cancel of this.#retries) cancel();
    this.#retries.clear();
  }

  async #tell(payload: Payload, attempt: Attempt): Promise<void> {
    const { answer, noRetry } = await this.#attempt(payload, attempt);
    const pause = eventRetries[attempt.number];
    if (answer.ok || noRetry || pause === undefined) return;
    const reason = answer.reason.startsWith('no answer') ? 'http_timeout' : 'http_error';
    const again = () => this.#track(this.#tell(payload, { number: attempt.number + 1, reason }));
    if (pause === 0) await again();
    else this.#later(pause, again);
  }

  #later(pause: number, run: () => Promise<unknown>): void {
    const cancel = this.#tools.clock.after(pause, () => {
      this.#retries.delete(cancel);
      void run();
    });
    this.#retries.add(cancel);
  }

  async #attempt(payload: Payload, attempt: Attempt): Promise<{ answer: Answer; noRetry: boolean }> {
    const carrier = this.#tools.route(payload);
    const { name, type, body } = payload;
    const via = carrier?.via ?? 'none';
    const record: RecordedDelivery = { name, type, body, via, attempt: attempt.number };
    this.recorded.push(record);
    if (this.recorded.length > kept) this.recorded.shift();
    const answered = this.#tools.traffic.begin({ from: 'slack', via, name, request: body });
    const sent = await this.#withinTime((signal) => this.#send(payload, attempt, signal, carrier));
    const answer = answerOf(sent);
    record.answer = answer;
    const trouble = answer.ok ? {} : { trouble: answer.reason };
    answered({ status: sent.status, body: sent.body, ...trouble });
    return { answer, noRetry: sent.noRetry ?? false };
  }

  /** Resolves with the app's answer or a timeout; later answers are ignored. */
  async #withinTime(send: (signal: AbortSignal) => Promise<Sent>): Promise<Sent> {
    const giveUp = new AbortController();
    const timeIsUp = Promise.withResolvers<Sent>();
    const { clock, patience } = this.#tools;
    const late = { status: 0, body: undefined, trouble: `no answer within ${patience / 1000} seconds` };
    const cancel = clock.after(patience, () => timeIsUp.resolve(late));
    try {
      return await Promise.race([send(giveUp.signal), timeIsUp.promise]);
    } catch {
      return { status: 0, body: undefined, trouble: 'the app could not be reached' };
    } finally {
      cancel();
      giveUp.abort();
    }
  }

  async #send(payload: Payload, attempt: Attempt, signal: AbortSignal, carrier?: Carrier): Promise<Sent> {
    await this.#strike('before', payload);
    if (!carrier) throw new Error('there is no way to the app');
    const sent = await carrier.send(payload, attempt, signal);
    await this.#strike('after', payload);
    return sent;
  }

  async #strike(when: Fault['when'], payload: Payload): Promise<void> {
    const fault = this.#tools.faults.strike(payload.name, when, payloadFaults);
    if (!fault) return;
    if (fault.kind === 'drop socket') this.#tools.dropSockets();
    // A duplicate, as if the network had lost the acknowledgement.
    if (fault.kind === 'redeliver')
      void this.#track(this.#attempt(payload, { number: 1, reason: 'http_timeout' }));
    if (fault.kind === 'lost' || fault.kind === 'drop socket') await untold;
    if (fault.kind === 'delay')
      await new Promise<void>((resolve) => this.#tools.clock.after(fault.milliseconds, resolve));
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const done = () => this.#underWay.delete(work);
    work.then(done, done);
    return work;
  }
}

function answerOf({ status, body, trouble }: Sent): Answer {
  if (trouble) return { ok: false, reason: trouble };
  if (status < 200 || status > 299) return { ok: false, reason: `the app answered with status ${status}` };
  return { ok: true, body: isEmpty(body) ? undefined : body };
}

/** Over Socket Mode, an empty body is an empty object. */
function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || body === '' || JSON.stringify(body) === '{}';
}

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';

export function requestUrlCarrier(url: string, signingSecret: string, clock: Clock): Carrier {
  return {
    via: 'http',
    async send(payload, attempt, signal) {
      const { body, type } = encoded(payload);
      const response = await fetch(url, {
        method: 'POST',
        body,
        signal,
        redirect: 'manual',
        headers: {
          'content-type': type,
          'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          ...signatureHeaders(signingSecret, body, clock.now()),
          ...(payload.type === 'events_api' && retryHeaders(attempt)),
        },
      });
      return read(response);
    },
  };
}

function encoded({ type, body }: Payload): { body: string; type: string } {
  if (type === 'events_api') return { body: JSON.stringify(body), type: jsonType };
  const fields = type === 'interactive' ? { payload: JSON.stringify(body) } : body;
  const pairs = Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]);
  return { body: new URLSearchParams(pairs).toString(), type: formType };
}

function retryHeaders({ number, reason }: Attempt): Record<string, string> {
  if (number === 0) return {};
  return { 'x-slack-retry-num': String(number), 'x-slack-retry-reason': reason ?? 'http_error' };
}

async function read(response: Response): Promise<Sent> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const noRetry = response.headers.get('x-slack-no-retry') === '1';
  return { status: response.status, body: isJson ? parsedJson(text, text) : text, noRetry };
}

/** docs.slack.dev/authentication/verifying-requests-from-slack; `now` in milliseconds. */
export function signatureHeaders(signingSecret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${signature}` };
}
