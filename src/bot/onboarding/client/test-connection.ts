import { say } from '../messages.ts';
import { explain } from '../outage.ts';
import { type ClientOptions, type Connection, createClient } from './client.ts';
import { OnboardingFailure } from './errors.ts';
import { placeOf, readBody } from './exchange.ts';

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
    if (!(error instanceof OnboardingFailure)) throw error;
    return { ok: false, sentence: await explainTrial(error, connection.url, dispatcher) };
  }
}

function unlessSlow(error: unknown): void {
  const { trouble } = error instanceof OnboardingFailure ? error : {};
  if (trouble !== 'timedOut' && trouble !== 'list:tooSlow') throw error;
}

async function explainTrial(error: OnboardingFailure, url: string, dispatcher: Dispatcher): Promise<string> {
  const { switchedOff, trials } = say();
  if (error.trouble === 'missing' && (await isWell(url, dispatcher))) return switchedOff;
  return trials[error.trouble] ?? explain(error);
}

/** Works even with its API switched off. Released deployments answer `/health` with ok, ours `/healthz`. */
export async function isWell(url: string, dispatcher: Dispatcher): Promise<boolean> {
  for (const path of ['/health', '/healthz']) {
    try {
      const request = { ...placeOf(url, path), method: 'GET' } as const;
      const answer = await dispatcher.request({ ...request, signal: AbortSignal.timeout(patience) });
      const read = await readBody(answer.body, longestOk);
      if (answer.statusCode === 200 && read?.trim().toLowerCase() === 'ok') return true;
    } catch {
      return false;
    }
  }
  return false;
}
