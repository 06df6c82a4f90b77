import { z } from 'zod';
import { signatureHeaders } from '../../src/sandbox/delivery/delivery.ts';
import { type DrivenSandbox, patientSlack } from '../driver/sandbox.ts';

export interface Hire {
  first: string;
  last: string;
  email: string;
  /** Identifies the form when several hires share one. */
  form?: string;
}

export function hire(number: number): Hire {
  return { first: 'Trial', last: `No${number}x`, email: `trial.${number}@acme.example` };
}

export function hires(count: number): Hire[] {
  return Array.from({ length: count }, (_, number) => hire(number));
}

const Payload = z.looseObject({ view: z.looseObject({ id: z.string(), private_metadata: z.string() }) });
type Payload = z.infer<typeof Payload>;

export type Answer = { acknowledged: true; shows: string } | { acknowledged: false; why: string };

export async function recordSubmission(sandbox: DrivenSandbox): Promise<Payload> {
  const person = sandbox.person('U0INES');
  await person.open('/newhire Trial Recorded trial.recorded@acme.example 2999-01-01');
  await person.submit();
  const delivered = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  await person.closeAll();
  return Payload.parse(structuredClone(delivered?.body));
}

let copies = 0;

interface Door {
  url: () => string;
  signingSecret: string;
}

/** Submits a copy of a form from its own window. A form submitted again, with an equal id, is one request. */
export async function submit(
  recorded: Payload,
  { first, last, email, form = `F-${email}` }: Hire,
  { url, signingSecret }: Door,
  limit = patientSlack,
): Promise<Answer> {
  const text = JSON.stringify(recorded)
    .replaceAll('trial.recorded@acme.example', email)
    .replaceAll('Recorded', last)
    .replaceAll('Trial', first);
  const copy = Payload.parse(JSON.parse(text));
  copies += 1;
  copy.view.private_metadata = JSON.stringify({ ...JSON.parse(copy.view.private_metadata), form });
  copy.view.id = `V0TRIAL${copies}`;
  const body = new URLSearchParams({ payload: JSON.stringify(copy) }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...signatureHeaders(signingSecret, body, Date.now()),
  };
  const signal = AbortSignal.timeout(limit);
  try {
    const answer = await fetch(`${url()}/slack/events`, { method: 'POST', body, headers, signal });
    if (answer.status !== 200) return { acknowledged: false, why: `status ${answer.status}` };
    return { acknowledged: true, shows: shown(await answer.text()) };
  } catch (error) {
    return { acknowledged: false, why: String(error) };
  }
}

const mostPresses = 5;

/**
 * Presses again after a 404, with which Bolt answers when a busy machine misses Slack's three seconds; the
 * request is identical.
 */
export async function handIn(recorded: Payload, who: Hire, door: Door): Promise<string> {
  for (let press = 1; ; press += 1) {
    const answer = await submit(recorded, who, door, 6 * patientSlack);
    if (answer.acknowledged && answer.shows !== 'Try again in a minute') return answer.shows;
    const why = answer.acknowledged ? answer.shows : answer.why;
    if ((!answer.acknowledged && why !== 'status 404') || press === mostPresses)
      throw new Error(`It was not acknowledged: ${why}`);
  }
}

/** Submits a form until it is acknowledged, as people press again when Slack says that the app didn't respond. */
export async function pressUntilAcknowledged(recorded: Payload, who: Hire, door: Door): Promise<void> {
  while (!(await submit(recorded, who, door)).acknowledged)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

function shown(text: string): string {
  if (text === '') return 'nothing';
  const answer = JSON.parse(text) as { response_action?: string; view?: { title: { text: string } } };
  return answer.view?.title.text ?? answer.response_action ?? 'nothing';
}
