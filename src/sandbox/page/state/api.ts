import type { Outcome, Verb } from '../../screen.ts';

const unreachable = 'The sandbox isn’t responding. Is it still running?';

/** Performs a person's action; resolves once the app has answered or timed out. Never rejects. */
export async function perform(personId: string, verb: Verb): Promise<Outcome> {
  try {
    const response = await send(`/sandbox/people/${personId}/verbs`, verb);
    const body: unknown = await response.json();
    if (!response.ok) return { outcome: 'refused', text: `The sandbox can’t do that: ${errorIn(body)}` };
    return body as Outcome;
  } catch {
    return { outcome: 'refused', text: unreachable };
  }
}

/** Posts a change. Returns the problem; undefined on success. */
export async function post(path: string, body: object): Promise<string | undefined> {
  const response = await send(path, body);
  return response.ok ? undefined : errorIn(await response.json());
}

function send(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Parsed answer to a GET; undefined if the sandbox refuses or doesn't answer. */
export async function get<T>(path: string): Promise<T | undefined> {
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

/**
 * Sends values one at a time. Of those that wait only the latest is kept, so the value that arrives last is
 * the one typed last.
 */
export class InOrder<T> {
  readonly #send: (value: T) => Promise<unknown>;
  #waiting: { value: T } | undefined;
  #running: Promise<void> | undefined;

  constructor(send: (value: T) => Promise<unknown>) {
    this.#send = send;
  }

  /** Resolves when this value, or a later one, has been sent. */
  push(value: T): Promise<void> {
    this.#waiting = { value };
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting) {
      const { value } = this.#waiting;
      this.#waiting = undefined;
      await this.#send(value);
    }
    this.#running = undefined;
  }
}
