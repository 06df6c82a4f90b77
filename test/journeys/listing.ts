import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Cleanup, channels, type Office, serverThat } from './office.ts';

export interface ListedPerson {
  id: number;
  first_name?: unknown;
  last_name?: unknown;
  email?: unknown;
  role?: unknown;
}

export async function listingService(cleanup: Cleanup, first: readonly ListedPerson[]) {
  const service = {
    url: '',
    token: 'd'.repeat(40),
    people: [...first],
    pageSize: Number.POSITIVE_INFINITY,
    written: [] as string[],
  };

  function page(path: string): unknown {
    const { people, pageSize, url } = service;
    if (pageSize === Number.POSITIVE_INFINITY) return people;
    const from = Number(new URL(path, url).searchParams.get('from') ?? 0);
    const next = from + pageSize < people.length ? `${url}/api/employees/?from=${from + pageSize}` : null;
    return { results: people.slice(from, from + pageSize), next };
  }

  service.url = await serverThat(cleanup, (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (method === 'POST') service.written.push(url);
    if (method === 'GET' && url.startsWith('/api/employees/')) return send(200, page(url));
    if (method === 'GET' && url.startsWith('/api/sequences/')) return send(200, []);
    // A 500 leaves the outcome of a POST unknown.
    send(method === 'POST' ? 500 : 404, { detail: 'Not found.' });
  });
  return service;
}

export function listed(id: number, first = 'Anna', last = 'Berg', more: Partial<ListedPerson> = {}) {
  return {
    id,
    first_name: first,
    last_name: last,
    email: `${first}.${id}@acme.example`.toLowerCase(),
    ...more,
  };
}

export function questions({ sandbox }: Pick<Office, 'sandbox'>): string[] {
  const texts = sandbox.messages(channels.private).map(({ text }) => text);
  return texts.filter((text) => text.includes('added in the onboarding service'));
}
