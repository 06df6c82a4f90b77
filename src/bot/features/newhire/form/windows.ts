import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { newReference } from '../../../../reference.ts';
import { within } from '../../../../time/clock.ts';
import { peopleMenu, sequencesMenu } from '../../../menus.ts';
import { say as sayPreview } from '../../../preview/messages.ts';
import type { Preview } from '../../../preview/preview.ts';
import { mayChange, previewBlocks, rehearsalBeneath, tasksBeneath } from '../../../preview/preview-blocks.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { type AsShown, modal } from '../../../slack/modal.ts';
import { alert, listed, note, plain } from '../../../slack/views/blocks.ts';
import { rootOf, withTop } from '../../../slack/views/view.ts';
import type { Draft } from '../../../storage/drafts.ts';
import type { Template } from '../../../storage/templates.ts';
import { type Checked, checkBlocks, digestOf, previewOf, wrongInput } from '../check/page.ts';
import { secondLook } from '../check/second-look.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { type Autosave, draftKeyOf, FormKey, keepDraft } from '../drafts/autosave.ts';
import { offerDraft } from '../drafts/closing.ts';
import { say as sayDrafts } from '../drafts/messages.ts';
import { say } from '../messages.ts';
import { say as sayNotice } from '../notice-messages.ts';
import { isHire } from '../request.ts';
import { doneView, leftOutIn, pendingView, unreachedLines, unreachedNow } from '../result/result.ts';
import { send } from '../send.ts';
import { applyTemplate, noticeBlocks, templatesBlocks, useNames } from '../templates/apply.ts';
import type { LeftOut } from '../typed/facts.ts';
import {
  checkId,
  formId,
  type HireValues,
  newHireFields,
  newHireForms,
  type Offered,
  offeredNow,
} from './fields.ts';
import { adviceOn, parseNewHire, type WarningFacts, warningFacts } from './warnings.ts';
import { Proposed, proposeZone, unseenZone, withUnseenZone, withZone, zonesInForm } from './zone.ts';

type HireServices = NewHireDeps & { autosave: Autosave };

interface FormFacts extends WarningFacts {
  offered: Offered;
  templates: readonly Template[];
}

function formFacts(deps: FormDeps): FormFacts {
  return {
    ...warningFacts(deps),
    offered: offeredNow(undefined, deps),
    templates: deps.templates.current(),
  };
}

/** The form, whose input is kept as a draft from the first letter on. */
export const formWindow = modal({
  id: formId,
  role: 'hr',
  metadata: FormKey.extend({
    /** The person was entered before, so no template is offered. */
    isCorrection: z.literal(true).optional(),
  }),
  kept: z.object({
    zone: Proposed.optional(),
    /** Id of the template that filled in the form last. */
    template: z.string().optional(),
    isTouched: z.boolean().optional(),
  }),
  // After “Add another”, the previous form may still be below.
  clears: true,
  facts: async (by: HireServices) => formFacts(by),
  title: () => say().titles.form,
  fields: () => newHireForms().table,
  offered: (facts: FormFacts) => facts.offered,
  more: () => say().buttons.more,
  menus: {
    manager: peopleMenu,
    buddy: peopleMenu,
    sequences: (by, query) => sequencesMenu(by, query, 'onboarding'),
    timezone: zonesInForm,
  },
  open(facts, { isCorrection, zone, template, isTouched = false }, typed = {}) {
    const isProposed = typed.timezone !== undefined && typed.timezone.value === zone?.name;
    return {
      above: isCorrection ? [] : templatesRow(facts.templates),
      hints: isProposed ? { timezone: say().hints.proposedZone } : {},
      beside: adviceOn(typed, facts, isTouched),
      below: [draftRow()],
      keep: { zone, template, isTouched },
    };
  },
  changes: {
    of: newHireFields.idsOf('chosen'),
    typed: newHireFields.idsOf('typed'),
    async run(_facts, { zone, isFull }, values, by, { open }) {
      const zoned = await proposeZone(values, { zone, isFull, open }, by);
      return { values: zoned.values, keep: { zone: zoned.zone, isTouched: true } };
    },
  },
  onInput: (_facts, key, values, { autosave, viewer }, here) =>
    autosave.keep(key, { owner: viewer.userId, values, at: here.at, rootView: rootOf(here.open) }),
  actions: {
    /** Stores the input. The form stays open and says so. */
    async save_draft(_facts, key, { values }, by, here) {
      const { alreadySent, saved } = sayDrafts();
      const entered = { at: here.at, byItself: false, rootView: rootOf(here.open) };
      const became = await keepDraft(by.viewer.userId, key, { values, entered }, by);
      const isSent = became === 'alreadySent';
      const said = isSent ? alert('warning', alreadySent) : alert('success', saved(by.commands.newhire));
      return { beneath: [said] };
    },
    async plan(_facts, { form, draft, ...shown }, { values: typed }, by, here) {
      const values = await withUnseenZone(typed, shown, by);
      // “Back” and the page's own buttons read the draft.
      const entered = { at: here.at, byItself: true, rootView: rootOf(here.open) };
      await keepDraft(by.viewer.userId, { form, draft }, { values, entered }, by);
      const page = await planned(values, by);
      return { above: (isAbove) => planWindow.view(page, { form, draft, isAbove }) };
    },
    ...Object.fromEntries(
      useNames.map((name) => [name, (_facts, key, press, by, here) => applyTemplate(key, press, by, here)]),
    ),
  },
  submit: {
    text: () => say().buttons.submit,
    async run({ snapshot }, { form, draft, ...shown }, typed, by, here) {
      const { userId } = by.viewer;
      const values = await withUnseenZone(typed, shown, by);
      const read = parseNewHire(values, snapshot?.creates === 'administrators');
      if (!read.ok) return read;
      if (snapshot?.creates === 'nothing-but-administrators')
        return withTop(here.open, [alert('error', say().onlyOldEndpoint)]);
      const input = { values, payload: read.payload, form };
      const look = await secondLook(input, by);
      if (look.mistakes.length > 0) return { errors: byField(look.mistakes) };
      await by.autosave.flush({ form, draft });
      const entered = { at: undefined, byItself: true, rootView: rootOf(here.open) };
      const isAsking =
        look.points.length > 0 &&
        (await keepDraft(userId, { form, draft }, { values: typed, entered }, by)) !== 'alreadySent';
      if (!isAsking) return send(input, { key: { form, draft }, unreached: look.unreached }, by, here);
      const preview = await previewOf(values, look.leftOut, by);
      const zone = shown.isFull ? undefined : unseenZone(values);
      return { above: (isAbove) => checkPage({ input, look, preview }, { form, draft, zone, isAbove }) };
    },
  },
  onClosed: (key, by, { open }) => offerDraft(key, open, by),
});

