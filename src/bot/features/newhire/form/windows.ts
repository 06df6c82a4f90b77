import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { newReference } from '../../../../log.ts';
import type { Bot } from '../../../bot.ts';
import { peopleMenu, sequencesMenu } from '../../../menus.ts';
import { checkWindow, mistakesIn, type Trouble } from '../../../preview/check-window.ts';
import { say as sayPreview } from '../../../preview/messages.ts';
import { rehearsalBeneath, tasksBeneath } from '../../../preview/preview-blocks.ts';
import type { By } from '../../../slack/button.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal } from '../../../slack/modal.ts';
import { alert, plain } from '../../../slack/views/blocks.ts';
import { rootOf, withTop } from '../../../slack/views/view.ts';
import { AsShown } from '../../../slack/window.ts';
import type { Template } from '../../../storage/templates.ts';
import {
  draftKeyOf,
  FormKey,
  type HireServices,
  keepDraft,
  offerDraft,
  proposalIn,
} from '../drafts/draft.ts';
import { say as sayDrafts } from '../drafts/messages.ts';
import { aboutProposal, announcedFields, proposalFor, withBrought } from '../elsewhere/asking.ts';
import { say as sayElsewhere } from '../elsewhere/messages.ts';
import { say } from '../messages.ts';
import { say as sayNotice } from '../notice-messages.ts';
import { type HireRequest, isHire } from '../request.ts';
import { doneView, pendingView } from '../result/result.ts';
import {
  type Checked,
  checkBlocks,
  digestOf,
  type PlanFacts,
  planBlocks,
  planned,
  previewOf,
  send,
  wrongInput,
} from '../send.ts';
import { applyTemplate, noticeBlocks, templatesBlocks, useNames } from '../templates/windows.ts';
import type { LeftOut } from '../typed/vocabulary.ts';
import {
  type HireFields,
  type HireValues,
  newHireFields,
  newHireForms,
  type Offered,
  offeredNow,
  Proposed,
  proposeZone,
  withUnseenZone,
  zonesInForm,
} from './fields.ts';
import { adviceOn, secondLook, type WarningFacts, warningFacts } from './warnings.ts';

interface FormFacts extends WarningFacts {
  offered: Offered;
  templates: readonly Template[];
  /** The proposal that the form announces, with what the service has about the person. */
  proposal: HireRequest | undefined;
}

function formFacts(deps: Bot, proposal?: HireRequest): FormFacts {
  return {
    ...warningFacts(deps, proposal !== undefined),
    proposal,
    offered: offeredNow(undefined, deps),
    templates: deps.templates.current(),
  };
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
    return proposal && 'type' in proposal ? proposal : formFacts(by, proposal);
  },
  title: ({ proposal }) => (proposal ? sayElsewhere().form.title : say().titles.form),
  fields: ({ proposal }: FormFacts): Partial<HireFields> =>
    proposal ? announcedFields() : newHireForms().table,
  offered: (facts: FormFacts) => facts.offered,
  more: () => say().buttons.more,
  menus: {
    manager: peopleMenu,
    buddy: peopleMenu,
    sequences: (by, query) => sequencesMenu(by, query, 'onboarding'),
    timezone: zonesInForm,
  },
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
  onInput: (facts, key, typed, { autosave, viewer }, here) =>
    autosave.keep(key, {
      owner: viewer.userId,
      values: withBrought(typed, facts),
      at: here.at,
      rootView: rootOf(here.open),
    }),
  actions: {
    /** Stores the input. The form stays open and says so. */
    async save_draft(facts, key, { values: typed }, by, here) {
      const { alreadySent, saved } = sayDrafts();
      const values = withBrought(typed, facts);
      const entered = { at: here.at, byItself: false, rootView: rootOf(here.open) };
      const became = await keepDraft(by.viewer.userId, key, { values, entered }, by);
      const isSent = became === 'alreadySent';
      return { beneath: [isSent ? alert('warning', alreadySent) : alert('success', saved)] };
    },
    async plan(facts, { form, draft, proposal, ...shown }, { values: typed }, by, here) {
      const key = { form, draft, proposal };
      const values = await withUnseenZone(withBrought(typed, facts), shown, by);
      // “Back” and the page's own buttons read the draft.
      const entered = { at: here.at, byItself: true, rootView: rootOf(here.open) };
      await keepDraft(by.viewer.userId, key, { values, entered }, by);
      const page = await planned(values, key, by);
      return { above: (isAbove) => planWindow.view(page, { ...key, isAbove }) };
    },
    ...Object.fromEntries(
      useNames.map((name) => [name, (_facts, key, press, by, here) => applyTemplate(key, press, by, here)]),
    ),
  },
  submit: {
    text: ({ proposal }) => (proposal ? sayElsewhere().form.submit : say().buttons.submit),
    async run(facts, { form, draft, proposal: reference, ...shown }, entries, by, here) {
      const { userId } = by.viewer;
      const key = { form, draft, proposal: reference };
      const typed = withBrought(entries, facts);
      const values = await withUnseenZone(typed, shown, by);
      const looked = await secondLook(values, { ...facts, form }, by);
      if ('trouble' in looked) return withTop(here.open, [alert('error', looked.trouble)]);
      if ('errors' in looked) return looked;
      await by.autosave.flush(key);
      const entered = { at: undefined, byItself: true, rootView: rootOf(here.open) };
      const isAsking =
        (looked.points.length > 0 || facts.proposal !== undefined) &&
        (await keepDraft(userId, key, { values: typed, entered }, by)) !== 'alreadySent';
      if (!isAsking) return send(looked, key, by, here);
      const checked = { ...looked, preview: await previewOf(looked, looked.leftOut, by) };
      return { above: (isAbove) => newHireCheck.view(checked, { ...key, isFull: shown.isFull, isAbove }) };
    },
  },
  onClosed: (key, by, { open }) => offerDraft(key, open, by),
});

