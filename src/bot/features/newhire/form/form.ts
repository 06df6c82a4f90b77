import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { maxLength } from '../../../../contract/new-hire.ts';
import { alert, listed, plain } from '../../../slack/views/blocks.ts';
import { input, option } from '../../../slack/views/inputs.ts';
import { buttons, hints, labels, placeholders, titles } from '../messages.ts';
import type { Notice } from '../notice-messages.ts';
import { actions, draftRow, type FieldId, formId, longestMessage, noticeId } from './fields.ts';
import { languageOptions } from './languages.ts';
import { type OfferedRole, offeredRoles } from './roles.ts';
import { zoneField } from './zone-field.ts';

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

/** What the form carries unseen: references only, since private metadata is no place for people. */
export const Metadata = z.object({
  /** One form makes one request, however often it is submitted. */
  form: z.string(),
  /** The draft that this form was filled from. */
  draft: z.string().optional(),
});
export type Metadata = z.infer<typeof Metadata>;

/** Under what the form is kept as a draft: one form is one draft, which it shares with the draft that it came from. */
export function draftKeyOf({ form, draft }: Metadata): string {
  return draft ?? form;
}

interface FormOptions extends Metadata {
  prefill?: Prefill;
  /** Stands at the top: what went wrong and belongs to no field. */
  problem?: string | undefined;
  /** Stands at the top: what is worth knowing. */
  notice?: Notice | undefined;
  /** What the service says it takes, where it says so. */
  languages?: readonly { value: string; label: string }[] | undefined;
  roles?: readonly OfferedRole[] | undefined;
}

/** The new-hire form. */
export function newHireForm(options: FormOptions): ModalView {
  const { form, draft, prefill = {}, problem, notice, languages, roles } = options;
  return {
    type: 'modal',
    callback_id: formId,
    private_metadata: JSON.stringify({ form, draft } satisfies Metadata),
    title: plain(titles.form),
    submit: plain(buttons.submit),
    close: plain(buttons.cancel),
    blocks: [
      ...(problem === undefined ? [] : [alert('error', problem)]),
      ...(notice === undefined ? [] : noticeBlocks(notice)),
      ...personFields(prefill),
      ...teamFields(prefill, roles ?? offeredRoles(undefined)),
      ...detailFields(prefill, languageOptions(languages)),
      {
        type: 'actions',
        block_id: draftRow.button,
        elements: [{ type: 'button', action_id: actions.saveDraft, text: plain(buttons.saveDraft) }],
      },
    ],
  };
}

function noticeBlocks({ sentence, lines }: Notice): KnownBlock[] {
  return [{ ...alert('info', sentence), block_id: noticeId }, ...listed(lines)];
}

function personFields(prefill: Prefill): KnownBlock[] {
  return [
    text('first_name', prefill, { required: true }),
    text('last_name', prefill, { required: true }),
    input({
      id: 'email',
      label: labels.email,
      hint: hints.email,
      element: {
        type: 'email_text_input',
        action_id: actions.field('email'),
        ...(prefill.email !== undefined && { initial_value: prefill.email }),
      },
    }),
    input({
      id: 'start_day',
      label: labels.start_day,
      hint: hints.start_day,
      optional: true,
      dispatch: true,
      element: {
        type: 'datepicker',
        action_id: actions.field('start_day'),
        ...(prefill.start_day !== undefined && { initial_date: prefill.start_day }),
      },
    }),
  ];
}

function teamFields(prefill: Prefill, roles: readonly OfferedRole[]): KnownBlock[] {
  return [
    roleField(prefill.role ?? 0, roles),
    text('position', prefill),
    personField('manager', prefill.manager),
    personField('buddy', prefill.buddy),
    input({
      id: 'sequences',
      label: labels.sequences,
      hint: hints.sequences,
      optional: true,
      dispatch: true,
      element: {
        type: 'multi_external_select',
        action_id: actions.field('sequences'),
        min_query_length: 0,
        placeholder: plain(placeholders.sequences),
        ...(prefill.sequences && prefill.sequences.length > 0 && { initial_options: prefill.sequences }),
      },
    }),
  ];
}

function detailFields(prefill: Prefill, languages: PlainTextOption[]): KnownBlock[] {
  const language = languages.find(({ value }) => value === prefill.language);
  return [
    zoneField(prefill.timezone),
    input({
      id: 'language',
      label: labels.language,
      hint: hints.language,
      optional: true,
      element: {
        type: 'static_select',
        action_id: actions.field('language'),
        options: languages,
        ...(language && { initial_option: language }),
      },
    }),
    text('phone', prefill),
    text('message', prefill, { multiline: true, hint: hints.message }),
  ];
}

type TextField = 'first_name' | 'last_name' | 'position' | 'phone' | 'message';

function text(
  id: TextField,
  prefill: Prefill,
  {
    required = false,
    multiline = false,
    hint,
  }: { required?: boolean; multiline?: boolean; hint?: string } = {},
) {
  return input({
    id,
    label: labels[id],
    optional: !required,
    ...(hint !== undefined && { hint }),
    element: {
      type: 'plain_text_input',
      action_id: actions.field(id),
      max_length: id === 'message' ? longestMessage : maxLength[id],
      multiline,
      ...(prefill[id] !== undefined && { initial_value: prefill[id] }),
    },
  });
}

function roleField(chosen: number, roles: readonly OfferedRole[]) {
  const options = roles.map(({ label, value }) => option(label, String(value)));
  const initial = options.find(({ value }) => value === String(chosen));
  return input({
    id: 'role',
    label: labels.role,
    dispatch: true,
    element: {
      type: 'static_select',
      action_id: actions.field('role'),
      options,
      ...(initial && { initial_option: initial }),
    },
  });
}

function personField(id: Extract<FieldId, 'manager' | 'buddy'>, initial: PlainTextOption | undefined) {
  return input({
    id,
    label: labels[id],
    optional: true,
    dispatch: true,
    element: {
      type: 'external_select',
      action_id: actions.field(id),
      min_query_length: 0,
      placeholder: plain(placeholders.person),
      ...(initial && { initial_option: initial }),
    },
  });
}
