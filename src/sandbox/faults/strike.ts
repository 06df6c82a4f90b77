import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Fault, requestFaults } from './fault.ts';
import type { Faults } from './faults.ts';

const page = '<h1>Something went wrong</h1>';

/** What goes back over the line; status 0 means that nothing does. */
export interface Outgoing {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  trouble?: string;
}

/** Does the work of a request from the app, with the trouble that was asked for before it or after it. */
export async function strike(
  { faults, clock }: { faults: Faults; clock: Clock },
  target: string,
  work: () => Outgoing,
): Promise<Outgoing> {
  const before = await outgoing(clock, faults.strike(target, 'before', requestFaults));
  if (before) return before;
  const done = work();
  const after = await outgoing(clock, faults.strike(target, 'after', requestFaults));
  return after ?? done;
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

/** Sends it, or breaks the connection, or leaves the app waiting. */
export function sendOutgoing(
  reply: FastifyReply,
  { status, body, headers = {}, trouble }: Outgoing,
): unknown {
  if (status > 0) return reply.status(status).headers(headers).send(body);
  reply.hijack();
  if (trouble === 'reset') reply.raw.socket?.resetAndDestroy();
  return undefined;
}
