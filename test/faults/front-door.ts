import { signatureHeaders } from '../../src/sandbox/http-mode/signature.ts';
import { type DrivenSandbox, patientSlack } from '../driver/sandbox.ts';

export interface Hire {
  first: string;
  last: string;
  email: string;
  /** Identifies the form when several hires share one. */
  form?: string;
}

/** Hire with this number. No other hire's name contains it. */
export function hire(number: number): Hire {
  return { first: 'Trial', last: `No${number}x`, email: `trial.${number}@acme.example` };
}

export function hires(count: number): Hire[] {
  return Array.from({ length: count }, (_, number) => hire(number));
}

/** Recorded submission; values by block and field. */
interface Submission {
  view: { id: string; private_metadata: string; state: { values: Record<string, Record<string, Value>> } };
}
interface Value {
  value?: string | null;
}

/** Answer to a submission: the title of the next view, `errors`, or a failure. */
export type Answer = { acknowledged: true; shows: string } | { acknowledged: false; why?: string };

/**
 * Fills in one form in the sandbox and records Slack's payload. Later submissions copy it with other values, signed
 * like Slack's.
 */
export async function recordSubmission(sandbox: DrivenSandbox, by = 'U0INES'): Promise<Submission> {
  const person = sandbox.person(by);
  await person.command('/newhire Trial Recorded trial.recorded@acme.example 2999-01-01');
  await person.untilView('New hire');
  await person.submit();
  const delivered = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  if (!delivered) throw new Error('No submission was recorded.');
  await person.closeAll();
  return structuredClone(delivered.body) as unknown as Submission;
}

let views = 0;

interface Door {
  url: () => string;
  signingSecret: string;
}

/**
 * Submits a hire's form at the signed HTTP endpoint.
 * @param limit longest wait for an answer, in milliseconds
 */
export async function submit(
  recorded: Submission,
  who: Hire,
  { url, signingSecret }: Door,
  limit = patientSlack,
): Promise<Answer> {
  views += 1;
  const body = filledIn(recorded, who, views);
  const text = new URLSearchParams({ payload: JSON.stringify(body) }).toString();
  try {
    const response = await fetch(`${url()}/slack/events`, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...signatureHeaders(signingSecret, text, Date.now()),
      },
      signal: AbortSignal.timeout(limit),
    });
    if (response.status !== 200) return { acknowledged: false, why: `status ${response.status}` };
    return { acknowledged: true, shows: shown(await response.text()) };
  } catch (error) {
    return { acknowledged: false, why: String(error) };
  }
}

const mostPresses = 5;

/**
 * Submits a form that must succeed. On a busy machine an answer can miss Slack's three seconds, to which Bolt answers
 * with 404; pressing again sends an identical request.
 * @throws Error with the unexpected answer
 */
export async function handIn(recorded: Submission, who: Hire, door: Door): Promise<string> {
  for (let press = 1; ; press += 1) {
    const answer = await submit(recorded, who, door, 6 * patientSlack);
    if (answer.acknowledged && answer.shows !== 'Try again in a minute') return answer.shows;
    const why = answer.acknowledged ? answer.shows : answer.why;
    if ((!answer.acknowledged && why !== 'status 404') || press === mostPresses)
      throw new Error(`It was not acknowledged: ${why}`);
  }
}

/** Submits a form until it is acknowledged, as people press again when Slack says that the app didn't respond. */
export async function pressUntilAcknowledged(recorded: Submission, who: Hire, door: Door): Promise<void> {
  while (!(await submit(recorded, who, door)).acknowledged)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Uses one form id per hire: submitted again, it is one request. */
function filledIn(
  recorded: Submission,
  { first, last, email, form = `F-${email}` }: Hire,
  number: number,
): Submission {
  const copy = structuredClone(recorded);
  const metadata = { ...JSON.parse(copy.view.private_metadata), form };
  copy.view.private_metadata = JSON.stringify(metadata);
  copy.view.id = `V0TRIAL${number}`;
  const values = copy.view.state.values;
  put(values, 'trial.recorded@acme.example', email);
  put(values, 'Recorded', last);
  put(values, 'Trial', first);
  return copy;
}

function put(values: Submission['view']['state']['values'], before: string, after: string): void {
  for (const element of Object.values(values).flatMap((block) => Object.values(block)))
    if (element.value === before) element.value = after;
}

function shown(text: string): string {
  if (text === '') return 'nothing';
  const answer = JSON.parse(text) as { response_action?: string; view?: { title: { text: string } } };
  return answer.view?.title.text ?? answer.response_action ?? 'nothing';
}
