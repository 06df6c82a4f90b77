import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { maxLength } from '../../../contract/new-hire.ts';
import { roles } from '../../../contract/role.ts';
import { alert, plain } from '../../slack/blocks.ts';
import { input, option } from '../../slack/inputs.ts';
import { actions, type FieldId, formId } from './fields.ts';
import { languageOptions } from './languages.ts';

/** What a form is filled in with. Choices carry their entry, since Slack wants text and value as the menu has them. */
export interface Prefill {
  first_name?: string | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
  start_day?: string | undefined;
  role?: number | undefined;
  position?: string | undefined;
  manager?: PlainTextOption | undefined;
  buddy?: PlainTextOption | undefined;
  sequences?: PlainTextOption[] | undefined;
  timezone?: PlainTextOption | undefined;
  language?: string | undefined;
  phone?: string | undefined;
  message?: string | undefined;
}

export interface FormOptions {
  /** Told apart by this: one form makes one request, however often it is submitted. */
  form: string;
  prefill?: Prefill;
  /** Stands at the top: what went wrong and belongs to no field. */
  problem?: string | undefined;
  /** The languages that the service takes, when it says so. */
  languages?: readonly { value: string; label: string }[] | undefined;
}

/** The new-hire form. */
export function newHireForm({ form, prefill = {}, problem, languages }: FormOptions): ModalView {
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ form }),
    title: plain('New hire'),
    submit: plain('Add new hire'),
    close: plain('Cancel'),
    blocks: [
      ...(problem === undefined ? [] : [alert('error', problem)]),
      ...personFields(prefill),
      ...teamFields(prefill),
      ...detailFields(prefill, languageOptions(languages)),
    ],
  };
}

function personFields(prefill: Prefill): KnownBlock[] {
  return [
    text('first_name', 'First name', prefill, { required: true }),
    text('last_name', 'Last name', prefill, { required: true }),
    input({
      id: 'email',
      label: 'Work email',
      hint: 'The business address, even if the mailbox does not exist yet.',
      element: {
        type: 'email_text_input',
        action_id: actions.field('email'),
        ...(prefill.email !== undefined && { initial_value: prefill.email }),
      },
    }),
    input({
      id: 'start_day',
      label: 'Start day',
      hint: 'Left empty, it is today.',
      optional: true,
      element: {
        type: 'datepicker',
        action_id: actions.field('start_day'),
        ...(prefill.start_day !== undefined && { initial_date: prefill.start_day }),
      },
    }),
  ];
}

function teamFields(prefill: Prefill): KnownBlock[] {
  return [
    roleField(prefill.role ?? 0),
    text('position', 'Position', prefill),
    personField('manager', 'Manager', prefill.manager),
    personField('buddy', 'Buddy', prefill.buddy),
    input({
      id: 'sequences',
      label: 'Sequences',
      hint: 'What is set in motion for the new hire.',
      optional: true,
      element: {
        type: 'multi_external_select',
        action_id: actions.field('sequences'),
        min_query_length: 0,
        placeholder: plain('Choose sequences'),
        ...(prefill.sequences && prefill.sequences.length > 0 && { initial_options: prefill.sequences }),
      },
    }),
  ];
}

function detailFields(prefill: Prefill, languages: PlainTextOption[]): KnownBlock[] {
  const language = languages.find(({ value }) => value === prefill.language);
  return [
    input({
      id: 'timezone',
      label: 'Time zone',
      hint: 'Left empty, it is the organization’s.',
      optional: true,
      element: {
        type: 'external_select',
        action_id: actions.field('timezone'),
        min_query_length: 0,
        placeholder: plain('Type a city'),
        ...(prefill.timezone && { initial_option: prefill.timezone }),
      },
    }),
    input({
      id: 'language',
      label: 'Language',
      hint: 'Left empty, it is the organization’s.',
      optional: true,
      element: {
        type: 'static_select',
        action_id: actions.field('language'),
        options: languages,
        ...(language && { initial_option: language }),
      },
    }),
    text('phone', 'Phone', prefill),
    text('message', 'Message', prefill, { multiline: true, hint: 'A few words about the new hire.' }),
  ];
}

type TextField = 'first_name' | 'last_name' | 'position' | 'phone' | 'message';

function text(
  id: TextField,
  label: string,
  prefill: Prefill,
  {
    required = false,
    multiline = false,
    hint,
  }: { required?: boolean; multiline?: boolean; hint?: string } = {},
) {
  return input({
    id,
    label,
    optional: !required,
    ...(hint !== undefined && { hint }),
    element: {
      type: 'plain_text_input',
      action_id: actions.field(id),
      max_length: id === 'message' ? 3000 : maxLength[id],
      multiline,
      ...(prefill[id] !== undefined && { initial_value: prefill[id] }),
    },
  });
}

function roleField(chosen: number) {
  const options = roles.map(({ label, value }) => option(label, String(value)));
  const initial = options.find(({ value }) => value === String(chosen)) ?? options[0];
  return input({
    id: 'role',
    label: 'Role',
    element: {
      type: 'static_select',
      action_id: actions.field('role'),
      options,
      ...(initial && { initial_option: initial }),
    },
  });
}

function personField(
  id: Extract<FieldId, 'manager' | 'buddy'>,
  label: string,
  initial: PlainTextOption | undefined,
) {
  return input({
    id,
    label,
    optional: true,
    element: {
      type: 'external_select',
      action_id: actions.field(id),
      min_query_length: 0,
      placeholder: plain('Type a name or an address'),
      ...(initial && { initial_option: initial }),
    },
  });
}
