import { roles } from '../../../../contract/employee.ts';
import { externalSelectField, type Fit, type KeptField } from '../../../slack/forms/field.ts';
import { type Entry, labelOf, option, unavailable } from '../../../slack/views/view.ts';
import { serviceZone, zoneOption, zonesOf } from '../../../zones.ts';
import { say } from '../messages.ts';
import type { Offered } from './ids.ts';

export interface OfferedRole {
  value: number;
  label: string;
  /** Whether the role is known, or has to be assumed, to give more rights than a new hire's. */
  givesRights: boolean;
}

const known: readonly OfferedRole[] = roles.map((role) => ({
  ...role,
  givesRights: role.value === 1 || role.value === 2,
}));

/**
 * Roles the service lists, else those of the specification. A role the specification doesn't know needs confirmation,
 * since its rights are unknown.
 */
export function offeredRoles(
  described: readonly { value: string; label: string }[] | undefined,
): readonly OfferedRole[] {
  const said = (described ?? []).filter(({ value }) => /^\d+$/.test(value));
  if (said.length === 0) return known;
  return said.slice(0, 100).map(({ value, label }) => {
    const role = known.find((one) => one.value === Number(value));
    return role ?? { value: Number(value), label, givesRights: true };
  });
}

export function roleOptions({ snapshot }: Offered): Entry[] {
  const roles = offeredRoles(snapshot?.description.roles);
  return roles.map(({ label, value }) => option(label, String(value)));
}

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
