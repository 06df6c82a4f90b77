import type { NewHire } from '../../../contract/new-hire.ts';
import { type SubmitDeps, type SubmitResult, submitAndWait } from '../../requests/submit-and-wait.ts';
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
  { hire, form, ...told }: SubmittedHire,
  deps: SubmitDeps,
): Promise<SubmitResult> {
  return submitAndWait({ kind, payload: hire, submission: form, ...told }, deps);
}
