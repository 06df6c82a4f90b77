import type { SandboxPerson } from '../../src/sandbox/workspace/workspace.ts';
import type { Person } from '../driver/person.ts';
import { type Cleanup, ourService, type Service } from './office.ts';
import { behindProxy } from './world.ts';

export function somebody(id: string, realName: string, more: Partial<SandboxPerson> = {}): SandboxPerson {
  const name = id.toLowerCase();
  return { id, name, realName, email: `${name}@acme.example`, timezone: 'Asia/Calcutta', ...more };
}

export function crowd(count: number): SandboxPerson[] {
  return Array.from({ length: count }, (_none, index) => somebody(`U1N${index}`, `Number ${index}x`));
}

/** Whether the service has exactly these values, so that an import would change nothing. */
export async function has({ url, token }: Service, given: { email: string; [field: string]: unknown }) {
  const { role: _, ...person } = { role: undefined, ...given };
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ dry_run: true, people: [person] });
  const answer = await fetch(`${url}/api/frontdesk/people/`, { method: 'POST', headers, body });
  return ((await answer.json()) as { unchanged?: number }).unchanged === 1;
}

export async function openPeople(person: Person) {
  await person.openFromHome('Import from Slack');
  await person.until(() => !person.pageText().includes('Reading who'));
  return person.view();
}

interface Import {
  dry_run: boolean;
  people: { last_name: string }[];
}

/** Our service behind a proxy. @param fails status for an import to answer instead; undefined passes it on */
export function importingService(
  cleanup: Cleanup,
  fails: (body: Import) => number | undefined | Promise<number>,
) {
  const body = JSON.stringify({ people: { 0: ['Not this one.'] } });
  return behindProxy(cleanup, ourService, async (method, path, sent) => {
    if (method !== 'POST' || path !== '/api/frontdesk/people/') return undefined;
    const status = await fails(JSON.parse(sent));
    if (status === undefined) return undefined;
    return { when: 'before', answer: { status, body, type: 'application/json' } };
  });
}
