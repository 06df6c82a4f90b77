import type { InstalledApp } from '../app/installed-app.ts';
import { type Call, type Method, type Methods, missingScope, SlackError } from './method.ts';

/** The body of an answer of the Web API: always with status 200. */
export type WebApiAnswer = { ok: boolean; error?: string } & Record<string, unknown>;

/** Does what a call asks for, and answers it as Slack does. */
export function answerCall(
  { app, methods }: { app: InstalledApp; methods: Methods },
  name: string,
  call: Call,
  token: string | undefined,
): WebApiAnswer {
  try {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) throw new SlackError('unknown_method', { req_method: name });
    authorize(method, app, token);
    return { ok: true, ...method.run({ ...call, args: { ...call.args, token } }) };
  } catch (error) {
    if (error instanceof SlackError) return { ok: false, error: error.message, ...error.fields };
    throw error;
  }
}

function authorize(method: Method, app: InstalledApp, token: string | undefined): void {
  if (method.token === 'none') return;
  const { botToken, appToken, scopes } = app;
  if (!token) throw new SlackError('not_authed');
  if (token !== botToken && token !== appToken) throw new SlackError('invalid_auth');
  const isWrongKind =
    (method.token === 'bot' && token !== botToken) || (method.token === 'app' && token !== appToken);
  if (isWrongKind) throw new SlackError('not_allowed_token_type');
  const missing = method.scopes.find((scope) => !scopes.has(scope));
  if (missing) throw missingScope(scopes, missing);
}
