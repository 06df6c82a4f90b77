import { type ClientOptions, type Connection, createClient } from './client.ts';
import { OnboardingFailure } from './errors.ts';
import { explain } from './explain.ts';

/** What came of trying an address and a token. */
export type Tried = { ok: true } | { ok: false; sentence: string };

/** Reads the sequences with them, which changes nothing, and explains a failure in plain words. */
export async function tryConnection(
  connection: Connection,
  dispatcher: ClientOptions['dispatcher'],
): Promise<Tried> {
  try {
    await createClient({ connection: () => connection, dispatcher }).sequences();
    return { ok: true };
  } catch (error) {
    if (error instanceof OnboardingFailure) return { ok: false, sentence: explain(error) };
    throw error;
  }
}
