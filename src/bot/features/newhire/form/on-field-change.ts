import type { ModalView } from '@slack/types';
import type { Language } from '../../../../language.ts';
import type { ButtonArgs, ChangeArgs } from '../../../slack/incoming/args.ts';
import { type OpenView, originOf } from '../../../slack/incoming/origin.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { withBlocks } from '../../../slack/views/view.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { advised } from './advice.ts';
import { type HireValues, newHireFields } from './fields.ts';
import { Metadata } from './form.ts';
import type { FormWindows } from './form-windows.ts';
import { expanded, isShortForm, valuesIn } from './more.ts';
import { managersZone, withZone, type ZoneDeps } from './propose-zone.ts';
import { warningsFor } from './warnings.ts';

/** Handles a change of a picker: updates the warnings, the role's confirmation and the time zone. */
export function followChanges(deps: FormDeps & Pick<NewHireDeps, 'people' | 'windows'>, forms: FormWindows) {
  return async ({ body, action, ack, context }: ChangeArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const isNewest = forms.newest(open.id);
    const pickedZone = action.action_id === newHireFields.actionId('timezone');
    const values = valuesIn(body.view, deps);
    const language = languageIn(context);
    const view = await followed(open, values, { ...deps, forms, pickedZone, language });
    // A later change includes this one. A form closed or sent meanwhile needs no update.
    if (isNewest()) await deps.windows.followChange(open, view);
  };
}

/** Handles "More fields": shows all at once, then the manager's zone when Slack returns it. */
export function showMore(deps: FormDeps & Pick<NewHireDeps, 'people' | 'windows'>, forms: FormWindows) {
  return async ({ body, ack, context }: ButtonArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const values = valuesIn(body.view, deps);
    const language = languageIn(context);
    const all = withAll(open, values, { ...deps, language });
    await showAndFollow(open, all, values, { ...deps, forms, language });
  };
}

/** Shows a form at once, then its warnings and zone when Slack has answered. */
export async function showAndFollow(
  open: OpenView,
  shown: ModalView,
  values: HireValues,
  deps: FormDeps & Pick<NewHireDeps, 'people' | 'windows'> & { forms: FormWindows; language: Language },
): Promise<void> {
  const isNewest = deps.forms.newest(open.id);
  if (!isShortForm(shown)) deps.forms.expand(open.id);
  await deps.windows.follow(open, shown);
  const view = await followed({ ...open, ...shown }, values, { ...deps, pickedZone: false });
  if (isNewest()) await deps.windows.followChange(open, view);
}

/** The form with warnings and zone for its values. A hidden zone is kept in the metadata. */
export async function followed(
  open: OpenView,
  values: HireValues,
  deps: FormDeps & ZoneDeps & { forms: FormWindows },
): Promise<ModalView> {
  const form = deps.forms.isExpanded(open.id) ? withAll(open, values, deps) : withBlocks(open, open.blocks);
  const blocks = advised(form.blocks, warningsFor(values, deps, deps.language));
  if (!isShortForm(form)) return { ...form, blocks: await withZone(blocks, values, deps) };
  const { zone: _before, ...metadata } = Metadata.parse(JSON.parse(open.private_metadata));
  const name = await managersZone(values, deps);
  const of = values.manager?.value;
  const found = name !== undefined && of !== undefined && { zone: { of, name } };
  const private_metadata = JSON.stringify({ ...metadata, ...found } satisfies Metadata);
  return { ...form, blocks, private_metadata };
}

/** Windows from an earlier version, or with all fields already, stay unchanged. */
function withAll(open: OpenView, values: HireValues, deps: FormDeps & { language: Language }): ModalView {
  return isShortForm(open) ? expanded(open, values, deps, deps) : withBlocks(open, open.blocks);
}
