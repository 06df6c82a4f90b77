import { z } from 'zod';
import { DeliveryFailure } from '../../src/bot/ledger/delivery/attempt.ts';
import {
  type Finding,
  type LedgerRequestType,
  type NewRequest,
  type Outcome,
  type Problem,
  RequestContext,
} from '../../src/bot/ledger/requests/request.ts';
import type { Order } from './shop.ts';

/** A kind of request unknown to `src`: a laptop ordered in a shop that allows one per person. */
const Laptop = z.object({ person: z.string(), model: z.string() });
type Laptop = z.infer<typeof Laptop>;

/** @param url the shop's address */
export function laptop(url: string): LedgerRequestType<Laptop> {
  return {
    kind: 'laptop',
    payload: Laptop,
    context: RequestContext,
    subject: ({ person }) => person,
    day: (_payload, on) => on,
    auditDetail: ({ payload }) => ({ model: payload.model }),
    deliver: async ({ payload }) => done((await ask<Order>(url, payload)).id, { confirmed: true }),
    reconcile: ({ payload, baseline }) => find(url, payload.person, baseline),
    worked: () => done(null, { confirmed: false }),
    mistaken: ({ name }) => ({ kind: 'rejected', problem: { person: [`${name} has it.`] }, status: 400 }),
    mayBeOwnEffect: (problem) => 'person' in problem,
  };
}

/** Order to submit; every tenth, from number 7, is for a model that the shop doesn't have. */
export function order(number: number): NewRequest<Laptop> {
  const person = `person.${number}`;
  return {
    kind: 'laptop',
    payload: { person, model: isRefused(number) ? 'none' : '14 inches' },
    submission: `F-${number}`,
    requester: 'U0INES',
    context: { personName: person, sequenceNames: [], viewId: 'V0' },
  };
}

export function isRefused(number: number): boolean {
  return number % 10 === 7;
}

function done(id: number | null, { confirmed }: { confirmed: boolean }): Outcome {
  return { kind: 'done', resultId: id, confirmed };
}

async function find(url: string, person: string, baseline: number | null): Promise<Finding> {
  const orders = await ask<Order[]>(url);
  const found = orders.find((one) => one.person === person && one.id > (baseline ?? 0));
  return found ? { kind: 'ended', outcome: done(found.id, { confirmed: false }) } : { kind: 'absent' };
}

const patience = 250;

export async function ask<Answer>(url: string, laptop?: Laptop): Promise<Answer> {
  const sent = laptop && { method: 'POST', body: JSON.stringify(laptop) };
  try {
    const answer = await fetch(url, { ...sent, signal: AbortSignal.timeout(patience) });
    if (answer.status === 400) throw rejected((await answer.json()) as Problem);
    if (!answer.ok) throw new Error(`The shop answered with ${answer.status}.`);
    return (await answer.json()) as Answer;
  } catch (error) {
    throw error instanceof DeliveryFailure ? error : asFailure(error as Error);
  }
}

function rejected(problem: Problem): DeliveryFailure {
  const answer = { kind: 'rejected', problem, status: 400 } as const;
  return new DeliveryFailure(new Error('The shop says no.'), { mayHaveHadEffect: false, answer });
}

function asFailure(error: Error): DeliveryFailure {
  const isClosed = JSON.stringify(error.cause ?? {}).includes('ECONNREFUSED');
  return new DeliveryFailure(error, {
    mayHaveHadEffect: !isClosed,
    untouched: isClosed,
    outage: isClosed ? 'closed' : undefined,
  });
}
