import type { Offboarding } from '../../../contract/offboarding.ts';
import type { NewRequest } from '../../ledger/requests/request.ts';
import { type SubmitDeps, type SubmitResult, submitAndWait } from '../../requests/submit-and-wait.ts';
import { kind, type OffboardingContext } from './request.ts';

type SubmittedOffboarding = Required<Omit<NewRequest<Offboarding, OffboardingContext>, 'kind'>>;

/** Starts an offboarding. Nothing here knows of Slack. */
export function submitOffboarding(request: SubmittedOffboarding, deps: SubmitDeps): Promise<SubmitResult> {
  return submitAndWait({ kind, ...request }, deps);
}
