import type { NewHire } from '../../../contract/new-hire.ts';
import type { NewRequest } from '../../ledger/requests/request.ts';
import { type SubmitDeps, type SubmitResult, submitAndWait } from '../../requests/submit-and-wait.ts';
import { type HireContext, kind } from './request.ts';

type SubmittedHire = Omit<NewRequest<NewHire, HireContext>, 'kind'>;

/** Adds a new hire. A second open request for an address is refused. Doesn't depend on Slack. */
export function submitNewHire(hire: SubmittedHire, deps: SubmitDeps): Promise<SubmitResult> {
  return submitAndWait({ kind, ...hire }, deps);
}
