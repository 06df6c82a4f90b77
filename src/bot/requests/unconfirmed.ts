import type { Language } from '../../language.ts';
import type { Request, RequestContext } from '../ledger/requests/request.ts';
import { words } from './words.ts';

type WithSequences = Request<object, RequestContext & { sequenceNames: string[] }>;

/** Whether it is done and nobody knows whether the chosen sequences were assigned. */
export function isUnconfirmed({ context, outcome }: WithSequences): boolean {
  return outcome?.kind === 'done' && !outcome.confirmed && context.sequenceNames.length > 0;
}

/** What is not certain of a request that somebody said is done. */
export function caveatOf(request: WithSequences, language: Language): string | undefined {
  return isUnconfirmed(request) ? words[language].sequencesUnconfirmed : undefined;
}
