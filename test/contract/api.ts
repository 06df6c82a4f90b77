import { strict as assert } from 'node:assert';
import { EmployeeList } from '../../src/contract/employee.ts';
import { paths } from '../../src/contract/paths.ts';
import { Problem } from '../../src/contract/problem.ts';
import { SequenceList } from '../../src/contract/sequence.ts';

/** An answer, read whole. */
export interface Answer {
  status: number;
  /** Parsed JSON, or undefined where the body is none. */
  body: unknown;
}

/** The server under test. */
export interface Api {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  options(path: string): Promise<Answer>;
}

/** Speaks to any server of the API. Redirects are not followed: a POST would become a GET. */
export function apiAt(url: string, token: string): Api {
  const base = url.replace(/\/$/, '');
  const own = { authorization: `Token ${token}`, accept: 'application/json', 'accept-language': 'en' };
  async function ask(path: string, init: RequestInit): Promise<Answer> {
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

/** Everybody, over all pages. */
export async function employees(api: Api) {
  const { status, body } = await api.get(paths.employees);
  assert.equal(status, 200, `status ${status} instead of 200`);
  return EmployeeList.parse(body).items;
}

/** All sequences. */
export async function sequences(api: Api) {
  const { status, body } = await api.get(paths.sequences);
  assert.equal(status, 200, `status ${status} instead of 200`);
  return SequenceList.parse(body).items;
}

/** Makes sure that an answer is a 400 and gives its errors by field. */
export function problemIn({ status, body }: Answer): Problem {
  assert.equal(status, 400, `status ${status} instead of 400`);
  return Problem.parse(body);
}
