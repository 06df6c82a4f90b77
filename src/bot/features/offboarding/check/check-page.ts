import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Offboarding } from '../../../../contract/offboarding.ts';
import type { Language } from '../../../../language.ts';
import type { Viewer } from '../../../access/only.ts';
import { words as planWords } from '../../../plan/words.ts';
import { askingPage, backRow } from '../../../slack/views/asking-page.ts';
import {
  alert,
  header,
  listed,
  listedMarkup,
  mrkdwn,
  paragraph,
  plain,
} from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/inputs.ts';
import { taskBlocks } from '../../../tasks/foretell-tasks.ts';
import type { OffboardingValues } from '../fields.ts';
import { actions, checkId } from '../ids.ts';
import { words } from '../words.ts';
import type { LookedAt, SecondLook } from './second-look.ts';

/** What the page carries unseen: ids and a day, no names. */
export const CheckMetadata = z.object({
  /** The form's reference: one form makes one request. */
  form: z.string(),
  user: z.int(),
  day: z.string(),
  sequences: z.array(z.int()),
  /** The codes of what the page says loudly, and what would be changed. */
  asked: z.array(z.string()),
  /** Whether the form stands below it. Else the page took its place, and brings it back. */
  isAbove: z.boolean(),
});
export type CheckMetadata = z.infer<typeof CheckMetadata>;

interface Check extends LookedAt {
  form: string;
  values: OffboardingValues;
  look: SecondLook;
  isAbove: boolean;
  /** Whether an earlier page said less. */
  isNew?: boolean;
}

/** The code of a page that asks HR. */
export const forApproval = 'approval';

/** The codes of everything that somebody agrees to on the page. */
export function askedBy({ earlier, look }: Pick<Check, 'earlier' | 'look'>): string[] {
  return [
    ...look.points.map(({ code }) => code),
    ...(earlier ? [`change-${earlier.id}`] : []),
    ...(look.isForApproval ? [forApproval] : []),
  ];
}

/** The page that says what will happen before anything is sent: "Start offboarding" and "Back". */
export function checkPage(check: Check, { language, userId }: Viewer): ModalView {
  const { payload, values, look, earlier, isNew = false } = check;
  const sentences = sentencesOf(look, language);
  const metadata = carried(check);
  return {
    ...page(metadata, language),
    submit: plain(sentences.submit),
    blocks: [
      ...(look.isForApproval ? [alert('info', sentences.notice)] : []),
      ...(isNew ? [alert('info', sentences.changed)] : []),
      paragraph(whoOf(check, language)),
      ...look.points.map(({ text }) => alert('warning', text)),
      ...(earlier ? changeBlocks(check, language) : []),
      paragraph(sentences.atOnce(payload.termination_date, look.isOwn)),
      ...sequencesBlocks(values, language),
      mrkdwn(sentences.notified(look.audience, userId)),
      ...planBlocks(look, language),
      paragraph(sentences.ask),
      ...backRow(metadata, actions.back, language),
    ],
  };
}

/** What is said of what somebody does themselves, or asks HR for. */
function sentencesOf({ isForApproval }: SecondLook, language: Language) {
  const { check, form, approval } = words[language];
  const own = { submit: form.submit, notice: '' };
  return { ...check, ...own, ...(isForApproval && approval.check) };
}

/** In its place: why it cannot be sent; or not yet, as long as nobody knows whom it is about: then the button stays. */
export function cannotBeSent(
  metadata: CheckMetadata,
  why: readonly string[] | 'notLoaded',
  language: Language,
): ModalView {
  const { check, form } = words[language];
  const said =
    why === 'notLoaded'
      ? [alert('warning', check.notLoaded)]
      : [alert('error', check.mistakes), ...listed(why)];
  return {
    ...page(metadata, language),
    ...(why === 'notLoaded' && { submit: plain(form.submit) }),
    blocks: [...said, ...backRow(metadata, actions.back, language)],
  };
}

function carried(check: Check): CheckMetadata {
  const { form, payload, isAbove } = check;
  const { user, termination_date: day, sequences } = payload;
  return { form, user, day, sequences, asked: askedBy(check), isAbove };
}

function page(metadata: CheckMetadata, language: Language) {
  return askingPage({ callbackId: checkId, title: words[language].check.title, metadata }, language);
}

/** The address and the title tell the right Marcus from the wrong one. */
function whoOf({ values, payload, look }: Check, language: Language): string {
  const { check } = words[language];
  const name = values.user ? labelOf(values.user) : '';
  return [
    check.who(look.person?.name ?? name, look.person?.email ?? ''),
    ...(look.title === '' ? [] : [check.slackTitle(look.title)]),
    check.lastDay(payload.termination_date),
  ].join('\n');
}

/** What was planned before, what happens again, and what is left out this time. */
function changeBlocks({ earlier, payload }: Check, language: Language): KnownBlock[] {
  if (!earlier) return [];
  const { change } = words[language];
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

/** What will be said at later times, and the way to see it first. */
function planBlocks({ plan, tasks }: SecondLook, language: Language): KnownBlock[] {
  const aboutTasks = taskBlocks(tasks, language);
  if (plan.length === 0 && (tasks?.lines ?? []).length === 0) return aboutTasks;
  const { button } = planWords[language].rehearsal;
  const rehearse = { type: 'button', action_id: actions.rehearse, text: plain(button) } as const;
  return [
    ...(plan.length > 0 ? [header(words[language].check.plan), ...listedMarkup(plan)] : []),
    ...aboutTasks,
    { type: 'actions', block_id: actions.rehearse, elements: [rehearse] },
  ];
}

function sequencesBlocks({ sequences = [] }: OffboardingValues, language: Language): KnownBlock[] {
  if (sequences.length === 0) return [];
  return listed([words[language].check.sequences(sequences.map(labelOf))]);
}