function beforeFields({ proposal, templates }: FormFacts): KnownBlock[] {
  return proposal ? aboutProposal(proposal) : templatesBlocks(templates, formWindow.action);
}

function draftRow(): KnownBlock {
  const button = (name: string, text: string) =>
    ({ type: 'button', action_id: formWindow.action(name), text: plain(text) }) as const;
  const elements = [button('save_draft', say().buttons.saveDraft), button('plan', sayPreview().title)];
  return { type: 'actions', block_id: 'draft', elements };
}

export interface Filling {
  prefill?: HireValues | undefined;
  left?: readonly LeftOut[];
  notice?: string | undefined;
  draft?: string;
  /** The proposal that it announces. */
  proposal?: HireRequest | undefined;
}

/** A new form, filled in. What doesn't fit is named at its top. */
export function filledForm(deps: Bot, filling: Filling = {}) {
  const { prefill = {}, left = [], notice, draft, proposal } = filling;
  deps.directory.refreshIfOlder(60_000);
  deps.sequenceTasks.warm();
  const { values, unfit } = newHireFields.fit(prefill, offeredNow(prefill.start_day, deps));
  const key = { form: newReference('F'), draft, proposal: proposal?.id };
  const again = noticeBlocks(sayNotice().noticeOf(left, unfit, notice));
  const view = formWindow.view(formFacts(deps, proposal), key, { again, values });
  return { view, key };
}

/** The form of which this is the draft, or a page that says why it can't be shown. */
export async function formOfDraft(id: string, by: By<Bot>): Promise<ModalView> {
  const draft = await by.drafts.find(by.viewer.userId, id);
  if (!draft) return noticeView(say().titles.form, sayDrafts().gone);
  const prefill = newHireFields.fromDraft(draft.content);
  const proposal = await proposalFor({ form: id, proposal: proposalIn(draft.content) }, by);
  if (proposal && 'type' in proposal) return proposal;
  const notice = prefill ? undefined : sayDrafts().unreadable;
  return filledForm(by, { draft: id, proposal, prefill, notice }).view;
}

/** Page with the plan for the form's draft. */
export const planWindow = modal({
  id: 'newhire_foretold',
  role: 'hr',
  metadata: FormKey,
  async facts(by: By<HireServices>, key): Promise<PlanFacts | ModalView> {
    const values = await draftedIn(key, by);
    if (!values) return noticeView(say().titles.form, sayDrafts().gone);
    return planned(values, key, by);
  },
  title: () => sayPreview().title,
  open: (facts): { above: KnownBlock[] } => ({ above: planBlocks(facts, planWindow.action) }),
  actions: {
    tasks: ({ preview }) => tasksBeneath(preview),
    rehearse: ({ preview }, _key, _press, by) => rehearsalBeneath(preview, by),
  },
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
  async facts(by: By<HireServices>, { isFull, ...key }): Promise<Checked | Trouble | ModalView> {
    const drafted = await draftedIn(key, by);
    if (!drafted) return withoutDraft(key, by);
    const proposal = await proposalFor(key, by);
    if (proposal && 'type' in proposal) return proposal;
    const values = await withUnseenZone(drafted, { isFull }, by);
    const about = { form: key.form, proposal, snapshot: by.directory.current() };
    const looked = await secondLook(values, about, by);
    if ('trouble' in looked) return mistakesIn([looked.trouble]);
    if ('errors' in looked) return wrongInput(looked.errors);
    return { ...looked, preview: await previewOf(looked, looked.leftOut, by) };
  },
  title: (facts) => (isAnnounced(facts) ? sayElsewhere().check.title : say().check.title),
  blocks: checkBlocks,
  codes: ({ points, values }) => [...points.map(({ code }) => code), digestOf(values)],
  text: (facts) => (isAnnounced(facts) ? sayElsewhere().check.submit : say().check.add),
  send: (looked, key, by, here) => send(looked, key, by, here),
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
