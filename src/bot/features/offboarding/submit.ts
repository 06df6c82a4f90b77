import type { Offboarding } from '../../../contract/offboarding.ts';
import { type SubmitDeps, type SubmitResult, submitAndWait } from '../../requests/submit-and-wait.ts';
import { kind, type OffboardingContext } from './request.ts';

interface SubmittedOffboarding {
  offboarding: Offboarding;
  context: OffboardingContext;
  /** The Slack user. */
  requester: string;
  /** The form: one form makes one request. */
  form: string;
  /** The reference of the offboarding of the same person that this one changes; null for none. */
  changes: string | null;
}

/** Starts an offboarding. Nothing here knows of Slack. */
export function submitOffboarding(
  { offboarding, form, ...told }: SubmittedOffboarding,
  deps: SubmitDeps,
): Promise<SubmitResult> {
  return submitAndWait({ kind, payload: offboarding, submission: form, ...told }, deps);
}
