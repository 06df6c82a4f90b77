import { strict as assert } from 'node:assert';
import { EmployeeList } from '../../src/contract/employee.ts';
import { paths } from '../../src/contract/paths.ts';
import { Problem } from '../../src/contract/problem.ts';
import { SequenceList } from '../../src/contract/sequence.ts';

export interface StoredResponse {
  status: number;
  body: unknown;
}

export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<StoredResponse>;
  post(path: string, body: unknown): Promise<StoredResponse>;
  options(path: string): Promise<StoredResponse>;
}

export function apiAt(url: string, token: string): Api {
  const base = url.replace(/\/$/, '');
  const own = { authorization: `Token ${token}`, accept: 'application/json', 'accept-language': 'en' };
  async function ask(path: string, init: RequestInit): Promise<StoredResponse> {
    const answer = await fetch(`${base}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      ...init,
    });
    return { status: answer.status, body: parsed(await answer.text()) };
  }
  return {
    get: (path, headers = own) => ask(path, { headers }),
    options: (path) => ask(path, { method: 'OPTIONS', headers: own }),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server accepted a request that every server of the API must refuse, so the check may have changed data. */
export class Accepted extends Error {
  override name = 'Accepted';
}

const mostPages = 1_000;

export function employees(api: Api) {
  return everyPage(api, paths.employees, (body) => EmployeeList.parse(body));
}

export function sequences(api: Api) {
  return everyPage(api, paths.sequences, (body) => SequenceList.parse(body));
}

async function everyPage<Item>(
  api: Api,
  path: string,
  read: (body: unknown) => { items: Item[]; next: string | null },
): Promise<Item[]> {
  const items: Item[] = [];
  const seen = new Set<string>();
  for (let next: string | null = path; next !== null; ) {
    assert.ok(!seen.has(next) && seen.size < mostPages, 'the pages of a list do not end');
    seen.add(next);
    const { status, body } = await api.get(next);
    assert.equal(status, 200, `status ${status} instead of 200`);
    const page = read(body);
    items.push(...page.items);
    next = page.next && pageAddress(page.next, path);
  }
  return items;
}

/** Takes only the query of the next page's address, so that the token never reaches another host. */
function pageAddress(next: string, path: string): string {
  return `${path}${new URL(next, 'http://server.invalid').search}`;
}

/**
 * Asserts that an answer is a 400 and returns its errors by field.
 * @throws Accepted, AssertionError or ZodError
 */
export function problemIn({ status, body }: StoredResponse): Problem {
  if (status >= 200 && status < 300) throw new Accepted(`status ${status}`);
  assert.equal(status, 400, `status ${status} instead of 400`);
  return Problem.parse(body);
}
