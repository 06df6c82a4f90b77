import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { alert, paragraph, plain } from '../../slack/views/blocks.ts';
import { input, option } from '../../slack/views/inputs.ts';
import { actions, changeBlocks, formId } from './fields.ts';
import { change, title, form as words } from './messages.ts';
import type { OffboardingRequest } from './request.ts';

/** What a form is filled in with. */
export interface Prefill {
  employee?: PlainTextOption | undefined;
  last_day?: string | undefined;
  sequences?: PlainTextOption[] | undefined;
}

export interface FormOptions {
  /** Told apart by this: one form makes one request, however often it is submitted. */
  form: string;
  prefill?: Prefill;
  /** Stands at the top, e.g. that the mentioned person is no employee. */
  notice?: string | undefined;
  /** The offboarding of that person that would be changed, where whoever opens the form may know of it. */
  earlier?: OffboardingRequest | undefined;
}

/** The offboarding form. It says what it will do before it does it. */
export function offboardingForm({ form, prefill = {}, notice, earlier }: FormOptions): ModalView {
  const { employee, last_day, sequences } = prefill;
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ form }),
    title: plain(title),
    submit: plain(words.submit),
    close: plain(words.cancel),
    blocks: [
      ...(notice === undefined ? [] : [alert('warning', notice)]),
      paragraph(words.intro),
      input({
        id: 'employee',
        label: words.employee,
        dispatch: true,
        element: {
          type: 'external_select',
          action_id: actions.field('employee'),
          min_query_length: 0,
          placeholder: plain(words.findPerson),
          ...(employee && { initial_option: employee }),
        },
      }),
      input({
        id: 'last_day',
        label: words.lastDay,
        hint: words.lastDayHint,
        element: {
          type: 'datepicker',
          action_id: actions.field('last_day'),
          ...(last_day !== undefined && { initial_date: last_day }),
        },
      }),
      input({
        id: 'sequences',
        label: words.sequences,
        optional: true,
        element: {
          type: 'multi_external_select',
          action_id: actions.field('sequences'),
          min_query_length: 0,
          placeholder: plain(words.chooseSequences),
          ...(sequences && sequences.length > 0 && { initial_options: sequences }),
        },
      }),
      ...(earlier ? changeFields(earlier) : []),
    ],
  };
}

/** Directly above the buttons, where it is seen: what was planned, what happens again, and the tick that confirms it. */
export function changeFields({ id, payload, requester }: OffboardingRequest): KnownBlock[] {
  const planned = { type: 'mrkdwn', text: change.planned(payload.termination_date, requester) } as const;
  return [
    { type: 'section', block_id: changeBlocks.shown, text: planned },
    input({
      id: changeBlocks.confirmOf(id),
      label: change.label,
      hint: change.again,
      optional: true,
      element: { type: 'checkboxes', action_id: actions.change, options: [option(change.option, 'yes')] },
    }),
  ];
}
