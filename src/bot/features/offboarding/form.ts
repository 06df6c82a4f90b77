import type { KnownBlock, ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import type { Offered } from '../../menus.ts';
import { alert, paragraph, plain } from '../../slack/views/blocks.ts';
import { tick } from '../../slack/views/inputs.ts';
import { type OffboardingValues, offboardingForms } from './fields.ts';
import { actions, changeBlocks, formId } from './ids.ts';
import type { OffboardingRequest } from './request.ts';
import { words } from './words.ts';

interface FormOptions {
  /** Told apart by this: one form makes one request, however often it is submitted. */
  form: string;
  /** What it is filled in with. */
  values: OffboardingValues;
  /** What can be chosen in it. */
  offered: Offered;
  /** Stands at the top, e.g. that the mentioned person is no employee. */
  notice?: string | undefined;
  /** The offboarding of that person that would be changed, where whoever opens the form may know of it. */
  earlier?: OffboardingRequest | undefined;
}

/** The offboarding form. It says what it will do before it does it. */
export function offboardingForm(options: FormOptions, language: Language): ModalView {
  const { form, values, offered, notice, earlier } = options;
  const { title, form: around } = words[language];
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ form }),
    title: plain(title),
    submit: plain(around.submit),
    close: plain(around.cancel),
    blocks: [
      ...(notice === undefined ? [] : [alert('warning', notice)]),
      paragraph(around.intro),
      ...offboardingForms[language].blocks(values, offered),
      ...(earlier ? changeFields(earlier, language) : []),
    ],
  };
}

/** Directly above the buttons, where it is seen: what was planned, what happens again, and the tick that confirms it. */
export function changeFields(
  { id, payload, requester }: OffboardingRequest,
  language: Language,
): KnownBlock[] {
  const { change } = words[language];
  const planned = { type: 'mrkdwn', text: change.planned(payload.termination_date, requester) } as const;
  return [
    { type: 'section', block_id: changeBlocks.shown, text: planned },
    tick(actions.change, change.option, {
      id: changeBlocks.confirmOf(id),
      label: change.label,
      hint: change.again,
    }),
  ];
}
