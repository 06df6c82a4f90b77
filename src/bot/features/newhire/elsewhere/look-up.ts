import type { Language } from '../../../../language.ts';
import { dayIn } from '../../../../time/dates.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { NewHireDeps } from '../deps.ts';
import { words } from '../words.ts';
import { whoIsNow } from './who.ts';

export type LookDeps = Pick<NewHireDeps, 'ledger' | 'directory' | 'settings' | 'clock'>;

/** Somebody who can be announced now; or why not, in mrkdwn. */
type LookedUp = { person: Person } | { why: string; found?: FoundPerson };

/** How long the list is read again for while somebody waits for a window, in milliseconds: their trigger lives three seconds. */
const patience = 1_000;

/** Looks anew, each time: what a message or a window says may be old. */
export async function lookUp(reference: string, deps: LookDeps, language: Language): Promise<LookedUp> {
  const { gone, removed, unread, otherService } = words[language].elsewhere;
  const found = await deps.ledger.elsewhere.find(reference);
  if (!found) return { why: gone };
  if (found.decided?.what === 'announced') return { why: await whyOver(found, deps, language), found };
  const who = await whoIsNow(found, deps, patience);
  return who.kind === 'there' ? who : { why: { removed, unread, otherService }[who.kind] };
}

/** Who decided what before; in mrkdwn. */
export async function whyOver(
  { decided }: FoundPerson,
  { ledger, settings }: Pick<LookDeps, 'ledger' | 'settings'>,
  language: Language,
): Promise<string> {
  const { gone, alreadyAnnounced, alreadyDismissed } = words[language].elsewhere;
  if (!decided) return gone;
  const { what, by, at, requestId } = decided;
  const on = dayIn(settings().timezone, at);
  if (what === 'dismissed') return alreadyDismissed(by, on);
  const request = requestId === null ? undefined : await ledger.find(requestId);
  return alreadyAnnounced(by, on, request && { name: request.context.personName, id: request.id });
}
