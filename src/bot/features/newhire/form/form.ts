import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { say as sayPlan } from '../../../plan/messages.ts';
import type { FieldOptions } from '../../../slack/forms/field.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { alert, listed, plain } from '../../../slack/views/blocks.ts';
import type { Template } from '../../../storage/templates.ts';
import { say as sayNewHire } from '../messages.ts';
import { templatesBlocks } from '../templates/row.ts';

import { type HireValues, newHireFields, newHireForms } from './fields.ts';
import { actions, draftRow, formId, moreRow, noticeId } from './ids.ts';
import type { Offered } from './offered.ts';

/** The form's private metadata: references only, no personal data. */
export const Metadata = z.object({
  /** Submission reference: one form makes at most one request. */
  form: z.string(),
  draft: z.string().optional(),
  /** The zone of the manager with id `of`, while the zone field is hidden. */
  zone: z.object({ of: z.string(), name: z.string() }).optional(),
  template: z.string().optional(),
});
export type Metadata = z.infer<typeof Metadata>;

/** Key of the form's draft. A resumed form keeps the key of its draft. */
export function draftKeyOf({ form, draft }: Metadata): string {
  return draft ?? form;
}

interface FormOptions extends Metadata {
  values: HireValues;
  offered: Offered;
  notice: readonly string[];
  templates: readonly Template[];
  isFull: boolean;
}

/** Modal of the new-hire form. */
export function newHireForm(options: FormOptions): ModalView {
  const { form, draft, template, values, offered, notice, templates, isFull } = options;
  const { buttons, titles } = sayNewHire();
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ form, draft, template } satisfies Metadata),
    title: plain(titles.form),
    submit: plain(buttons.submit),
    close: plain(saySlack().cancel),
    // After “Add another”, the previous form may still be below.
    clear_on_close: true,
    // Closing it halfway sends a message with the draft.
    notify_on_close: true,
    blocks: [
      ...templatesBlocks(templates),
      ...noticeBlocks(notice),
      ...newHireForms().part(values, offered, 'first'),
      ...(isFull || newHireForms().filledIn(values).some(isFurther)
        ? newHireForms().part(values, offered, 'further')
        : [moreButton()]),
      {
        type: 'actions',
        block_id: draftRow.button,
        elements: [
          { type: 'button', action_id: actions.saveDraft, text: plain(buttons.saveDraft) },
          { type: 'button', action_id: actions.plan, text: plain(sayPlan().title) },
        ],
      },
    ],
  };
}

function noticeBlocks([sentence, ...lines]: readonly string[]): KnownBlock[] {
  return sentence === undefined ? [] : [{ ...alert('info', sentence), block_id: noticeId }, ...listed(lines)];
}

/** Whether a field is hidden until "More fields". */
function isFurther(name: keyof HireValues): boolean {
  const { isFurther = false }: FieldOptions = newHireFields.table[name];
  return isFurther;
}

function moreButton(): KnownBlock {
  const text = plain(sayNewHire().buttons.more);
  return {
    type: 'actions',
    block_id: moreRow,
    elements: [{ type: 'button', action_id: actions.more, text }],
  };
}
