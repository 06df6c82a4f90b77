import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Fault, type Faults, requestFaults } from './faults.ts';
import type { Exchange, Traffic } from './traffic.ts';

const page = '<h1>Something went wrong</h1>';

/** Response to send; status 0 sends none. */
export interface Outgoing {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  trouble?: string | undefined;
}

export interface RouteParts {
  faults: Faults;
  clock: Clock;
  traffic: Traffic;
}

/**
 * Answers a request from the app and records it in the traffic. A matching fault replaces the answer, before or after
 * `work` runs.
 */
export async function answerRequest(
  { faults, clock, traffic }: RouteParts,
  reply: FastifyReply,
  asked: Pick<Exchange, 'via' | 'name' | 'request'>,
  work: () => Outgoing,
) {
  const answered = traffic.begin({ from: 'app', ...asked });
  const strike = (when: Fault['when']) => outgoing(clock, faults.strike(asked.name, when, requestFaults));
  const before = await strike('before');
  const done = before ?? work();
  const outcome = before ?? (await strike('after')) ?? done;
  const { status, body, trouble } = outcome;
  answered({ status, body, ...(trouble && { trouble }) });
  return send(reply, outcome);
}

async function outgoing(clock: Clock, fault: Fault | undefined): Promise<Outgoing | undefined> {
  switch (fault?.kind) {
    case 'ratelimited': {
      const seconds = Math.max(1, Math.ceil(fault.milliseconds / 1000));
      const headers = { 'retry-after': String(seconds) };
      return { status: 429, headers, body: { ok: false, error: 'ratelimited' }, trouble: 'ratelimited' };
    }
    case 'error':
      return { status: fault.status, body: page, trouble: `status ${fault.status}` };
    case 'not json':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: page, trouble: fault.kind };
    case 'empty':
      return { status: 200, body: '', trouble: fault.kind };
    case 'reset':
    case 'hang':
      return { status: 0, trouble: fault.kind };
    case 'delay':
      await new Promise<void>((resolve) => clock.after(fault.milliseconds, resolve));
      return undefined;
    default:
      return undefined;
  }
}

function send(reply: FastifyReply, { status, body, headers = {}, trouble }: Outgoing) {
  if (status > 0) return reply.status(status).headers(headers).send(body);
  reply.hijack();
  if (trouble === 'reset') reply.raw.socket?.resetAndDestroy();
  return undefined;
}
