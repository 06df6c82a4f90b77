import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { newReference } from '../../../../log.ts';
import type { Bot } from '../../../bot.ts';
import { checkWindow, mistakesIn, type Trouble } from '../../../preview/check-window.ts';
import { say as sayPreview } from '../../../preview/messages.ts';
import type { Preview } from '../../../preview/preview.ts';
import { previewActions, previewBlocks, reminderTime } from '../../../preview/preview-blocks.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal } from '../../../slack/modal.ts';
import { alert, paragraph } from '../../../slack/views/blocks.ts';
import { withTop } from '../../../slack/views/view.ts';
import { AsShown, isPage } from '../../../slack/window.ts';
import type { Template } from '../../../storage/templates.ts';
import { draftKeyOf, FormKey, type HireServices, keepDraft, offerDraft, typedIn } from '../drafts/draft.ts';
import { say as sayDrafts } from '../drafts/messages.ts';
import { say as sayElsewhere } from '../elsewhere/messages.ts';
import { aboutProposal, announcedFields, proposalFor, withBrought } from '../elsewhere/proposals.ts';
import { say } from '../messages.ts';
import { isHire, personName } from '../request.ts';
import { doneView, pendingView } from '../result/result.ts';
import { type Checked, digestOf, planned, previewOf, send, wrongInput } from '../send.ts';
import { applyTemplate, templatesBlocks, useNames } from '../templates/windows.ts';
import type { LeftOut } from '../typed/vocabulary.ts';
import {
  fitted,
  type HireFields,
  type HireValues,
  menus,
  newHireFields,
  newHireForms,
  type Offered,
  offeredNow,
  Proposed,
  proposeZone,
  withUnseenZone,
} from './fields.ts';
import { adviceOn, secondLook, type WarningFacts, warningFacts } from './warnings.ts';

interface FormFacts extends WarningFacts, Offered {
  templates: readonly Template[];
}

