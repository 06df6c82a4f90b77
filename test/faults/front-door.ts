import { z } from 'zod';
import { signatureHeaders } from '../../src/sandbox/delivery/delivery.ts';
import type { Person } from '../driver/person.ts';
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
export type Payload = z.infer<typeof Payload>;

export type Answer = { acknowledged: true; shows: string } | { acknowledged: false; why?: string };

export async function recorded(sandbox: DrivenSandbox, person: Person): Promise<Payload> {
  await person.submit();
  const delivered = sandbox.deliveries().findLast(({ name }) => name === 'view_submission');
  await person.closeAll();
  return Payload.parse(structuredClone(delivered?.body));
}

export async function recordSubmission(sandbox: DrivenSandbox): Promise<Payload> {
  const person = sandbox.person('U0INES');
  await person.open('/newhire Trial Recorded trial.recorded@acme.example 2999-01-01');
  return recorded(sandbox, person);
}

/** Copies a form into its own window. A form submitted again, with an equal id, is one request in one window. */
export function copyOf(form: Payload, id: string, replaced: Record<string, string>): Payload {
  const text = Object.entries(replaced).reduce((all, [a, b]) => all.replaceAll(a, b), JSON.stringify(form));
  const copy = Payload.parse(JSON.parse(text));
  copy.view.private_metadata = JSON.stringify({ ...JSON.parse(copy.view.private_metadata), form: id });
  copy.view.id = `V0TRIAL${id.replaceAll(/\W/g, '').toUpperCase()}`;
  return copy;
}

export interface Door {
  url: () => string;
  signingSecret: string;
}

export async function send(
  payload: object,
  { url, signingSecret }: Door,
  limit: number,
): Promise<{ text: string } | { why: string }> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...signatureHeaders(signingSecret, body, Date.now()),
  };
  const signal = AbortSignal.timeout(limit);
  try {
    const answer = await fetch(`${url()}/slack/events`, { method: 'POST', body, headers, signal });
    return answer.status === 200 ? { text: await answer.text() } : { why: `status ${answer.status}` };
  } catch (error) {
    return { why: String(error) };
  }
}

export async function submit(
  recorded: Payload,
  { first, last, email, form = `F-${email}` }: Hire,
  door: Door,
  limit = patientSlack,
): Promise<Answer> {
  const replaced = { 'trial.recorded@acme.example': email, Recorded: last, Trial: first };
  const answer = await send(copyOf(recorded, form, replaced), door, limit);
  return 'why' in answer
    ? { acknowledged: false, why: answer.why }
    : { acknowledged: true, shows: shown(answer.text) };
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
