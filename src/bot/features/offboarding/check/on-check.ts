import type { ModalView } from '@slack/types';
import { within } from '../../../../time/clock.ts';
import { employeeLabel, sequenceLabels } from '../../../menus.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/args.ts';
import { originOf } from '../../../slack/incoming/origin.ts';
import { viewerOf } from '../../../slack/incoming/reader.ts';
import { showInPlace } from '../../../slack/views/open-view.ts';
import type { OffboardingDeps } from '../deps.ts';
import { type OffboardingValues, offboardingFields, parseOffboarding } from '../fields.ts';
import { offboardingForm } from '../form.ts';
import { say } from '../messages.ts';
import { saidNotThere } from '../open-modal.ts';
import { send, whatIsKnown } from '../send.ts';
import { askedBy, CheckMetadata, cannotBeSent, checkPage, forApproval } from './check-page.ts';
import { secondLook } from './second-look.ts';

/** Time limit for reading the employees if this process has none yet, in milliseconds. */
const patience = 1_000;

/** Handles "Start offboarding" on the page: checks everything again, and submits to the ledger. */
export function receiveCheck(deps: OffboardingDeps) {
  return async (args: FormArgs) => {
    if (await saidNotThere(args, deps)) return;
    const page = await sendOrAsk(args, deps);
    if (page) await args.ack({ response_action: 'update', view: page });
  };
}

/** @returns the page to show if it wasn't sent; undefined if the form has been answered */
async function sendOrAsk(args: FormArgs, deps: OffboardingDeps): Promise<ModalView | undefined> {
  const viewer = viewerOf(args);
  const metadata = CheckMetadata.parse(JSON.parse(args.view.private_metadata));
  const { form, isAbove } = metadata;
  const cannot = (sentences: Record<string, string>) => cannotBeSent(metadata, Object.values(sentences));
  const { directory, clock } = deps;
  if (!directory.current()) await within(clock, patience, directory.refresh());
  if (!directory.current()) return cannotBeSent(metadata, 'notLoaded');
  const values = valuesOf(metadata, deps);
  const parsed = parseOffboarding(values, deps);
  if (!parsed.ok) return cannot(parsed.errors);
  const { payload } = parsed;
  const known = await whatIsKnown({ payload, form }, viewer, deps);
  if (known.mistakes) return cannot(known.mistakes);
  const filled = { form, values, payload, earlier: known.earlier };
  if (!known.isSent) {
    const look = await secondLook(filled, viewer, deps);
    const isMore = askedBy({ ...filled, look }).some((code) => !metadata.asked.includes(code));
    const isNew = isMore || (metadata.asked.includes(forApproval) && !look.isForApproval);
    if (isNew) return checkPage({ ...filled, look, isAbove, isNew }, viewer);
  }
  // Another person was faster: show their plan before changing it.
  const changed = await send(filled, args, { ...deps, elsewhere: cannot });
  if (!changed) return undefined;
  const again = { ...filled, earlier: changed };
  return checkPage({ ...again, look: await secondLook(again, viewer, deps), isAbove, isNew: true }, viewer);
}

/** The form's values, with the current names of employees and sequences. */
function valuesOf(
  { user, day, sequences }: CheckMetadata,
  { directory }: OffboardingDeps,
): OffboardingValues {
  const offered = { snapshot: directory.current() };
  const named = sequenceLabels('offboarding', sequences, offered);
  const personName = employeeLabel(user, offered);
  const context = { personName, sequenceNames: named, viewId: '' };
  const payload = { user, termination_date: day, sequences };
  return offboardingFields.fromRequest({ payload, context }, offered);
}

/** Handles "Back" where the page replaced the form: restores the form with everything in it. */
export function backToForm(deps: OffboardingDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { view: open } = originOf(args.body);
    if (!open) return;
    const metadata = CheckMetadata.parse(JSON.parse(open.private_metadata));
    const notice = deps.directory.current() ? {} : { notice: say().notices.notLoaded };
    const form = offboardingForm(deps, { prefill: valuesOf(metadata, deps), ...notice });
    await showInPlace(deps.windows, args, form);
  };
}