/** The form, whose input is kept as a draft from the first letter on. */
export const formWindow = modal({
  id: 'newhire',
  role: 'hr',
  metadata: FormKey,
  kept: z.object({
    zone: Proposed.optional(),
    /** Id of the template that filled in the form last. */
    template: z.string().optional(),
    isTouched: z.boolean().optional(),
  }),
  // After “Add another”, the previous form may still be below.
  clears: true,
  async facts(by: HireServices, key: FormKey): Promise<FormFacts | ModalView> {
    const proposal = await proposalFor(key, by);
    if (proposal && isPage(proposal)) return proposal;
    const templates = by.templates.current();
    return { ...warningFacts(by, proposal), ...offeredNow(undefined, by), templates };
  },
  title: ({ proposal }) => (proposal ? sayElsewhere().form.title : say().titles.form),
  fields: ({ proposal }: FormFacts): Partial<HireFields> =>
    proposal ? announcedFields() : newHireForms().table,
  offered: (facts: FormFacts): Offered => facts,
  more: () => say().buttons.more,
  menus,
  open(facts, { zone, template, isTouched = false }, typed = {}) {
    const isProposed = typed.timezone !== undefined && typed.timezone.value === zone?.name;
    return {
      above: beforeFields(facts),
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
  onInput: (facts, key, values, by, here) =>
    by.autosave.keep(key, typedIn(withBrought(values, facts), by, here), facts.proposal !== undefined),
  actions: {
    /** Stores the input. The form stays open and says so. */
    async save_draft(facts, key, { values }, by, here) {
      const { alreadySent, saved } = sayDrafts();
      const typed = typedIn(withBrought(values, facts), by, here);
      const became = await keepDraft(key, { ...typed, byItself: false }, by);
      const isSent = became === 'alreadySent';
      return { beneath: [isSent ? alert('warning', alreadySent) : alert('success', saved)] };
    },
    async plan(facts, metadata, { values: typed }, by, here) {
      const key = FormKey.parse(metadata);
      const values = await withUnseenZone(withBrought(typed, facts), metadata, by);
      // “Back” and the page's own buttons read the draft.
      await keepDraft(key, { ...typedIn(values, by, here), byItself: true }, by);
      const page = await planned(values, key, by);
      return { above: (isAbove) => planWindow.view(page, { ...key, isAbove }) };
    },
    ...Object.fromEntries(
      useNames.map((name) => [name, (_facts, key, press, by, here) => applyTemplate(key, press, by, here)]),
    ),
  },
  submit: {
    text: ({ proposal }) => (proposal ? sayElsewhere().form.submit : say().buttons.submit),
    async run(facts, metadata, entries, by, here) {
      const key = FormKey.parse(metadata);
      const typed = withBrought(entries, facts);
      const values = await withUnseenZone(typed, metadata, by);
      const looked = await secondLook(values, key.form, facts, by);
      if ('trouble' in looked) return withTop(here.open, [alert('error', looked.trouble)]);
      if ('errors' in looked) return looked;
      await by.autosave.flush(key);
      const entered = { ...typedIn(typed, by, here), at: undefined, byItself: true };
      const isAsking =
        (looked.points.length > 0 || facts.proposal !== undefined) &&
        (await keepDraft(key, entered, by)) !== 'alreadySent';
      if (!isAsking) return send(looked, key, by, here);
      const checked = { ...looked, preview: await previewOf(looked, looked.leftOut, by) };
      return { above: (isAbove) => newHireCheck.view(checked, { ...key, isFull: metadata.isFull, isAbove }) };
    },
  },
  onClosed: (key, by, { open }) => offerDraft(key, open, by),
});

function beforeFields({ proposal, templates }: FormFacts): KnownBlock[] {
  return proposal ? aboutProposal(proposal) : templatesBlocks(templates, formWindow.action);
}

function draftRow(): KnownBlock {
  const saves = formWindow.actionButton('save_draft', { text: say().buttons.saveDraft });
  const plans = formWindow.actionButton('plan', { text: sayPreview().title });
  return { type: 'actions', block_id: 'draft', elements: [saves, plans] };
}

export interface Filling extends Pick<FormKey, 'draft' | 'proposal'> {
  prefill?: HireValues | undefined;
  left?: readonly LeftOut[];
  notice?: string | undefined;
}

/** A new form, filled in, or a page with the reason why it can't be. What doesn't fit is named at the form's top. */
export async function filledForm(by: By<HireServices>, filling: Filling) {
  const { prefill = {}, left, notice: more, draft, proposal } = filling;
  by.directory.refreshIfOlder(60_000);
  by.sequenceTasks.warm();
  const { values, notice: again } = fitted(prefill, offeredNow(prefill.start_day, by), { left, more });
  const key = { form: newReference('F'), draft, proposal };
  return { view: await formWindow.current(key, by, { again, values }), key };
}

/** The form of which this is the draft, or a page that says why it can't be shown. */
export async function formOfDraft(id: string, by: By<HireServices>): Promise<ModalView> {
  const draft = await by.drafts.find(by.viewer.userId, id);
  if (!draft) return noticeView(say().titles.form, sayDrafts().gone);
  const prefill = newHireFields.fromDraft(draft.content);
  const notice = prefill ? undefined : sayDrafts().unreadable;
  const { proposal } = FormKey.pick({ proposal: true }).safeParse(draft.content).data ?? {};
  return (await filledForm(by, { prefill, notice, draft: id, proposal })).view;
}

/** Page with the plan for the form's draft. */
export const planWindow = modal({
  id: 'newhire_foretold',
  role: 'hr',
  metadata: FormKey,
  async facts(by: By<HireServices>, key: FormKey) {
    const values = await draftedIn(key, by);
    if (!values) return noticeView(say().titles.form, sayDrafts().gone);
    return planned(values, key, by);
  },
  title: () => sayPreview().title,
  open: ({ preview, left }): { above: KnownBlock[] } => ({
    above: [
      ...left.map((line) => alert('warning', line)),
      ...previewBlocks(preview, planWindow.action),
      ...reminderTime(preview),
    ],
  }),
  actions: previewActions(({ preview }: { preview: Preview }) => preview),
  back: (key, by) => formOfDraft(draftKeyOf(key), by),
});

async function draftedIn(key: FormKey, { drafts, viewer }: By<Bot>) {
  const draft = await drafts.find(viewer.userId, draftKeyOf(key));
  return newHireFields.fromDraft(draft?.content);
}

/** Page that asks before a form is sent. The input is in the draft: metadata must hold no personal data. */
export const newHireCheck = checkWindow({
  id: 'newhire_check',
  role: 'hr',
  metadata: FormKey.extend({ isFull: AsShown.shape.isFull }),
  async facts(
    by: By<HireServices>,
    { isFull, ...key }: FormKey & AsShown,
  ): Promise<Checked | Trouble | ModalView> {
    const drafted = await draftedIn(key, by);
    if (!drafted) return withoutDraft(key, by);
    const proposal = await proposalFor(key, by);
    if (proposal && isPage(proposal)) return proposal;
    const values = await withUnseenZone(drafted, { isFull }, by);
    const looked = await secondLook(values, key.form, warningFacts(by, proposal), by);
    if ('trouble' in looked) return mistakesIn([looked.trouble]);
    if ('errors' in looked) return wrongInput(looked.errors);
    return { ...looked, preview: await previewOf(looked, looked.leftOut, by) };
  },
  title: (facts) => (isAnnounced(facts) ? sayElsewhere().check.title : say().check.title),
  blocks({ values: { first_name, last_name, email = '' }, points }) {
    const who = say().check.who(personName(first_name, last_name), email);
    return [paragraph(who), ...points.map(({ text }) => alert('warning', text))];
  },
  codes: ({ points, values }) => [...points.map(({ code }) => code), digestOf(values)],
  text: (facts) => (isAnnounced(facts) ? sayElsewhere().check.submit : say().check.add),
  send,
  refused: wrongInput,
  back: (key, by) => formOfDraft(draftKeyOf(key), by),
  async onClosed(key, by, { open, isCleared }) {
    // The form below the page reappears.
    if (isCleared || !key.isAbove) await offerDraft(key, open, by);
  },
});

function isAnnounced(facts: Checked | Trouble): boolean {
  return 'preview' in facts && facts.proposal !== undefined;
}

/** The draft is gone: an earlier press sent it, or the input is lost. */
async function withoutDraft({ form }: FormKey, { ledger, settings }: Bot): Promise<Trouble | ModalView> {
  const sent = await ledger.findSubmitted(form);
  if (!sent || !isHire(sent)) return { trouble: say().check.gone };
  return sent.state === 'done' ? doneView(sent, settings()) : pendingView(sent, undefined);
}
