import type { Starter } from '../../../../contract/additions/sequences.ts';
import type { SequencesApi } from '../deps.ts';
import { type Made, makeSequence } from '../submit.ts';

export interface Added {
  name: string;
  what: Made;
}

/**
 * Creates sequences from starters, one after the other. Stops when the service fails, since the next call would fail,
 * too.
 * @param key idempotency key of the form: repeats create nothing twice
 */
export async function addStarters(
  starters: readonly Starter[],
  key: string,
  api: Pick<SequencesApi, 'sequences' | 'addSequence'>,
): Promise<Added[]> {
  const added: Added[] = [];
  for (const { key: of, name, kind, tasks } of starters) {
    const what = await makeSequence({ name, kind, tasks }, `${key}-${of}`, api);
    added.push({ name, what });
    if (what.kind === 'failed' || what.kind === 'unknown') break;
  }
  return added;
}
