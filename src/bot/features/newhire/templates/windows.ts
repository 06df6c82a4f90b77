import { isDeepStrictEqual } from 'node:util';
import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { newReference } from '../../../../log.ts';
import type { Bot } from '../../../bot.ts';
import { actionButton, type By } from '../../../slack/button.ts';
import { textField } from '../../../slack/forms/field.ts';
import { type AsShown, type Here, modal } from '../../../slack/modal.ts';
import { alert, cut, growingList, note, paragraph, plain, row } from '../../../slack/views/blocks.ts';
import { option } from '../../../slack/views/view.ts';
import { longestTemplateName, mostTemplates, type Template } from '../../../storage/templates.ts';
import { FormKey, type HireServices, typedIn } from '../drafts/draft.ts';
import {
  fitted,
  type HireFields,
  type HireValues,
  menus,
  newHireFields,
  newHireForms,
  type Offered,
  offeredNow,
  type Proposed,
  proposeZone,
} from '../form/fields.ts';
import { say } from './messages.ts';

/** Fields that hires of a team or role have in common. */
const templateNames = newHireFields.namesSharedBy('team');

type Fields = HireFields & { name: ReturnType<typeof textField> };

function templateTable() {
  const { table } = newHireForms();
  const { name: label, nameHint: hint } = say();
  return {
    name: textField({ label, hint, required: true, most: longestTemplateName }),
    ...Object.fromEntries(templateNames.map((name) => [name, table[name]])),
  } as Fields;
}

export function toStored(values: HireValues): object {
  return newHireFields.toDraft(newHireFields.shared(values, 'team'));
}

/** Values of a stored template; empty if it can't be read. */
export function fromStored(content: unknown): HireValues {
  return newHireFields.shared(newHireFields.fromDraft(content) ?? {}, 'team');
}

const mostButtons = 5;
const choose = 'template_choose';
const uses = Array.from({ length: mostButtons }, (_, index) => `template_use_${index}`);

/** Names of the form's buttons and of its menu that fill in a template. */
export const useNames = [...uses, choose];

/** The form's templates: a button each, or a menu if there are too many. @param action action id by name */
export function templatesBlocks(
  templates: readonly Template[],
  action: (name: string) => string,
): KnownBlock[] {
  if (templates.length === 0) return [];
  const { start, choose: placeholder } = say();
  const asButtons = templates.map(({ id, name }, index) =>
    actionButton(action(uses[index] ?? ''), { text: name, value: id }),
  );
  const asMenu = {
    type: 'static_select',
    action_id: action(choose),
    placeholder: plain(placeholder),
    options: templates.map(({ id, name }) => option(name, id)),
  } as const;
  return [note(start), { type: 'actions', elements: templates.length > mostButtons ? [asMenu] : asButtons }];
}

/** Fills in the template with this id. What doesn't fit is named at the top. */
export async function applyTemplate(
  shown: FormKey & AsShown & { zone?: Proposed | undefined; template?: string | undefined },
  { value: id = '', values: typed }: { value: string | undefined; values: HireValues },
  by: By<HireServices>,
  here: Here,
) {
  const template = await by.templates.find(id);
  if (!template) return { again: [alert('warning', say().gone)] };
  const earlier = shown.template === undefined ? undefined : await by.templates.find(shown.template);
  // A zone that was suggested for the previous manager goes.
  const isOwnZone = shown.isFull && typed.timezone?.value !== shown.zone?.name;
  const before = isOwnZone ? typed : { ...typed, timezone: undefined };
  const filled = { ...without(before, fromStored(earlier?.content)), ...fromStored(template.content) };
  const more = say().filled(template.name);
  const { values, notice } = fitted(filled, offeredNow(filled.start_day, by), { more });
  by.autosave.keep(FormKey.parse(shown), typedIn(values, by, here));
  const zoned = await proposeZone(values, { zone: undefined, isFull: shown.isFull, open: here.open }, by);
  return {
    again: notice,
    values: zoned.values,
    keep: { template: template.id, zone: zoned.zone, isTouched: true },
  };
}

/** Drops values of the previous template that nobody changed since. */
function without(values: HireValues, brought: HireValues): HireValues {
  const [now, before] = [newHireFields.sent(values), newHireFields.sent(brought)];
  const unchanged = templateNames.filter((name) => isDeepStrictEqual(now[name], before[name]));
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !unchanged.some((one) => one === name)),
  );
}

/** Family of both windows, which open in each other's place. */
const family = 'newhire_template';

