import type { NewHire } from '../../../contract/new-hire.ts';
import type { NewRequest } from '../../ledger/requests/request.ts';
import { type SubmitDeps, type SubmitResult, submitAndWait } from '../../requests/submit-and-wait.ts';
import { type HireContext, kind } from './request.ts';

type SubmittedHire = Omit<NewRequest<NewHire, HireContext>, 'kind'>;

/** Adds a new hire. An address that another open request is about is not added twice. Nothing here knows of Slack. */
export function submitNewHire(hire: SubmittedHire, deps: SubmitDeps): Promise<SubmitResult> {
  return submitAndWait({ kind, ...hire }, deps);
}
