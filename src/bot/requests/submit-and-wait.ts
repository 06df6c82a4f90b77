import type { Problem } from '../../contract/problem.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { Progress } from '../ledger/delivery/delivery-worker.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Accepted } from '../ledger/requests/accept.ts';
import type { NewRequest, Request } from '../ledger/requests/request.ts';

export type SubmitResult =
  | { kind: 'done'; request: Request }
  | { kind: 'rejected'; request: Request; problem: Problem }
  /**
   * `trouble` says why; undefined if it only takes long. Any process that finishes the request updates the
   * form's window.
   */
  | { kind: 'pending'; request: Request; trouble: Error | undefined }
  | Extract<Accepted, { kind: 'alreadyOpen' | 'alreadyDone' | 'setAside' }>
  /** The form was submitted before with other values, which count. `changed` names the differences. */
  | { kind: 'sentBefore'; request: Request; changed: string[] };

interface SubmitDeps {
  ledger: Pick<Ledger, 'submit' | 'awaitView'>;
  clock: Clock;
  /** Time left to answer the form, in milliseconds: the payload may have waited before. */
  left?: () => number;
}

/**
 * Time that a form waits for the service, in milliseconds: Slack allows three seconds for everything. If another process
 * sends the request, its state is read afterwards.
 */
const patience = 2_000;

export async function submitAndWait(
  request: NewRequest,
  { ledger, clock, left = () => patience }: SubmitDeps,
): Promise<SubmitResult> {
  const { accepted, answers } = await ledger.submit(request);
  if (accepted.kind === 'setAside') return accepted;
  if (accepted.kind === 'alreadyOpen' || accepted.kind === 'alreadyDone') {
    answers.forget();
    return accepted;
  }
  const changed = accepted.kind === 'repeated' ? difference(accepted.request.payload, request.payload) : [];
  if (changed.length > 0) {
    answers.forget();
    return { kind: 'sentBefore', request: accepted.request, changed };
  }
  const { outcome, state } = accepted.request;
  const isSent = outcome === null && state !== 'awaiting_approval';
  const first = isSent ? await within(clock, Math.min(patience, left()), answers.first) : undefined;
  answers.forget();
  if (first?.request?.outcome) return answerOf(first);
  const current = await ledger.awaitView(accepted.request.id);
  return answerOf({ request: current, trouble: first?.trouble });
}

function answerOf({ request, trouble }: Progress): SubmitResult {
  const { outcome } = request;
  if (outcome?.kind === 'rejected') return { kind: 'rejected', request, problem: outcome.problem };
  if (outcome?.kind === 'done') return { kind: 'done', request };
  return { kind: 'pending', request, trouble };
}

function difference(one: object, other: object): string[] {
  const [before, after] = [one, other].map((payload) => new Map(Object.entries(payload)));
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => JSON.stringify(before?.get(name)) !== JSON.stringify(after?.get(name)));
}
