import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { MenuDeps } from '../../../menus.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { alert, cut, listed, paragraph, plain } from '../../../slack/views/blocks.ts';
import { mostTemplates, type Template } from '../../../storage/templates.ts';
import { newHireForms } from '../form/fields.ts';
import { offeredNow } from '../form/ids.ts';
import { say as sayNotice } from '../notice-messages.ts';
import { fromStored, type TemplateValues, templateForms } from './fields.ts';
import { templateActions, templateFormId, templatesId } from './ids.ts';
import { say } from './messages.ts';

export function templatesPage(
  templates: readonly Template[],
  deps: MenuDeps,
  { said }: { said?: AlertBlock | undefined },
): ModalView {
  const { title, intro, none, add, full } = say();
  const newOne: Button = { type: 'button', action_id: templateActions.add, text: plain(add) };
  const isFull = templates.length >= mostTemplates;
  return {
    type: 'modal',
    callback_id: templatesId,
    title: plain(title),
    close: plain(saySlack().close),
    blocks: [
      ...(said ? [said] : []),
      paragraph(intro),
      isFull ? paragraph(full(mostTemplates)) : { type: 'actions', elements: [newOne] },
      ...(templates.length === 0 ? [paragraph(none)] : []),
      ...templates.map((template) => templateBlock(template, deps)),
    ],
  };
}

function templateBlock(template: Template, deps: MenuDeps): KnownBlock {
  const { edit, editOf, empty } = say();
  const lines = linesOf(fromStored(template.content), deps);
  const text = [template.name, ...(lines.length > 0 ? lines : [empty])].join('\n');
  return {
    ...paragraph(text),
    accessory: {
      type: 'button',
      action_id: templateActions.edit,
      text: plain(edit),
      value: template.id,
      accessibility_label: cut(editOf(template.name), 75),
    },
  };
}

function linesOf(values: TemplateValues, deps: MenuDeps): string[] {
  const templates = say();
  const offered = offeredNow(undefined, deps);
  const how = { offered, day: String };
  return newHireForms()
    .entriesOf(values, how)
    .map(({ label, value }) => templates.line(label, cut(value, 500)));
}

export const TemplateMetadata = z.object({
  id: z.string(),
  /** Version when the form was filled in; 0 for a new template. */
  seen: z.int(),
});

interface Shown extends z.infer<typeof TemplateMetadata> {
  name?: string | undefined;
  values: TemplateValues;
  said?: AlertBlock | undefined;
}

/** The template's form. Stored values that no longer fit are listed on top. */
export function templatePage({ id, seen, name, values, said }: Shown, deps: MenuDeps) {
  const templates = say(),
    { noticeOf } = sayNotice();
  const offered = offeredNow(undefined, deps);
  const fit = newHireForms().fit(values, offered);
  const [sentence, ...lines] = noticeOf([], fit.unfit, undefined);
  const notice = sentence === undefined ? [] : [alert('info', sentence), ...listed(lines)];
  return {
    type: 'modal',
    callback_id: templateFormId,
    private_metadata: JSON.stringify({ id, seen } satisfies z.infer<typeof TemplateMetadata>),
    title: plain(templates.form),
    submit: plain(templates.save),
    close: plain(saySlack().cancel),
    blocks: [
      ...(said ? [said] : []),
      ...notice,
      ...templateForms().blocks({ ...fit.values, name }, offered),
      ...(seen > 0 ? [removeRow(id)] : []),
    ],
  } satisfies ModalView;
}

function removeRow(value: string): KnownBlock {
  const { remove, confirm } = say();
  const { title, text, yes, no } = confirm;
  return {
    type: 'actions',
    elements: [
      {
        type: 'button',
        style: 'danger',
        action_id: templateActions.remove,
        text: plain(remove),
        value,
        confirm: {
          title: plain(title),
          text: plain(text),
          confirm: plain(yes),
          deny: plain(no),
          style: 'danger',
        },
      },
    ],
  };
}
