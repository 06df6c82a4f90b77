import { say } from '../messages.ts';
import { explain } from '../outage.ts';
import { type ClientOptions, type Connection, createClient } from './client.ts';
import * as errors from './errors.ts';
import { readBody } from './exchange.ts';

export type ConnectionTestResult = { ok: true } | { ok: false; sentence: string };

type Dispatcher = ClientOptions['dispatcher'];

/** Time limit for each request of the test, in milliseconds: somebody waits for it. */
const patience = 10_000;

/** Size limit for an answer that should be "ok", in bytes. */
const longestOk = 64 * 1024;

export async function testConnection(
  connection: Connection,
  dispatcher: Dispatcher,
): Promise<ConnectionTestResult> {
  try {
    const limits = { readTimeout: patience, listTimeout: patience, onlyFirstPage: true };
    const client = createClient({ connection: () => connection, dispatcher, ...limits });
    await client.sequences();
    await client.employees().catch(unlessSlow);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof errors.OnboardingFailure)) throw error;
    return { ok: false, sentence: await explainTrial(error, connection.url, dispatcher) };
  }
}

function unlessSlow(error: unknown): void {
  const isSlow =
    error instanceof errors.TimedOut || (error instanceof errors.ListUnreadable && error.fault === 'tooSlow');
  if (!isSlow) throw error;
}

async function explainTrial(
  error: errors.OnboardingFailure,
  url: string,
  dispatcher: Dispatcher,
): Promise<string> {
  const { trials } = say();
  if (error instanceof errors.Refused && error.reason === 'missing')
    return (await isWell(url, dispatcher)) ? trials.switchedOff : trials.notThere;
  if (error instanceof errors.Refused && error.reason !== 'invalid' && error.reason !== 'missing')
    return trials[error.reason];
  if (error instanceof errors.Redirected) return trials.redirected;
  if (error instanceof errors.Unreachable) return trials[error.obstacle ?? 'unreachable'];
  if (error instanceof errors.Unreadable && !(error instanceof errors.TooLarge)) return trials.unreadable;
  return explain(error);
}

/** Works even with its API switched off. Released deployments answer `/health` with ok, ours `/healthz`. */
export async function isWell(url: string, dispatcher: Dispatcher): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  for (const path of ['/health', '/healthz']) {
    try {
      const request = { origin, path: pathname.replace(/\/$/, '') + path, method: 'GET' } as const;
      const answer = await dispatcher.request({ ...request, signal: AbortSignal.timeout(patience) });
      const read = await readBody(answer.body, longestOk);
      if (answer.statusCode === 200 && read?.trim().toLowerCase() === 'ok') return true;
    } catch {
      return false;
    }
  }
  return false;
}
