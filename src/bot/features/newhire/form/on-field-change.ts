import type { ModalView } from '@slack/types';
import type { ButtonArgs, ChangeArgs } from '../../../slack/incoming/listeners.ts';
import { type OpenView, originOf } from '../../../slack/incoming/origin.ts';
import { withBlocks } from '../../../slack/views/view.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields } from './fields.ts';
import { expanded, type FormWindows, isShortForm, Metadata, valuesIn } from './form.ts';
import { managersZone, withZone, type ZoneDeps } from './propose-zone.ts';
import { advised, warningsFor } from './warnings.ts';

export function followChanges(deps: FormDeps & Pick<NewHireDeps, 'people' | 'windows'>, forms: FormWindows) {
  return async ({ body, action, ack }: ChangeArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const isNewest = forms.newest(open.id);
    const pickedZone = action.action_id === newHireFields.actionId('timezone');
    const values = valuesIn(body.view, deps);
    const view = await followed(open, values, { ...deps, forms, pickedZone });
    if (isNewest()) await deps.windows.followChange(open, view);
  };
}

export function showMore(deps: FormDeps & Pick<NewHireDeps, 'people' | 'windows'>, forms: FormWindows) {
  return async ({ body, ack }: ButtonArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const values = valuesIn(body.view, deps);
    const all = withAll(open, values, { ...deps });
    await showAndFollow(open, all, values, { ...deps, forms });
  };
}

export async function showAndFollow(
  open: OpenView,
  shown: ModalView,
  values: HireValues,
  deps: FormDeps & Pick<NewHireDeps, 'people' | 'windows'> & { forms: FormWindows },
): Promise<void> {
  const isNewest = deps.forms.newest(open.id);
  if (!isShortForm(shown)) deps.forms.expand(open.id);
  await deps.windows.follow(open, shown);
  const view = await followed({ ...open, ...shown }, values, { ...deps, pickedZone: false });
  if (isNewest()) await deps.windows.followChange(open, view);
}

export async function followed(
  open: OpenView,
  values: HireValues,
  deps: FormDeps & ZoneDeps & { forms: FormWindows },
): Promise<ModalView> {
  const form = deps.forms.isExpanded(open.id) ? withAll(open, values, deps) : withBlocks(open, open.blocks);
  const blocks = advised(form.blocks, warningsFor(values, deps));
  if (!isShortForm(form)) return { ...form, blocks: await withZone(blocks, values, deps) };
  const { zone: _before, ...metadata } = Metadata.parse(JSON.parse(open.private_metadata));
  const name = await managersZone(values, deps);
  const of = values.manager?.value;
  const found = name !== undefined && of !== undefined && { zone: { of, name } };
  const private_metadata = JSON.stringify({ ...metadata, ...found } satisfies Metadata);
  return { ...form, blocks, private_metadata };
}

/** Windows from an earlier version, or with all fields already, stay unchanged. */
function withAll(open: OpenView, values: HireValues, deps: FormDeps): ModalView {
  return isShortForm(open) ? expanded(open, values, deps, {}) : withBlocks(open, open.blocks);
}
