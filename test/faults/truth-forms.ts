import { z } from 'zod';
import { signatureHeaders } from '../../src/sandbox/http-mode/signature.ts';
import type { DrivenSandbox } from '../driver/sandbox.ts';
import type { Windows } from './truth.ts';

/** Slack's payload for a submitted form. */
const Payload = z.looseObject({ view: z.looseObject({ id: z.string(), private_metadata: z.string() }) });
type Payload = z.infer<typeof Payload>;

export interface Recorded {
  hire: Payload;
  leaving: Payload;
}

/** The service's names for the choices. */
export interface Names {
  onboarding: string;
  offboarding: string;
}

/** Fills in and records one form of each kind. Later submissions copy them. */
export async function recordForms(sandbox: DrivenSandbox, names: Names): Promise<Recorded> {
  const person = sandbox.person('U0INES');
  await person.command('/newhire Trial Recorded trial.recorded@acme.example 2999-01-01');
  await person.untilView('New hire');
  await person.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Yuki Tanaka', Sequences: [names.onboarding] });
  await person.submit();
  const hire = submitted(sandbox);
  await person.closeAll();
  await person.command('/offboard');
  await person.untilView('Start offboarding');
  await person.fill({
    Employee: 'Sofia Lindqvist',
    'Last day': '2999-01-31',
    'Offboarding sequences': [names.offboarding],
  });
  await person.submit();
  return { hire, leaving: submitted(sandbox) };
}

function submitted(sandbox: DrivenSandbox): Payload {
  const delivered = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  if (!delivered) throw new Error('No submission was recorded.');
  return Payload.parse(structuredClone(delivered.body));
}

export interface Door {
  url: () => string;
  signingSecret: string;
  windows: Windows;
}

/**
 * Submits a copy of a recorded form until it is acknowledged.
 * @param replaced replacements by recorded value
 */
export async function submitCopy(
  recorded: Payload,
  form: string,
  replaced: Record<string, string>,
  door: Door,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const text = JSON.stringify(recorded);
    const other = Object.entries(replaced).reduce((all, [a, b]) => all.replaceAll(a, b), text);
    const copy = Payload.parse(JSON.parse(other));
    copy.view.private_metadata = JSON.stringify({ ...JSON.parse(copy.view.private_metadata), form });
    copy.view.id = `V0${form}${turn}`;
    let answer = await send(copy, door);
    // Press "Add", also on a page with news; submit the form again when that isn't answered.
    for (let page = pageIn(answer); page; page = pageIn(answer))
      answer = await send({ ...copy, view: { ...copy.view, ...page } }, door);
    if (answer !== undefined) return void door.windows.set(copy.view.id, answer);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const Asking = z.object({
  response_action: z.enum(['push', 'update']),
  view: z.object({ callback_id: z.string().endsWith('_check'), private_metadata: z.string() }),
});

/** Submission of the confirmation page; undefined for another answer. */
function pageIn(answer: string | undefined) {
  const { data } = Asking.safeParse(JSON.parse(answer || 'null'));
  return data && { ...data.view, state: { values: {} }, blocks: [] };
}

/** Presses a button under a question, as HR. */
export async function answerQuestion(id: string, yes: boolean, like: Payload, door: Door): Promise<void> {
  const action = { type: 'button', block_id: 'answer', value: id, action_ts: '1.1' };
  await send(
    {
      ...like,
      type: 'block_actions',
      view: undefined,
      trigger_id: '1.1.x',
      container: { type: 'message' },
      actions: [{ ...action, action_id: yes ? 'troubles_yes' : 'troubles_no' }],
      response_url: `${door.url()}/nowhere`,
    },
    door,
  );
}

async function send(payload: object, { url, signingSecret }: Door): Promise<string | undefined> {
  const text = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...signatureHeaders(signingSecret, text, Date.now()),
  };
  const signal = AbortSignal.timeout(3_000);
  try {
    const answer = await fetch(`${url()}/slack/events`, { method: 'POST', body: text, headers, signal });
    return answer.status === 200 ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
