import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Language } from '../../../../language.ts';
import { words as planWords } from '../../../plan/words.ts';
import type { FieldOptions } from '../../../slack/forms/field.ts';
import { alert, listed, plain } from '../../../slack/views/blocks.ts';
import { words as slackWords } from '../../../slack/words.ts';
import type { Template } from '../../../storage/templates.ts';
import { templatesBlocks } from '../templates/row.ts';
import { words } from '../words.ts';
import { type HireValues, newHireFields, newHireForms } from './fields.ts';
import { actions, draftRow, formId, moreRow, noticeId } from './ids.ts';
import type { Offered } from './offered.ts';

/** What the form carries unseen: references only, since private metadata is no place for people. */
export const Metadata = z.object({
  /** One form makes one request, however often it is submitted. */
  form: z.string(),
  /** The draft that this form was filled from. */
  draft: z.string().optional(),
  /** The zone of the manager with that id, as long as its field is not shown. */
  zone: z.object({ of: z.string(), name: z.string() }).optional(),
  /** The template that it was filled in from last. */
  template: z.string().optional(),
});
export type Metadata = z.infer<typeof Metadata>;

/** Under what the form is kept as a draft: one form is one draft, which it shares with the draft that it came from. */
export function draftKeyOf({ form, draft }: Metadata): string {
  return draft ?? form;
}

interface FormOptions extends Metadata {
  /** What it is filled in with. */
  values: HireValues;
  offered: Offered;
  /** Stands at the top: a sentence, and lines below it. */
  notice: readonly string[];
  /** With what it can be filled in. */
  templates: readonly Template[];
  /** Whether all fields are shown, whatever they hold. */
  isFull: boolean;
}

/** The new-hire form. */
export function newHireForm(options: FormOptions, language: Language): ModalView {
  const { form, draft, template, values, offered, notice, templates, isFull } = options;
  const { buttons, titles } = words[language];
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ form, draft, template } satisfies Metadata),
    title: plain(titles.form),
    submit: plain(buttons.submit),
    close: plain(slackWords[language].cancel),
    // After “Add another” the form before it may still stand below.
    clear_on_close: true,
    // Whoever closes it half-way hears where it is.
    notify_on_close: true,
    blocks: [
      ...templatesBlocks(templates, language),
      ...noticeBlocks(notice),
      ...newHireForms[language].part(values, offered, 'first'),
      ...(isFull || newHireForms[language].filledIn(values).some(isFurther)
        ? newHireForms[language].part(values, offered, 'further')
        : [moreButton(language)]),
      {
        type: 'actions',
        block_id: draftRow.button,
        elements: [
          { type: 'button', action_id: actions.saveDraft, text: plain(buttons.saveDraft) },
          { type: 'button', action_id: actions.plan, text: plain(planWords[language].title) },
        ],
      },
    ],
  };
}

function noticeBlocks([sentence, ...lines]: readonly string[]): KnownBlock[] {
  return sentence === undefined ? [] : [{ ...alert('info', sentence), block_id: noticeId }, ...listed(lines)];
}

/** Whether a field stands behind the button. */
function isFurther(name: keyof HireValues): boolean {
  const { isFurther = false }: FieldOptions = newHireFields.table[name];
  return isFurther;
}

function moreButton(language: Language): KnownBlock {
  const text = plain(words[language].buttons.more);
  return {
    type: 'actions',
    block_id: moreRow,
    elements: [{ type: 'button', action_id: actions.more, text }],
  };
}
