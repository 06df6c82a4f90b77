import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Offboarding } from '../../../../contract/employee.ts';
import { within } from '../../../../time/clock.ts';
import { employeeLabel, sequenceLabels } from '../../../menus.ts';
import { say as sayPlan } from '../../../plan/messages.ts';
import type { ButtonArgs, FormArgs } from '../../../slack/incoming/listeners.ts';
import { originOf, type Viewer, viewerOf } from '../../../slack/incoming/origin.ts';
import {
  alert,
  header,
  listed,
  listedMarkup,
  mrkdwn,
  paragraph,
  plain,
} from '../../../slack/views/blocks.ts';
import { askingPage, backRow, showInPlace } from '../../../slack/views/open-view.ts';
import { labelOf } from '../../../slack/views/view.ts';
import { taskBlocks } from '../../../tasks/foretell-tasks.ts';
import { say as sayApproval } from '../approval/messages.ts';
import type { OffboardingDeps } from '../deps.ts';
import { actions, checkId, type OffboardingValues, offboardingFields, parseOffboarding } from '../fields.ts';
import { offboardingForm, saidNotThere } from '../form.ts';
import { say as sayOffboarding } from '../messages.ts';
import { send, whatIsKnown } from '../send.ts';
import { say } from './messages.ts';
import { type LookedAt, type SecondLook, secondLook } from './second-look.ts';

/** Time limit for reading the employees if this process has none yet, in milliseconds. */
const patience = 1_000;

export function receiveCheck(deps: OffboardingDeps) {
  return async (args: FormArgs) => {
    if (await saidNotThere(args, deps)) return;
    const page = await sendOrAsk(args, deps);
    if (page) await args.ack({ response_action: 'update', view: page });
  };
}

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

export function backToForm(deps: OffboardingDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const { view: open } = originOf(args.body);
    if (!open) return;
    const metadata = CheckMetadata.parse(JSON.parse(open.private_metadata));
    const notice = deps.directory.current() ? {} : { notice: sayOffboarding().notices.notLoaded };
    const form = offboardingForm(deps, { prefill: valuesOf(metadata, deps), ...notice });
    await showInPlace(deps.windows, args, form);
  };
}

export const CheckMetadata = z.object({
  form: z.string(),
  user: z.int(),
  day: z.string(),
  sequences: z.array(z.int()),
  /** Codes of the page's points, including the offboarding to change. */
  asked: z.array(z.string()),
  /** Whether the page is above the form. If not, it replaced the form, and "Back" restores it. */
  isAbove: z.boolean(),
});
export type CheckMetadata = z.infer<typeof CheckMetadata>;

interface Check extends LookedAt {
  form: string;
  values: OffboardingValues;
  look: SecondLook;
  isAbove: boolean;
  isNew?: boolean;
}

const forApproval = 'approval';

/** Codes of everything a person agrees to on the page. */
export function askedBy({ earlier, look }: Pick<Check, 'earlier' | 'look'>): string[] {
  return [
    ...look.points.map(({ code }) => code),
    ...(earlier ? [`change-${earlier.id}`] : []),
    ...(look.isForApproval ? [forApproval] : []),
  ];
}

export function checkPage(check: Check, { userId }: Viewer): ModalView {
  const { payload, values, look, earlier, isNew = false } = check;
  const sentences = sentencesOf(look);
  const metadata = carried(check);
  return {
    ...page(metadata),
    submit: plain(sentences.submit),
    blocks: [
      ...(look.isForApproval ? [alert('info', sentences.notice)] : []),
      ...(isNew ? [alert('info', sentences.changed)] : []),
      paragraph(whoOf(check)),
      ...look.points.map(({ text }) => alert('warning', text)),
      ...(earlier ? changeBlocks(check) : []),
      paragraph(sentences.atOnce(payload.termination_date, look.isOwn)),
      ...sequencesBlocks(values),
      mrkdwn(sentences.notified(look.audience, userId)),
      ...planBlocks(look),
      paragraph(sentences.ask),
      ...backRow(metadata, actions.back),
    ],
  };
}

function sentencesOf({ isForApproval }: SecondLook) {
  const approval = sayApproval(),
    { check } = say(),
    { form } = sayOffboarding();
  const own = { submit: form.submit, notice: '' };
  return { ...check, ...own, ...(isForApproval && approval.check) };
}

/** Keeps the button for another try while the employees haven't loaded. */
export function cannotBeSent(metadata: CheckMetadata, why: readonly string[] | 'notLoaded'): ModalView {
  const { check } = say(),
    { form } = sayOffboarding();
  const said =
    why === 'notLoaded'
      ? [alert('warning', check.notLoaded)]
      : [alert('error', check.mistakes), ...listed(why)];
  return {
    ...page(metadata),
    ...(why === 'notLoaded' && { submit: plain(form.submit) }),
    blocks: [...said, ...backRow(metadata, actions.back)],
  };
}

function carried(check: Check): CheckMetadata {
  const { form, payload, isAbove } = check;
  const { user, termination_date: day, sequences } = payload;
  return { form, user, day, sequences, asked: askedBy(check), isAbove };
}

function page(metadata: CheckMetadata) {
  return askingPage({ callbackId: checkId, title: say().check.title, metadata });
}

/** Address and title tell people with the same name apart. */
function whoOf({ values, payload, look }: Check): string {
  const { check } = say();
  const name = values.user ? labelOf(values.user) : '';
  return [
    check.who(look.person?.name ?? name, look.person?.email ?? ''),
    ...(look.title === '' ? [] : [check.slackTitle(look.title)]),
    check.lastDay(payload.termination_date),
  ].join('\n');
}

function changeBlocks({ earlier, payload }: Check): KnownBlock[] {
  if (!earlier) return [];
  const { change } = say();
  const before: Offboarding = earlier.payload;
  const left = before.sequences.flatMap((id, index) =>
    payload.sequences.includes(id) ? [] : [earlier.context.sequenceNames[index] ?? String(id)],
  );
  return [
    mrkdwn(change.planned(before.termination_date, earlier.requester, earlier.calledOffAt !== null)),
    paragraph(change.again),
    ...(left.length > 0 ? [paragraph(change.leftOut(left))] : []),
  ];
}

function planBlocks({ plan, tasks }: SecondLook): KnownBlock[] {
  const aboutTasks = taskBlocks(tasks);
  if (plan.length === 0 && (tasks?.lines ?? []).length === 0) return aboutTasks;
  const { button } = sayPlan().rehearsal;
  const rehearse = { type: 'button', action_id: actions.rehearse, text: plain(button) } as const;
  return [
    ...(plan.length > 0 ? [header(say().check.plan), ...listedMarkup(plan)] : []),
    ...aboutTasks,
    { type: 'actions', block_id: actions.rehearse, elements: [rehearse] },
  ];
}

function sequencesBlocks({ sequences = [] }: OffboardingValues): KnownBlock[] {
  if (sequences.length === 0) return [];
  return listed([say().check.sequences(sequences.map(labelOf))]);
}
