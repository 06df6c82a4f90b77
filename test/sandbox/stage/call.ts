import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

type Answer = Record<string, unknown>;

/** Calls the Web API like the SDKs: form fields, with JSON for values other than text. */
export async function call(
  sandbox: Sandbox,
  method: string,
  args: object = {},
  token: string | null = sandbox.botToken,
): Promise<Answer> {
  const pairs = Object.entries(args).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const response = await fetch(sandbox.apiUrl + method, {
    method: 'POST',
    body: new URLSearchParams(pairs),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as Answer;
}

/** Web API of one sandbox, with the bot's token unless another one is given. */
export function webApi(sandbox: Sandbox) {
  type Arguments = [method: string, args?: object, token?: string | null];
  /** Answer of a call. Throws when it is refused. */
  async function called(...[method, args, token]: Arguments): Promise<Answer> {
    const answer = await call(sandbox, method, args, token);
    if (!answer.ok) throw new Error(`${method} was refused: ${JSON.stringify(answer)}`);
    return answer;
  }
  /** Answer of a call that is refused. Throws when it isn't. */
  async function refusal(...[method, args, token]: Arguments): Promise<Answer> {
    const answer = await call(sandbox, method, args, token);
    if (answer.ok) throw new Error(`${method} was not refused`);
    return answer;
  }
  /** Error code of a call that is refused. */
  const errorOf = async (...given: Arguments) => (await refusal(...given)).error;
  /** Slack's sentences about what is wrong in a call. */
  async function complaints(...[method, args, token]: Arguments): Promise<string[]> {
    const { response_metadata } = await call(sandbox, method, args, token);
    const { messages = [] } = (response_metadata ?? {}) as { messages?: string[] };
    return messages.map((message) => message.replace('[ERROR] ', ''));
  }
  /** Posts a message, to #general unless told otherwise, and returns its `ts`. */
  const post = async (args: object) =>
    String((await called('chat.postMessage', { channel: 'C1', text: 't', ...args })).ts);
  return { call: called, refusal, errorOf, complaints, post };
}

/** Posts JSON to an address. @returns the status and the body, parsed if it is JSON */
export async function postJson(url: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: await (isJson ? response.json() : response.text()) };
}

/** Value at a path in JSON; undefined when the path ends early. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
}

/** JSON pointer to the last occurrence of a value in JSON. Throws when there is none. */
export function pointerTo(wanted: unknown, json: unknown): string {
  const find = (inside: unknown, pointer: string): string[] => {
    if (isDeepStrictEqual(inside, wanted)) return [pointer];
    const entries = typeof inside === 'object' && inside !== null ? Object.entries(inside) : [];
    return entries.flatMap(([key, value]) => find(value, `${pointer}/${key}`));
  };
  const found = find(json, '').at(-1);
  if (found === undefined) throw new Error(`${JSON.stringify(wanted)} is not in ${JSON.stringify(json)}`);
  return found;
}
