import type { Fault, NewFault } from '../../faults/fault.ts';
import type { Screen, Workspace } from '../../screen.ts';
import type { Outcome, Verb } from '../../verbs.ts';

const unreachable = 'The sandbox isn’t responding. Is it still running?';

/** Does what a person does; resolves when the app has answered or its time is over. Never rejects. */
export async function perform(personId: string, verb: Verb): Promise<Outcome> {
  try {
    const response = await post(`/sandbox/people/${personId}/verbs`, verb);
    const body: unknown = await response.json();
    if (!response.ok) return { outcome: 'refused', text: `The sandbox can’t do that: ${errorIn(body)}` };
    return body as Outcome;
  } catch {
    return { outcome: 'refused', text: unreachable };
  }
}

/** What everybody's Slack has in common; undefined while the sandbox does not answer. */
export function fetchWorkspace(): Promise<Workspace | undefined> {
  return get<Workspace>('/sandbox/workspace');
}

export function fetchScreen(personId: string): Promise<Screen | undefined> {
  return get<Screen>(`/sandbox/people/${personId}/screen`);
}

export async function fetchFaults(): Promise<Fault[]> {
  return (await get<Fault[]>('/sandbox/faults')) ?? [];
}

/** Asks for trouble. Answers what is wrong with the request, if something is. */
export async function addFault(fault: Partial<NewFault>): Promise<string | undefined> {
  const response = await post('/sandbox/faults', fault);
  return response.ok ? undefined : errorIn(await response.json());
}

/** Takes one fault back, or all of them. */
export async function removeFault(id?: string): Promise<void> {
  await fetch(id === undefined ? '/sandbox/faults' : `/sandbox/faults/${id}`, { method: 'DELETE' });
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function get<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(path);
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}

function errorIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'unknown error';
}