function templatesRow(templates: readonly Template[]): KnownBlock[] {
  return templatesBlocks(templates, formWindow.action);
}

function draftRow(): KnownBlock {
  const button = (name: string, text: string) =>
    ({ type: 'button', action_id: formWindow.action(name), text: plain(text) }) as const;
  return {
    type: 'actions',
    block_id: 'draft',
    elements: [button('save_draft', say().buttons.saveDraft), button('plan', sayPreview().title)],
  };
}

export interface Filling {
  prefill?: HireValues | undefined;
  left?: readonly LeftOut[];
  notice?: string | undefined;
  draft?: string;
  isCorrection?: true;
}

/** A new form, filled in. What doesn't fit is named at its top. */
export function filledForm(deps: FormDeps, filling: Filling = {}) {
  const { prefill = {}, left = [], notice, draft, isCorrection } = filling;
  deps.directory.refreshIfOlder(60_000);
  deps.sequenceTasks.warm();
  const { values, unfit } = newHireFields.fit(prefill, offeredNow(prefill.start_day, deps));
  const key = { form: newReference('F'), draft };
  const again = noticeBlocks(sayNotice().noticeOf(left, unfit, notice));
  const view = formWindow.view(formFacts(deps), { ...key, isCorrection }, { again, values });
  return { view, key };
}

function resumedForm({ id, content }: Draft, deps: FormDeps): ModalView {
  const values = newHireFields.fromDraft(content);
  const filling = values ? { prefill: values } : { notice: sayDrafts().unreadable };
  return filledForm(deps, { draft: id, ...filling }).view;
}

/** The form of which this is the draft, or a page that says that the draft is gone. */
export async function formOfDraft(
  id: string,
  { viewer, ...deps }: By<FormDeps & Pick<NewHireDeps, 'drafts'>>,
): Promise<ModalView> {
  const draft = await deps.drafts.find(viewer.userId, id);
  return draft ? resumedForm(draft, deps) : noticeView(say().titles.form, sayDrafts().gone);
}

interface PlanFacts {
  preview: Preview;
  /** Sentences about people who can't be reached. */
  left: readonly string[];
}

/** Time limit for finding people in Slack, in milliseconds: the window has to open within three seconds. */
const patience = 800;

async function planned(values: HireValues, by: By<HireServices>): Promise<PlanFacts> {
  const unreached = within(by.clock, patience, unreachedNow(newHireFields.sent(values), by));
  const leftOut = unreached.then((left = []) => leftOutIn(values, left));
  const preview = await previewOf(values, leftOut, by);
  const left = unreachedLines(values, (await unreached) ?? []).map(({ text }) => text);
  return { preview, left };
}

