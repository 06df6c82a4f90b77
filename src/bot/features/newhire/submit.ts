import type { NewHire } from '../../../contract/new-hire.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type SubmitResult, submitAndWait } from '../../requests/submit-and-wait.ts';
import { type HireContext, kind } from './request.ts';

interface SubmittedHire {
  hire: NewHire;
  context: HireContext;
  /** The Slack user. */
  requester: string;
  /** The form: one form makes one request. */
  form: string;
}

/** Adds a new hire. An address that another open request is about is not added twice. Nothing here knows of Slack. */
export function submitNewHire(
  { hire, context, requester, form }: SubmittedHire,
  deps: { ledger: Pick<Ledger, 'submit' | 'awaitView'>; clock: Clock },
): Promise<SubmitResult> {
  const request = {
    payload: hire,
    submission: form,
    requester,
    context,
  };
  return submitAndWait({ kind, ...request }, deps);
}
