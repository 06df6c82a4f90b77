import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

/** Calls the Web API like the SDKs: form fields, with JSON for values other than text. */
export async function call(
  sandbox: Sandbox,
  method: string,
  args: Record<string, unknown> = {},
  token: string | null = sandbox.botToken,
): Promise<Record<string, unknown>> {
  const pairs = Object.entries(args).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const response = await fetch(sandbox.apiUrl + method, {
    method: 'POST',
    body: new URLSearchParams(pairs),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Error of a call, with Slack's details. */
export async function refusal(
  ...asked: Parameters<typeof call>
): Promise<{ error: unknown; messages: string[] }> {
  const { ok, error, response_metadata } = await call(...asked);
  if (ok) throw new Error(`${asked[1]} was not refused`);
  return { error, messages: (response_metadata as { messages?: string[] } | undefined)?.messages ?? [] };
}
