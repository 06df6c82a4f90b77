import { createHash } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Language } from '../../../../language.ts';
import { words as planWords } from '../../../plan/words.ts';
import { askingPage, backRow } from '../../../slack/views/asking-page.ts';
import { alert, header, listed, listedMarkup, paragraph, plain } from '../../../slack/views/blocks.ts';
import { type TaskPart, taskBlocks } from '../../../tasks/foretell-tasks.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { Metadata } from '../form/form.ts';
import { actions, checkId } from '../form/ids.ts';
import { personName } from '../request.ts';
import { words } from '../words.ts';
import type { Point } from './second-look.ts';

/** What the page carries unseen. What was entered is kept as the form's draft: there is no room here for people. */
export const CheckMetadata = Metadata.extend({
  /** The codes of what the page asks about. */
  asked: z.array(z.string()),
  /** Tells whether the draft is still what the page shows. */
  digest: z.string(),
  /** Whether the form stands below it. Else the page took its place, and brings it back. */
  isAbove: z.boolean(),
});
export type CheckMetadata = z.infer<typeof CheckMetadata>;

interface Check {
  metadata: Metadata;
  values: HireValues;
  points: readonly Point[];
  isAbove: boolean;
  /** What will be sent, a line for each moment, in mrkdwn. */
  plan: readonly string[];
  tasks: TaskPart | undefined;
  /** Whether an earlier page asked about less. */
  isNew?: boolean;
}

/** The page that asks before something is sent: a line for each point, "Add" and "Back". */
export function checkPage(
  { metadata, values, points, plan, tasks, isAbove, isNew = false }: Check,
  language: Language,
): ModalView {
  const { check } = words[language];
  const asked = points.map(({ code }) => code);
  const carried = { ...metadata, asked, digest: digestOf(values), isAbove };
  return {
    ...page(carried, language),
    submit: plain(check.add),
    blocks: [
      ...(isNew ? [alert('info', check.changed)] : []),
      paragraph(whoOf(values, language)),
      ...points.map(({ text }) => alert('warning', text)),
      header(planWords[language].title),
      ...listedMarkup(plan),
      ...taskBlocks(tasks, language),
      paragraph(check.ask),
      ...backRow(carried, actions.back, language),
    ],
  };
}

/** In its place: why it cannot be sent. Nothing is lost, the form has everything. */
export function cannotBeSent(
  metadata: CheckMetadata,
  { sentence, lines }: { sentence: string; lines: readonly string[] },
  language: Language,
): ModalView {
  return {
    ...page(metadata, language),
    blocks: [alert('error', sentence), ...listed(lines), ...backRow(metadata, actions.back, language)],
  };
}

/** Of what was entered, so that nobody agrees to what they have not seen. */
export function digestOf(values: HireValues): string {
  const entered = JSON.stringify(newHireFields.toDraft(values));
  return createHash('sha256').update(entered).digest('base64url').slice(0, 22);
}

function page(metadata: CheckMetadata, language: Language) {
  const { title } = words[language].check;
  return { ...askingPage({ callbackId: checkId, title, metadata }, language), notify_on_close: true };
}

function whoOf({ first_name, last_name, email = '', start_day }: HireValues, language: Language): string {
  const { check } = words[language];
  const who = check.who(personName(first_name, last_name), email);
  return start_day === undefined ? who : `${who}\n${check.starts(start_day)}`;
}
