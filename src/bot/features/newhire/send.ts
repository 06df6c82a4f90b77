import { hash } from 'node:crypto';
import { within } from '../../../time/clock.ts';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import { mistakesIn, type Trouble } from '../../preview/check-window.ts';
import type { Preview } from '../../preview/preview.ts';
import { sendForm } from '../../requests/form-answer.ts';
import type { By } from '../../slack/button.ts';
import type { Here } from '../../slack/modal.ts';
import { draftKeyOf, endDraft, type FormKey } from './drafts/draft.ts';
import { takenPage } from './elsewhere/proposals.ts';
import { type HireValues, newHireFields, offeredNow } from './form/fields.ts';
import { type LookedAt, roleToConfirm } from './form/warnings.ts';
import { say } from './messages.ts';
import { type HireContext, type HireRequest, isHire, kind, personName, startDayOf } from './request.ts';
import { newHire } from './request-type.ts';
import { doneView, pendingView, unreachedNow, unreachedPoints, withUnreached } from './result/result.ts';

/** Sends the request; a second open one for an address is refused. Ends the draft. */
export async function send(looked: LookedAt, key: FormKey, by: By<Bot>, here: Here) {
  const { payload } = looked;
  const requester = by.viewer.userId;
  const starter = await starterIn(key, by);
  // Without the source's data: HR may have left some of it out.
  const context = {
    ...contextOf(looked, here.open.id, by),
    ...(starter && { starter: { ...starter, said: {} } }),
  };
  const { submitted, answer } = await sendForm<HireRequest>(
    { kind, payload, context, requester, submission: key.form, proposal: key.proposal },
    {
      isOwn: isHire,
      type: newHire,
      fields: newHireFields.names,
      pendingView,
      doneView: async (request) => doneView(withUnreached(request, await looked.unreached), by.settings()),
      refusal: (name, said, declined) => say().refusal(name, said, { called: context, ...declined }),
      alreadyOpen: (other) => ({ email: say().alreadyOpen(other) }),
      alreadyDone: (other) => takenPage(other, by),
    },
    by,
    here,
  );
  if (['done', 'pending', 'sentBefore'].includes(submitted.kind))
    await endDraft(requester, draftKeyOf(key), 'sent', by);
  return answer;
}

/** The system that proposed the hire of this form. */
async function starterIn(
  { proposal: id }: Pick<FormKey, 'proposal'>,
  { ledger }: Bot,
): Promise<HireContext['starter']> {
  const proposal = id === undefined ? undefined : await ledger.find(id);
  return proposal && isHire(proposal) ? proposal.context.starter : undefined;
}

/** The context of the form's request. `proposal`: the one that it announces, if any. */
export function contextOf(
  { values, payload, proposal }: Pick<LookedAt, 'values' | 'payload'> & { proposal?: unknown },
  viewId: string,
  deps: Bot,
): HireContext {
  const role = proposal ? undefined : roleToConfirm(values, deps.directory.current());
  return {
    personName: personName(payload.first_name, payload.last_name),
    sequenceNames: [],
    ...newHireFields.contextOf(values, offeredNow(payload.start_day, deps)),
    viewId,
    ...(proposal ? { addedElsewhere: true } : {}),
    ...(role && { role: { label: role.label, givesRights: role.givesRights } }),
  };
}

/** A form that can be sent, with what is to be confirmed and what will happen. */
export interface Checked extends LookedAt {
  preview: Preview;
}

/** Preview of the form, whose values may be incomplete. */
export async function previewOf(
  {
    values,
    proposal,
    isEnded,
  }: { values: HireValues; proposal?: object | string | undefined; isEnded?: boolean },
  leftOut: readonly number[] | Promise<readonly number[]>,
  by: By<Bot>,
): Promise<Preview> {
  const payload = { first_name: '', last_name: '', email: '', role: 0, ...newHireFields.sent(values) };
  const entered = enteredIn({ values, payload, proposal }, by);
  return by.previews.ofEntered(entered, by.viewer, { leftOut, isEnded });
}

/** The request as it would be submitted, for a preview. */
export function enteredIn(hire: Parameters<typeof contextOf>[0], by: By<Bot>) {
  const { payload } = hire;
  const day = startDayOf(payload, dayIn(by.settings().timezone, by.clock.now()));
  return { kind, requester: by.viewer.userId, payload, context: contextOf(hire, '', by), day };
}

/** Time limit for finding people in Slack, in milliseconds: the window has to open within three seconds. */
const patience = 800;

/** Facts of the page with the plan. `left`: sentences about people who can't be reached. */
export async function planned(values: HireValues, { proposal }: Pick<FormKey, 'proposal'>, by: By<Bot>) {
  const payload = newHireFields.sent(values);
  const unreached = within(by.clock, patience, unreachedNow(payload, by)).then((now = []) =>
    unreachedPoints({ values, payload }, now),
  );
  const leftOut = unreached.then((points) => points.map(({ employee }) => employee));
  // Like other hires, a starter isn't in the service yet.
  const there = (await starterIn({ proposal }, by)) ? undefined : proposal;
  const preview = await previewOf({ values, proposal: there }, leftOut, by);
  return { preview, left: (await unreached).map(({ text }) => text) };
}

/** @param errors sentences by field */
export function wrongInput(errors: Record<string, string>): Trouble {
  return mistakesIn(Object.entries(errors).map(([field, said]) => say().check.mistake(field, said)));
}

/** Hash of the input, so nobody confirms values they haven't seen. */
export function digestOf(values: HireValues): string {
  return hash('sha256', JSON.stringify(newHireFields.toDraft(values)), 'base64url').slice(0, 22);
}
