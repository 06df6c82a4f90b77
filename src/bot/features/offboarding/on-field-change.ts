import type { ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import { type Viewer, viewerOf } from '../../access/only.ts';
import type { ChangeArgs } from '../../slack/incoming/args.ts';
import { type OpenView, originOf } from '../../slack/incoming/origin.ts';
import { blockIdOf, isBlockOf, withBlocks } from '../../slack/views/view.ts';
import type { OffboardingDeps } from './deps.ts';
import { offboardingFields } from './fields.ts';
import { changeFields } from './form.ts';
import { changeBlocks } from './ids.ts';
import { type EarlierOffboarding, isOffboarding, kind, type OffboardingRequest } from './request.ts';

/** What was started last for an employee, by their id in the service. */
export async function earlierOf(employee: string | undefined, { ledger }: OffboardingDeps) {
  const earlier = employee ? await ledger.newestDone(kind, employee) : undefined;
  return earlier && isOffboarding(earlier) ? earlier : undefined;
}

/** The same, where somebody may know of it. */
export async function earlierKnownTo(viewer: Viewer, employee: string | undefined, deps: OffboardingDeps) {
  const earlier = await earlierOf(employee, deps);
  return earlier && mayKnow(earlier, viewer) ? earlier : undefined;
}

/** A leaver is confidential: only HR, and those who planned it, learn that somebody is leaving. */
export function mayKnow({ requester, context }: OffboardingRequest, { userId, role }: Viewer): boolean {
  return role === 'hr' || requester === userId || (context.earlier?.knownTo ?? []).includes(userId);
}

/** As the request that changes it keeps it. */
export function asEarlier({ id, requester, payload, context }: OffboardingRequest): EarlierOffboarding {
  const knownTo = [...new Set([...(context.earlier?.knownTo ?? []), requester])];
  return { id, requester, day: payload.termination_date, knownTo };
}

/** The open form with what is said about an earlier offboarding, or without it. */
export function withEarlier(
  open: OpenView,
  earlier: OffboardingRequest | undefined,
  language: Language,
): ModalView {
  const fields = open.blocks.filter(
    ({ block_id: id = '' }) => id !== changeBlocks.shown && !isBlockOf(id, changeBlocks.confirm),
  );
  return withBlocks(open, [...fields, ...(earlier ? changeFields(earlier, language) : [])]);
}

/** Somebody was chosen: the form says whether they are leaving already, to those who may know. */
export function followEmployee(deps: OffboardingDeps) {
  return async ({ body, ack, context }: ChangeArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const { user } = offboardingFields.read(body.view.state.values);
    const viewer = viewerOf({ body, context });
    const earlier = await earlierKnownTo(viewer, user?.value, deps);
    const isShown = blockIdOf(open, changeBlocks.confirm);
    if (isShown === (earlier ? changeBlocks.confirmOf(earlier.id) : changeBlocks.confirm)) return;
    await deps.windows.follow(open, withEarlier(open, earlier, viewer.language));
  };
}