/** Page with the plan for the form's draft. */
export const planWindow = modal({
  id: 'newhire_foretold',
  role: 'hr',
  metadata: FormKey,
  async facts(by: By<HireServices>, key): Promise<PlanFacts | ModalView> {
    const values = await draftedIn(key, by);
    if (!values) return noticeView(say().titles.form, sayDrafts().gone);
    return planned(values, by);
  },
  title: () => sayPreview().title,
  open: (facts) => ({ above: planBlocks(facts) }),
  actions: {
    tasks: ({ preview }) => tasksBeneath(preview),
    rehearse: ({ preview }, _key, _press, by) => rehearsalBeneath(preview, by),
  },
  back: (key, by) => formOfDraft(draftKeyOf(key), by),
});

function planBlocks({ preview, left }: PlanFacts): KnownBlock[] {
  const alerts = left.map((line) => alert('warning', line));
  return [...alerts, ...previewBlocks(preview, planWindow.action), note(mayChange(preview))];
}

async function draftedIn(key: FormKey, { drafts, viewer }: By<Pick<NewHireDeps, 'drafts'>>) {
  const draft = await drafts.find(viewer.userId, draftKeyOf(key));
  return newHireFields.fromDraft(draft?.content);
}

const CheckKey = FormKey.extend({ zone: Proposed.optional() });
type CheckKey = z.infer<typeof CheckKey>;

/** `trouble`: why it can't be sent. The form keeps everything. */
type CheckFacts = Checked | { trouble: { sentence: string; lines: readonly string[] } };

/** Page that asks before a form is sent. The input is in the draft: metadata must hold no personal data. */
export const checkWindow = modal({
  id: checkId,
  role: 'hr',
  metadata: CheckKey,
  kept: z.object({
    /** Codes of the points on the page. */
    asked: z.array(z.string()),
    /** Hash of the input, to detect a draft that changed since. */
    digest: z.string(),
  }),
  async facts(by: By<HireServices>, { zone, ...key }): Promise<CheckFacts | ModalView> {
    const drafted = await draftedIn(key, by);
    if (!drafted) return withoutDraft(key, by);
    const values = withZone(drafted, zone, by);
    const creates = by.directory.current()?.creates;
    const read = parseNewHire(values, creates === 'administrators');
    if (creates === 'nothing-but-administrators')
      return { trouble: { sentence: say().check.mistakes, lines: [say().onlyOldEndpoint] } };
    if (!read.ok) return { trouble: wrongInput(read.errors) };
    const input = { values, payload: read.payload, form: key.form };
    const look = await secondLook(input, by);
    if (look.mistakes.length > 0) return { trouble: wrongInput(byField(look.mistakes)) };
    return { input, look, preview: await previewOf(values, look.leftOut, by) };
  },
  title: () => say().check.title,
  open(facts, { asked = [], digest = '' }) {
    if ('trouble' in facts) {
      const { sentence, lines } = facts.trouble;
      return { above: [alert('error', sentence), ...listed(lines)], keep: { asked, digest } };
    }
    const codes = facts.look.points.map(({ code }) => code);
    return { above: aboveOf(facts), keep: { asked: codes, digest: digestOf(facts.input.values) } };
  },
  submit: {
    text: (facts) => ('trouble' in facts ? undefined : say().check.add),
    async run(facts, { asked, digest, ...key }, _values, by, here) {
      if ('trouble' in facts) return checkPage(facts, key);
      const { input, look } = facts;
      const isMore = look.points.some(({ code }) => !asked.includes(code));
      if (isMore || digest !== digestOf(input.values))
        return checkPage(facts, key, [alert('info', say().check.changed)]);
      const answer = await send(input, { key, unreached: look.unreached }, by, here);
      return 'errors' in answer ? checkPage({ trouble: wrongInput(answer.errors) }, key) : answer;
    },
  },
  actions: {
    tasks: (facts) => tasksBeneath('trouble' in facts ? undefined : facts.preview),
    rehearse: (facts, _key, _press, by) =>
      rehearsalBeneath('trouble' in facts ? undefined : facts.preview, by),
  },
  back: (key, by) => formOfDraft(draftKeyOf(key), by),
  async onClosed(key, by, { open, isCleared }) {
    // The form below the page reappears.
    if (isCleared || !key.isAbove) await offerDraft(key, open, by);
  },
});

function aboveOf(checked: Checked): KnownBlock[] {
  return checkBlocks(checked, checkWindow.action);
}

function checkPage(facts: CheckFacts, key: CheckKey & AsShown, again: readonly KnownBlock[] = []): ModalView {
  return checkWindow.view(facts, key, { again });
}

/** The draft is gone: an earlier press sent it, or the input is lost. */
async function withoutDraft(
  { form }: FormKey,
  { ledger, settings }: NewHireDeps,
): Promise<CheckFacts | ModalView> {
  const sent = await ledger.findSubmitted(form);
  if (!sent || !isHire(sent)) return { trouble: { sentence: say().check.gone, lines: [] } };
  return sent.state === 'done' ? doneView(sent, settings()) : pendingView(sent, undefined);
}

function byField(mistakes: readonly { field: keyof HireValues; text: string }[]) {
  return Object.fromEntries(mistakes.map(({ field, text }) => [field, text]));
}
