import { createHash } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { say as sayPlan } from '../../../plan/messages.ts';
import { askingPage, backRow } from '../../../slack/views/asking-page.ts';
import { alert, header, listed, listedMarkup, paragraph, plain } from '../../../slack/views/blocks.ts';
import { type TaskPart, taskBlocks } from '../../../tasks/foretell-tasks.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { Metadata } from '../form/form.ts';
import { actions, checkId } from '../form/ids.ts';
import { say as sayNewHire } from '../messages.ts';
import { personName } from '../request.ts';

import type { Point } from './second-look.ts';

/** State of the page. The input is in the form's draft, since private metadata must hold no personal data. */
export const CheckMetadata = Metadata.extend({
  /** Codes of the points the page asks about. */
  asked: z.array(z.string()),
  /** Hash of the input, to detect a draft that changed since. */
  digest: z.string(),
  /** Whether the page is above the form. If not, it replaced the form, and "Back" restores it. */
  isAbove: z.boolean(),
});
export type CheckMetadata = z.infer<typeof CheckMetadata>;

interface Check {
  metadata: Metadata;
  values: HireValues;
  points: readonly Point[];
  isAbove: boolean;
  /** Messages to be sent, one line per moment, in mrkdwn. */
  plan: readonly string[];
  tasks: TaskPart | undefined;
  isNew?: boolean;
}

/** Page that asks before sending: a line per point, "Add" and "Back". */
export function checkPage({
  metadata,
  values,
  points,
  plan,
  tasks,
  isAbove,
  isNew = false,
}: Check): ModalView {
  const { check } = sayNewHire();
  const asked = points.map(({ code }) => code);
  const carried = { ...metadata, asked, digest: digestOf(values), isAbove };
  return {
    ...page(carried),
    submit: plain(check.add),
    blocks: [
      ...(isNew ? [alert('info', check.changed)] : []),
      paragraph(whoOf(values)),
      ...points.map(({ text }) => alert('warning', text)),
      header(sayPlan().title),
      ...listedMarkup(plan),
      ...taskBlocks(tasks),
      paragraph(check.ask),
      ...backRow(carried, actions.back),
    ],
  };
}

/** Replaces the page if the input can't be sent. The form keeps everything. */
export function cannotBeSent(
  metadata: CheckMetadata,
  { sentence, lines }: { sentence: string; lines: readonly string[] },
): ModalView {
  return {
    ...page(metadata),
    blocks: [alert('error', sentence), ...listed(lines), ...backRow(metadata, actions.back)],
  };
}

/** Hash of the input, so nobody confirms values they haven't seen. */
export function digestOf(values: HireValues): string {
  const entered = JSON.stringify(newHireFields.toDraft(values));
  return createHash('sha256').update(entered).digest('base64url').slice(0, 22);
}

function page(metadata: CheckMetadata) {
  const { title } = sayNewHire().check;
  return { ...askingPage({ callbackId: checkId, title, metadata }), notify_on_close: true };
}

function whoOf({ first_name, last_name, email = '', start_day }: HireValues): string {
  const { check } = sayNewHire();
  const who = check.who(personName(first_name, last_name), email);
  return start_day === undefined ? who : `${who}\n${check.starts(start_day)}`;
}
