import type { ModalView } from '@slack/types';
import { dayIn } from '../../../../time/dates.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import { listedMarkup } from '../../../slack/views/blocks.ts';
import type { NewHireDeps } from '../deps.ts';
import type { FormKey } from '../drafts/autosave.ts';
import { type HireRequest, isHire } from '../request.ts';
import { say } from './messages.ts';

/** Age that a reading needs to prove that a person is gone, in milliseconds: clocks differ, and reading takes time. */
const surelyNewer = 5 * 60_000;

/** Whether a proposed person is still in the service, as far as is known. */
export function presenceOf(
  { resultId, service, createdAt }: HireRequest,
  directory: Pick<Directory, 'asRead'>,
): 'there' | 'removed' | 'otherService' {
  const snapshot = directory.asRead();
  if (!snapshot || resultId === null) return 'there';
  if (snapshot.from !== service) return 'otherService';
  const isOlder = snapshot.readAt < Date.parse(createdAt) + surelyNewer;
  return snapshot.people.has(resultId) || isOlder ? 'there' : 'removed';
}

type FindDeps = Pick<NewHireDeps, 'ledger' | 'directory' | 'settings'>;

/** Sentence about a proposal that somebody took, in mrkdwn. */
export function announcedBefore(
  { requester, endedAt, context, id }: HireRequest,
  { settings }: Pick<FindDeps, 'settings'>,
): string {
  const on = dayIn(settings().timezone, new Date(endedAt ?? 0));
  return say().alreadyAnnounced(requester, on, { name: context.personName, id });
}

/** @returns the proposal that a form announces, also if this form took it, or a page that says why it can't be */
export async function proposalFor(
  { proposal: id, form }: Pick<FormKey, 'proposal' | 'form'>,
  deps: FindDeps,
): Promise<HireRequest | ModalView | undefined> {
  if (id === undefined) return undefined;
  const found = await deps.ledger.find(id);
  if (!found || !isHire(found)) return insteadPage(say().gone);
  if (found.submission === form) return found;
  if (found.state !== 'proposed') return insteadPage(announcedBefore(found, deps));
  const presence = presenceOf(found, deps.directory);
  return presence === 'there' ? found : insteadPage(say()[presence]);
}

/** A page with a reason in mrkdwn. */
export function insteadPage(why: string): ModalView {
  return outcomePage(say().form.title, listedMarkup([why]));
}
