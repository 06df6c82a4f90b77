import { type ClientOptions, type Connection, createClient } from './client.ts';
import { OnboardingFailure, Redirected, Refused, Unreachable, Unreadable } from './errors.ts';
import { explain } from './explain.ts';
import { trials } from './messages.ts';

/** What came of trying an address and a token. */
export type Tried = { ok: true } | { ok: false; sentence: string };

type Dispatcher = ClientOptions['dispatcher'];

/** How long a trial may take for each question, in milliseconds: somebody waits for it. */
const patience = 10_000;

/** Reads the sequences with them, which changes nothing, and explains a failure in plain words. */
export async function tryConnection(connection: Connection, dispatcher: Dispatcher): Promise<Tried> {
  try {
    const client = createClient({ connection: () => connection, dispatcher, readTimeout: patience });
    await client.sequences();
    return { ok: true };
  } catch (error) {
    if (!(error instanceof OnboardingFailure)) throw error;
    return { ok: false, sentence: await explainTrial(error, connection.url, dispatcher) };
  }
}

async function explainTrial(error: OnboardingFailure, url: string, dispatcher: Dispatcher): Promise<string> {
  if (error instanceof Refused && error.reason === 'missing')
    return (await saysItIsWell(url, dispatcher)) ? trials.switchedOff : trials.notThere;
  if (error instanceof Refused && error.reason !== 'invalid' && error.reason !== 'missing')
    return trials[error.reason];
  if (error instanceof Redirected) return trials.redirected;
  if (error instanceof Unreachable) return trials.unreachable;
  if (error instanceof Unreadable) return trials.unreadable;
  return explain(error);
}

/** Released deployments answer `/health` with ok, ours `/healthz`; both also while the API is switched off. */
async function saysItIsWell(url: string, dispatcher: Dispatcher): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  for (const path of ['/health', '/healthz']) {
    try {
      const request = { origin, path: pathname.replace(/\/$/, '') + path, method: 'GET' } as const;
      const answer = await dispatcher.request({ ...request, signal: AbortSignal.timeout(patience) });
      if (answer.statusCode === 200 && (await answer.body.text()).trim().toLowerCase() === 'ok') return true;
      if (answer.statusCode !== 200) await answer.body.dump();
    } catch {
      return false;
    }
  }
  return false;
}
