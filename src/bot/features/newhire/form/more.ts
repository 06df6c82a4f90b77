import type { KnownBlock } from '@slack/types';
import type { Language } from '../../../../language.ts';
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

/** What a form holds, shown or not. @param view as a payload brings it */
export function valuesIn(
  view: { private_metadata: string; state: { values: object } },
  deps: FormDeps,
): HireValues {
  const values = newHireFields.read(view.state.values);
  const isShown = Object.keys(view.state.values).some((id) => isBlockOf(id, 'timezone'));
  return isShown ? values : withUnseenZone(values, Metadata.parse(JSON.parse(view.private_metadata)), deps);
}

/** With the manager's zone, where it is carried unseen. */
export function withUnseenZone(values: HireValues, { zone }: Metadata, deps: FormDeps): HireValues {
  return zone !== undefined && zone.of === values.manager?.value
    ? withZoneOf(values, zone.name, deps)
    : values;
}

/** The zone that no field of the form shows, as a page in its place carries it. @param values to send */
export function unseenZone(form: OpenView, { manager, timezone }: HireValues): Metadata['zone'] {
  const isUnseen = isShortForm(form) && manager && timezone;
  return isUnseen ? { of: manager.value, name: timezone.value } : undefined;
}

/** How long a form that is sent waits for its manager's zone, in milliseconds: Slack waits three seconds. */
const patience = 300;

/** The same when the form is sent: whoever is quick with that gets the zone that the next moment would have shown. */
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

/** Whether some of the fields stand behind the button. */
export function isShortForm({ blocks }: Pick<OpenView, 'blocks'>): boolean {
  return blocks.some(({ block_id }) => block_id === moreRow);
}

/**
 * The form with all of its fields in the place of the button: what was typed stays, since the other blocks do.
 * @param above what is said there
 */
export function expanded(
  open: OpenView,
  values: HireValues,
  deps: FormDeps,
  { language, above = [] }: { language: Language; above?: readonly KnownBlock[] },
) {
  const offered = offeredNow(values.start_day, deps);
  const fields = newHireForms[language].part(values, offered, 'further').map((block) => {
    const { timezone } = values;
    // Nobody chose it: it goes on following the manager.
    return timezone && isBlockOf(block.block_id ?? '', 'timezone')
      ? proposed(timezone, offered, language)
      : block;
  });
  const blocks = open.blocks.flatMap((block) =>
    block.block_id === moreRow ? [...above, ...fields] : [block],
  );
  return withBlocks(open, blocks);
}
