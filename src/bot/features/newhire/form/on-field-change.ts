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

/** A picker of the form has changed: warnings, the role's confirmation and the time zone follow. */
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
    // A later change knows everything that this one does, and more.
    // A form that was closed or sent meanwhile needs none of it.
    if (isNewest()) await deps.windows.followChange(open, view);
  };
}

/** "More fields": all of them at once, and the manager's zone as soon as Slack has said it. */
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

/** Shows a form at once, and what follows from what it holds as soon as Slack has said it. */
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

/** The form as it fits what it holds: with its warnings, and the time zone, which is kept unseen where it is not shown. */
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

/** A window that was opened by an earlier version, or shows them already, stays as it is. */
function withAll(open: OpenView, values: HireValues, deps: FormDeps & { language: Language }): ModalView {
  return isShortForm(open) ? expanded(open, values, deps, deps) : withBlocks(open, open.blocks);
}
