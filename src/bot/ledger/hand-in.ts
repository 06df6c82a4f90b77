import type { Clock } from '../../clock.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Ledger } from './ledger.ts';
import type { NewRequest, Request } from './request.ts';
import type { Standing } from './waiting.ts';

/** What a person is told at once about what they handed in. */
export type HandedIn =
  | { kind: 'done'; request: Request }
  /** The service's sentences by field; nothing was changed. */
  | { kind: 'refused'; problem: Problem }
  /** Not ended yet: with what went wrong, or without when it only takes long. `ended` resolves when it is. */
  | { kind: 'pending'; request: Request; trouble: Error | undefined; ended: Promise<Request> }
  /** Another open request is about the same person. */
  | { kind: 'alreadyOpen'; request: Request };

/** How long a form waits for the service, in milliseconds: Slack gives three seconds for everything. */
const patience = 2_000;

/** Hands a request to the ledger and waits a moment for how it goes. */
export async function handIn(
  request: NewRequest,
  { ledger, clock }: { ledger: Pick<Ledger, 'submit'>; clock: Clock },
): Promise<HandedIn> {
  const { accepted, answers } = await ledger.submit(request);
  if (accepted.kind === 'alreadyOpen') return { kind: 'alreadyOpen', request: accepted.request };
  const standing = await Promise.race([answers.first, patienceEnds(clock, accepted.request)]);
  const { outcome } = standing.request;
  if (outcome?.kind === 'refused') return { kind: 'refused', problem: outcome.problem };
  if (outcome) return { kind: 'done', request: standing.request };
  return { kind: 'pending', ...standing, ended: answers.ended };
}

function patienceEnds(clock: Clock, request: Request): Promise<Standing> {
  return new Promise((resolve) => {
    clock.after(patience, () => resolve({ request, trouble: undefined }));
  });
}
