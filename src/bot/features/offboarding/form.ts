import type { ModalView, PlainTextOption } from '@slack/types';
import { alert, paragraph, plain } from '../../slack/blocks.ts';
import { input } from '../../slack/inputs.ts';
import { actions, formId } from './fields.ts';
import { title, form as words } from './messages.ts';

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
}

/** The offboarding form. It says what it will do before it does it. */
export function offboardingForm({ form, prefill = {}, notice }: FormOptions): ModalView {
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
    ],
  };
}
