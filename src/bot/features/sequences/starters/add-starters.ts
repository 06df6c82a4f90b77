import type { Starter } from '../../../../contract/additions/sequences.ts';
import type { SequencesApi } from '../deps.ts';
import { type Made, makeSequence } from '../submit.ts';

/** What became of a starter that somebody wanted. */
export interface Added {
  name: string;
  what: Made;
}

/**
 * Makes a sequence of each of these starters, one after the other. What keeps the service from answering keeps it from
 * answering the next one too: those after it are not tried.
 * @param key the same for each time that the same is wanted
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
