import { signatureHeaders } from '../../src/sandbox/http-mode/signature.ts';
import { type DrivenSandbox, patientSlack } from '../driver/sandbox.ts';

/** Somebody to be added. */
export interface Hire {
  first: string;
  last: string;
  email: string;
  /** The form that it was entered in, where that is not one of its own. */
  form?: string;
}

/** The hire with that number; the name occurs in no other one's. */
export function hire(number: number): Hire {
  return { first: 'Trial', last: `No${number}x`, email: `trial.${number}@acme.example` };
}

/** The form's values in a recorded submission, by the names of the fields. */
interface Submission {
  view: { id: string; private_metadata: string; state: { values: Record<string, Record<string, Value>> } };
}
interface Value {
  value?: string | null;
}

/** What came back to a submission: the title of the next view, `errors`, or nothing in time. */
export type Answer = { acknowledged: true; shows: string } | { acknowledged: false; why?: string };

/**
 * Fills in one form by hand in the sandbox, and records what Slack sends when it is submitted. Later submissions are
 * copies of it with other values, signed as Slack signs them.
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

/** The bot's front door. */
interface Door {
  /** Its address, asked for at each request. */
  url: () => string;
  signingSecret: string;
}

/** Submits the form of a hire at the signed front door. @param limit how long an answer is waited for, in milliseconds */
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

/** How often somebody presses again. */
const mostPresses = 5;

/**
 * The same, of which nothing keeps the bot: what comes back shows. On a busy machine the three seconds can be nearly over,
 * or over, to which Bolt answers with 404: then somebody presses again, which is the same request.
 * @throws with what came instead
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

/** Of one hire it is always the same form: submitted again, it is the same request. */
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
