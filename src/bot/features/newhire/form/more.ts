import type { KnownBlock } from '@slack/types';
import { within } from '../../../../time/clock.ts';
import type { OpenView } from '../../../slack/incoming/origin.ts';
import { isBlockOf, withBlocks } from '../../../slack/views/view.ts';
import { zoneOption } from '../../../zones.ts';
import type { FormDeps, NewHireDeps } from '../deps.ts';
import { type HireValues, newHireFields, newHireForms } from './fields.ts';
import { Metadata } from './form.ts';
import { moreRow } from './ids.ts';
import { offeredNow } from './offered.ts';
import { managersZone, proposed } from './propose-zone.ts';

/** The form's values, including the hidden zone. @param view as in a payload */
export function valuesIn(
  view: { private_metadata: string; state: { values: object } },
  deps: FormDeps,
): HireValues {
  const values = newHireFields.read(view.state.values);
  const isShown = Object.keys(view.state.values).some((id) => isBlockOf(id, 'timezone'));
  return isShown ? values : withUnseenZone(values, Metadata.parse(JSON.parse(view.private_metadata)), deps);
}

/** Adds the hidden zone if it belongs to the manager in `values`. */
export function withUnseenZone(values: HireValues, { zone }: Metadata, deps: FormDeps): HireValues {
  return zone !== undefined && zone.of === values.manager?.value
    ? withZoneOf(values, zone.name, deps)
    : values;
}

/** Zone to carry on a page that replaces a form without a zone field. @param values to send */
export function unseenZone(form: OpenView, { manager, timezone }: HireValues): Metadata['zone'] {
  const isUnseen = isShortForm(form) && manager && timezone;
  return isUnseen ? { of: manager.value, name: timezone.value } : undefined;
}

/** Time limit for the manager's zone on submit, in milliseconds: Slack waits three seconds. */
const patience = 300;

/** The form's values on submit. Waits shortly for the manager's zone, which an update would have added. */
export async function valuesToSend(
  view: OpenView & { state: { values: object } },
  deps: FormDeps & Pick<NewHireDeps, 'people'>,
): Promise<HireValues> {
  const values = valuesIn(view, deps);
  if (!isShortForm(view) || values.timezone || !values.manager) return values;
  const zone = await within(deps.clock, patience, managersZone(values, deps));
  return zone === undefined ? values : withZoneOf(values, zone, deps);
}

function withZoneOf(values: HireValues, zone: string, deps: FormDeps): HireValues {
  return { ...values, timezone: zoneOption(zone, offeredNow(values.start_day, deps).day) };
}

/** Whether "More fields" hides some fields. */
export function isShortForm({ blocks }: Pick<OpenView, 'blocks'>): boolean {
  return blocks.some(({ block_id }) => block_id === moreRow);
}

/**
 * The form with all fields instead of the button. The other blocks stay, and so does their input.
 * @param above blocks shown before the added fields
 */
export function expanded(
  open: OpenView,
  values: HireValues,
  deps: FormDeps,
  { above = [] }: { above?: readonly KnownBlock[] },
) {
  const offered = offeredNow(values.start_day, deps);
  const fields = newHireForms()
    .part(values, offered, 'further')
    .map((block) => {
      const { timezone } = values;
      // Nobody chose this zone, so it keeps following the manager.
      return timezone && isBlockOf(block.block_id ?? '', 'timezone') ? proposed(timezone, offered) : block;
    });
  const blocks = open.blocks.flatMap((block) =>
    block.block_id === moreRow ? [...above, ...fields] : [block],
  );
  return withBlocks(open, blocks);
}
