import type { Offboarding } from '../../../contract/offboarding.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { RequestContext } from '../../ledger/requests/request.ts';
import { type SubmitResult, submitAndWait } from '../../requests/submit-and-wait.ts';

interface SubmittedOffboarding {
  offboarding: Offboarding;
  context: RequestContext;
  /** The Slack user. */
  requester: string;
  /** The form: one form makes one request. */
  form: string;
  /** The reference of the offboarding of the same person that this one changes; null for none. */
  changes: string | null;
}

/** Starts an offboarding. Nothing here knows of Slack. */
export function submitOffboarding(
  { offboarding, context, requester, form, changes }: SubmittedOffboarding,
  deps: { ledger: Pick<Ledger, 'submit' | 'awaitView'>; clock: Clock },
): Promise<SubmitResult> {
  const subject = String(offboarding.user);
  return submitAndWait(
    {
      kind: 'offboarding',
      payload: offboarding,
      day: offboarding.termination_date,
      subject,
      submission: form,
      requester,
      context,
      changes,
    },
    deps,
  );
}