/** All templates with their values. */
export const templatesWindow = modal({
  id: 'newhire_templates',
  family,
  role: 'hr',
  facts: async (by: By<Bot>) => ({
    templates: await by.templates.load(),
    offered: offeredNow(undefined, by),
  }),
  title: () => say().title,
  open({ templates, offered }) {
    const isFull = templates.length >= mostTemplates;
    const add = isFull ? [] : [templateWindow.opener('add')({ id: null }, { text: say().add })];
    const entries = templates.map((template) => templateBlock(template, offered));
    return { above: growingList({ ...say(), full: say().full(mostTemplates) }, add, entries) };
  },
});

/** @param said result of the previous step */
function listPage(by: By<Bot>, said: AlertBlock): Promise<ModalView> {
  return templatesWindow.current({}, by, { again: [said] });
}

function templateBlock({ id, name, content }: Template, offered: Offered): KnownBlock {
  const { edit, editOf, empty, line } = say();
  const entries = newHireForms().entriesOf(fromStored(content), offered);
  const lines = entries.map(({ label, value }) => line(label, cut(value, 500)));
  const button: Button = templateWindow.button({ id }, { text: edit, spoken: editOf(name) });
  return { ...paragraph([name, ...(lines.length > 0 ? lines : [empty])].join('\n')), accessory: button };
}

interface Facts {
  template: Template | undefined;
  offered: Offered;
}

/** A template's form. Stored values that no longer fit are listed on top. */
export const templateWindow = modal({
  id: 'newhire_template',
  family,
  role: 'hr',
  metadata: z.object({ id: z.string().nullable() }),
  /** The template that the form saves, and its version when the form was filled in; 0 for a new one. */
  kept: z.object({ key: z.string(), seen: z.int() }),
  openers: ['add'],
  async facts(by: By<Bot>, { id, key }: { id: string | null; key?: string }): Promise<Facts | ModalView> {
    const template = id === null ? undefined : await by.templates.find(id);
    const isGone = id !== null && !template && key === undefined;
    return isGone
      ? listPage(by, alert('warning', say().gone))
      : { template, offered: offeredNow(undefined, by) };
  },
  title: () => say().form,
  fields: () => templateTable(),
  offered: (facts: Facts) => facts.offered,
  menus,
  open({ template, offered }, { key, seen }) {
    const { values, notice } = fitted(fromStored(template?.content), offered);
    const version = seen ?? template?.version ?? 0;
    return {
      above: notice,
      values: { ...values, name: template?.name },
      below: version > 0 ? removeRow() : [],
      keep: { key: key ?? template?.id ?? newReference('T'), seen: version },
    };
  },
  submit: {
    text: () => say().save,
    async run(facts, { key, seen }, { name: typed, ...values }, by) {
      const { nameMissing, nameTaken, full, saved: savedAs, changed, removedMeanwhile } = say();
      // Slack enforces the limit in its own field only, not in other payloads.
      const name = (typed?.length ?? 0) <= longestTemplateName ? typed : undefined;
      const mistakes = newHireForms().checked(values);
      if (name === undefined || Object.keys(mistakes).length > 0)
        return { errors: { ...mistakes, name: name === undefined ? nameMissing : undefined } };
      const saved = await by.templates.save({ id: key, seen, by: by.viewer.userId }, name, toStored(values));
      if (saved.kind === 'saved') return listPage(by, alert('success', savedAs(name)));
      if (saved.kind === 'nameTaken') return { errors: { name: nameTaken } };
      if (saved.kind === 'full') return { errors: { name: full(mostTemplates) } };
      // Keep the input, and replace the other person's change only on a second press.
      const { now } = saved;
      const id = now ? key : newReference('T');
      const template = { id, name, content: toStored(values), version: now?.version ?? 0 };
      const said = alert('warning', now ? changed : removedMeanwhile);
      const again: ModalView = templateWindow.view({ ...facts, template }, { id: null }, { again: [said] });
      return again;
    },
  },
  actions: {
    async delete(_facts, { key: id, seen }, _press, by: By<Bot>) {
      const { gone, removed, changedUnseen } = say();
      const template = await by.templates.find(id);
      const isGone = await by.templates.remove({ id, seen, by: by.viewer.userId });
      const done = alert('success', template ? removed(template.name) : gone);
      return listPage(by, isGone ? done : alert('warning', changedUnseen(template?.name ?? '')));
    },
  },
});

function removeRow(): KnownBlock[] {
  const { remove: text, confirm: asks } = say();
  return row(templateWindow.actionButton('delete', { text, asks, isDanger: true }));
}
