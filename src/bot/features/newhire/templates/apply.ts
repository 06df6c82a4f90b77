import type { ModalView } from '@slack/types';
import type { ChangeArgs } from '../../../slack/incoming/listeners.ts';
import { type OpenView, originOf } from '../../../slack/incoming/origin.ts';
import { alert } from '../../../slack/views/blocks.ts';
import { blockIdOf, isBlockOf, withTop } from '../../../slack/views/view.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import type { Autosave } from '../drafts/autosave.ts';
import { type HireValues, newHireFields } from '../form/fields.ts';
import { type FormWindows, isShortForm, Metadata, valuesIn } from '../form/form.ts';
import { showAndFollow } from '../form/on-field-change.ts';
import { isProposal } from '../form/propose-zone.ts';
import { filledForm } from '../open-modal.ts';
import { fromStored, templateNames } from './fields.ts';
import { say } from './messages.ts';

type ApplyDeps = FormDeps & Pick<NewHireDeps, 'templates' | 'people' | 'windows'> & { autosave: Autosave };

export function applyTemplate(deps: ApplyDeps, forms: FormWindows) {
  return async ({ body, action, ack }: ChangeArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const metadata = Metadata.parse(JSON.parse(open.private_metadata));
    const template = await deps.templates.find(idIn(action));
    if (!template) {
      const said = alert('warning', say().notThere);
      return void (await deps.windows.follow(open, withTop(open, [said])));
    }
    const before = ownValues(open, valuesIn(body.view, deps));
    const earlier =
      metadata.template === undefined ? undefined : await deps.templates.find(metadata.template);
    const values = { ...without(before, fromStored(earlier?.content)), ...fromStored(template.content) };
    const { view, fit } = filledForm(deps, {
      ...metadata,
      template: template.id,
      values,
      notice: say().filled(template.name),
      isFull: !isShortForm(open),
    });
    deps.autosave.keep(open, { owner: body.user.id, values: fit, at: action.action_ts });
    await showAndFollow(open, renamed(view, { open, before, fit, stamp: action.action_ts }), fit, {
      ...deps,
      forms,
    });
  };
}

function idIn(action: ChangeArgs['action']): string {
  if (action.type === 'button') return action.value ?? '';
  return action.type === 'static_select' ? action.selected_option.value : '';
}

/** Drops a zone that was suggested for the previous manager. */
function ownValues(open: OpenView, values: HireValues): HireValues {
  const isOwn = !isShortForm(open) && !isProposal(open.blocks, values.timezone);
  return isOwn ? values : { ...values, timezone: undefined };
}

/** Drops values of the previous template that nobody changed since. */
function without(values: HireValues, brought: HireValues): HireValues {
  const kept = templateNames.filter((name) => !isEqual(values[name], brought[name]));
  const others = Object.entries(values).filter(([name]) => templateNames.every((one) => one !== name));
  return Object.fromEntries([...others, ...kept.map((name) => [name, values[name]])]);
}

/** Slack keeps the input under a known block id, so a field with a new value gets a new id. */
function renamed(
  view: ModalView,
  { open, before, fit, stamp }: { open: OpenView; before: HireValues; fit: HireValues; stamp: string },
): ModalView {
  const blocks = view.blocks.map((block) => {
    const { block_id: id = '' } = block;
    const name = newHireFields.names.find((one) => isBlockOf(id, one));
    const isOwn = name === undefined || name === 'timezone';
    if (isOwn || !open.blocks.some(({ block_id = '' }) => isBlockOf(block_id, name))) return block;
    const isSame = isEqual(before[name], fit[name]);
    return { ...block, block_id: isSame ? blockIdOf(open, name) : `${name}:${stamp}` };
  });
  return { ...view, blocks };
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sentOf(one)) === JSON.stringify(sentOf(other));
}

function sentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentOf);
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}
