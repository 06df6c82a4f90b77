import type { Fit, KeptField } from '../../../slack/forms/field.ts';
import { externalSelectField } from '../../../slack/forms/fields.ts';
import { type Entry, labelOf, unavailable } from '../../../slack/views/inputs.ts';
import { serviceZone, zoneOption, zonesOf } from '../../../zones.ts';
import { say } from '../messages.ts';
import type { Offered } from './offered.ts';

/** Time zone field. Frontdesk suggests a zone while nobody has chosen one. */
export function zoneField(): KeptField<Entry, Offered> {
  const { labels, hints, findZone, furtherMistakes } = say();
  return {
    ...externalSelectField<Offered>({
      label: labels.timezone,
      hint: hints.timezone,
      placeholder: findZone,
      isOffered: () => true,
      whenUnavailable: furtherMistakes.unavailable,
    }),
    // Slack applies a preset only under a new block id, so the id includes the entry.
    suffix: (entry) => entry && `chosen:${labelOf(entry)}`,
    fit,
  };
}

/** Maps to the service's zones, with the UTC offset on the start day. */
function fit(entry: Entry, { snapshot, day }: Offered): Fit<Entry> {
  if (!entry.value || entry.value === unavailable) return {};
  const zone = serviceZone(entry.value, zonesOf(snapshot));
  return zone === undefined ? { unfit: [labelOf(entry)] } : { value: zoneOption(zone, day) };
}
