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

/** Private metadata: ids and a day, no names. */
export const CheckMetadata = z.object({
  /** The form's submission reference: one form makes at most one request. */
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

export const forApproval = 'approval';

/** Codes of everything a person agrees to on the page. */
export function askedBy({ earlier, look }: Pick<Check, 'earlier' | 'look'>): string[] {
  return [
    ...look.points.map(({ code }) => code),
    ...(earlier ? [`change-${earlier.id}`] : []),
    ...(look.isForApproval ? [forApproval] : []),
  ];
}

/** Page that shows what will happen before anything is sent: "Start offboarding" and "Back". */
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

function sentencesOf({ isForApproval }: SecondLook, language: Language) {
  const { check, form, approval } = words[language];
  const own = { submit: form.submit, notice: '' };
  return { ...check, ...own, ...(isForApproval && approval.check) };
}

/**
 * Replaces the page if the input can't be sent. While the employees haven't loaded, the button stays for another try.
 */
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

/** Address and title tell people with the same name apart. */
function whoOf({ values, payload, look }: Check, language: Language): string {
  const { check } = words[language];
  const name = values.user ? labelOf(values.user) : '';
  return [
    check.who(look.person?.name ?? name, look.person?.email ?? ''),
    ...(look.title === '' ? [] : [check.slackTitle(look.title)]),
    check.lastDay(payload.termination_date),
  ].join('\n');
}

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
