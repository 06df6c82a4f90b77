import type { Button, KnownBlock } from '@slack/types';
import type { By } from '../../../slack/button.ts';
import { textField } from '../../../slack/forms/field.ts';
import type { AsShown, Here } from '../../../slack/modal.ts';
import { alert, listed, note, plain } from '../../../slack/views/blocks.ts';
import { option, rootOf } from '../../../slack/views/view.ts';
import { longestTemplateName, type Template } from '../../../storage/templates.ts';
import type { FormKey, HireServices } from '../drafts/draft.ts';
import { type HireFields, type HireValues, newHireFields, newHireForms, offeredNow } from '../form/fields.ts';
import { type Proposed, proposeZone } from '../form/zone.ts';
import { say as sayNotice } from '../notice-messages.ts';
import { say } from './messages.ts';

/** Fields that hires of a team or role have in common. */
const templateNames = newHireFields.namesSharedBy('team');

export type TemplateValues = HireValues;

type Fields = HireFields & { name: ReturnType<typeof textField> };

export function templateTable() {
  const { table } = newHireForms();
  const { name: label, nameHint: hint } = say();
  return {
    name: textField({ label, hint, required: true, most: longestTemplateName }),
    ...Object.fromEntries(templateNames.map((name) => [name, table[name]])),
  } as Fields;
}

export function toStored(values: TemplateValues): object {
  return newHireFields.toDraft(only(values));
}

/** Values of a stored template; empty if it can't be read. */
export function fromStored(content: unknown): TemplateValues {
  return only(newHireFields.fromDraft(content) ?? {});
}

/** Drops values that are equal to the form's presets. */
function only(values: HireValues): TemplateValues {
  const held = newHireFields.filledIn(values).filter((name) => templateNames.includes(name));
  return Object.fromEntries(held.map((name) => [name, values[name]]));
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
  const asButtons = templates.map(
    ({ id, name }, index): Button => ({
      type: 'button',
      action_id: action(uses[index] ?? ''),
      text: plain(name, 75),
      value: id,
    }),
  );
  const asMenu = {
    type: 'static_select',
    action_id: action(choose),
    placeholder: plain(placeholder),
    options: templates.map(({ id, name }) => option(name, id)),
  } as const;
  return [note(start), { type: 'actions', elements: templates.length > mostButtons ? [asMenu] : asButtons }];
}

interface Applying extends FormKey, AsShown {
  zone?: Proposed | undefined;
  template?: string | undefined;
}

/** Fills in the template with this id. What doesn't fit is named at the top. */
export async function applyTemplate(
  { form, draft, ...shown }: Applying,
  { value: id = '', values: typed }: { value: string | undefined; values: HireValues },
  by: By<HireServices>,
  { open, at }: Here,
) {
  const template = await by.templates.find(id);
  if (!template) return { again: [alert('warning', say().gone)] };
  const earlier = shown.template === undefined ? undefined : await by.templates.find(shown.template);
  // A zone that was suggested for the previous manager goes.
  const isOwnZone = shown.isFull && typed.timezone?.value !== shown.zone?.name;
  const before = isOwnZone ? typed : { ...typed, timezone: undefined };
  const filled = { ...without(before, fromStored(earlier?.content)), ...fromStored(template.content) };
  const { values, unfit } = newHireFields.fit(filled, offeredNow(filled.start_day, by));
  by.autosave.keep({ form, draft }, { owner: by.viewer.userId, values, at, rootView: rootOf(open) });
  const zoned = await proposeZone(values, { zone: undefined, isFull: shown.isFull, open }, by);
  return {
    again: noticeBlocks(sayNotice().noticeOf([], unfit, say().filled(template.name))),
    values: zoned.values,
    keep: { template: template.id, zone: zoned.zone, isTouched: true },
  };
}

/** Notice at the top of the form: a sentence, and lines to copy. */
export function noticeBlocks([sentence, ...lines]: readonly string[]): KnownBlock[] {
  return sentence === undefined ? [] : [alert('info', sentence), ...listed(lines)];
}

/** Drops values of the previous template that nobody changed since. */
function without(values: HireValues, brought: HireValues): HireValues {
  const kept = templateNames.filter((name) => !isEqual(values[name], brought[name]));
  const others = Object.entries(values).filter(([name]) => templateNames.every((one) => one !== name));
  return Object.fromEntries([...others, ...kept.map((name) => [name, values[name]])]);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sentOf(one)) === JSON.stringify(sentOf(other));
}

function sentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentOf);
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}
