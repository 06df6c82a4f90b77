import type { SandboxPerson } from '../../src/sandbox/workspace/people.ts';
import { type Cleanup, type Office, serverThat } from './office.ts';

interface Service {
  url: string;
  token: string;
}

/** A person in Slack who isn't in the service. */
export function somebody(id: string, realName: string, more: Partial<SandboxPerson> = {}): SandboxPerson {
  const name = id.toLowerCase();
  return { id, name, realName, email: `${name}@acme.example`, timezone: 'Asia/Calcutta', ...more };
}

export async function peopleOf({ url, token }: Service) {
  const answer = await fetch(`${url}/api/employees/`, { headers: { authorization: `Token ${token}` } });
  const people = (await answer.json()) as { email: string; first_name: string; last_name: string }[];
  return new Map(people.map((person) => [person.email, person]));
}

/** Whether the service has exactly these values, so that an import would change nothing. */
export async function has({ url, token }: Service, given: { email: string; [field: string]: unknown }) {
  const { role: _, ...person } = { role: undefined, ...given };
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ dry_run: true, people: [person] });
  const answer = await fetch(`${url}/api/frontdesk/people/`, { method: 'POST', headers, body });
  return ((await answer.json()) as { unchanged?: number }).unchanged === 1;
}

export async function openPeople(person: Office['ines']) {
  await person.openHome();
  await person.until(() => person.home()?.buttons.includes('Import from Slack'));
  await person.press('Import from Slack');
  await person.untilView('Import from Slack');
  await person.until(() => !person.view().texts.join().includes('is reading'));
  return person.view();
}

interface Import {
  dry_run: boolean;
  people: { last_name: string }[];
}

/** Proxy to the service. @param fails status for an import to answer here; undefined passes it on */
export function serviceThat(
  cleanup: Cleanup,
  { url }: Service,
  fails: (body: Import) => number | undefined | Promise<number>,
) {
  return serverThat(cleanup, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const { method = 'GET', headers, url: path = '' } = request;
    const isImport = method === 'POST' && path === '/api/frontdesk/people/';
    const status = isImport ? await fails(JSON.parse(body.toString())) : undefined;
    if (status !== undefined) {
      response.writeHead(status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ people: { 0: ['Not this one.'] } }));
    }
    const passed = { authorization: headers.authorization ?? '', 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: passed,
      redirect: 'manual',
      ...(method === 'POST' && { body }),
    });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    return response.end(Buffer.from(await answer.arrayBuffer()));
  });
}
