import { z } from 'zod';
import { within } from '../../../../time/clock.ts';
import { isZone } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { MenuDeps } from '../../../menus.ts';
import type { OpenView } from '../../../slack/incoming/origin.ts';
import { isBlockOf } from '../../../slack/views/view.ts';
import type { MenuOf } from '../../../slack/window.ts';
import { serviceZone, zoneOption, zonesMenu, zonesOf } from '../../../zones.ts';
import { type HireValues, newHireFields, offeredNow } from './fields.ts';

/** The time zone of the manager with id `of`. */
export const Proposed = z.object({ of: z.string(), name: z.string() });
export type Proposed = z.infer<typeof Proposed>;

/** Time limits for Slack to know the manager's zone, in milliseconds: while a form changes, and when it is sent. */
const patience = { change: 2_000, send: 300 };

interface Zoned {
  values: HireValues;
  zone: Proposed | undefined;
}

/**
 * Proposes the manager's time zone. A person's own choice is never replaced.
 * @param shown the form: `isFull` with the zone field, or about to get it; `zone` is the earlier proposal
 */
export async function proposeZone(
  values: HireValues,
  { zone: before, isFull, open }: { zone: Proposed | undefined; isFull: true | undefined; open: OpenView },
  deps: Bot,
): Promise<Zoned> {
  const manager = values.manager?.value;
  const isKnown = manager !== undefined && before?.of === manager;
  const name = isKnown ? before.name : await within(deps.clock, patience.change, managersZone(values, deps));
  const zone = manager !== undefined && name !== undefined ? { of: manager, name } : before;
  if (!isFull && !newHireFields.hasFurther(values)) return { values, zone };
  const chosen = values.timezone?.value;
  const isOwn = chosen !== undefined && chosen !== before?.name;
  const isNews = !isKnown || open.blocks.every(({ block_id = '' }) => !isBlockOf(block_id, 'timezone'));
  const wanted = isOwn || !isNews ? chosen : (name ?? chosen);
  return { values: wanted === undefined ? values : inZone(values, wanted, deps), zone };
}

/** Adds the proposed zone to the values of a form without the field. */
export async function withUnseenZone(
  values: HireValues,
  { zone, isFull }: { zone?: Proposed | undefined; isFull?: true | undefined },
  deps: Bot,
): Promise<HireValues> {
  const { manager, timezone } = values;
  if (isFull || timezone || !manager) return values;
  if (zone?.of === manager.value) return inZone(values, zone.name, deps);
  const name = await within(deps.clock, patience.send, managersZone(values, deps));
  return name === undefined ? values : inZone(values, name, deps);
}

/** Sets the zone, with its offset on the start day. */
function inZone(values: HireValues, zone: string, deps: MenuDeps): HireValues {
  if (!isZone(zone)) return values;
  return { ...values, timezone: zoneOption(zone, offeredNow(values.start_day, deps).day) };
}

async function managersZone({ manager }: HireValues, { directory, people }: Bot) {
  const snapshot = directory.current();
  const email = snapshot?.people.get(Number(manager?.value))?.email;
  if (!email) return undefined;
  // A suggestion is optional, so ignore Slack's errors.
  const person = await people.byEmail(email).catch(() => undefined);
  return person?.timezone === undefined ? undefined : serviceZone(person.timezone, zonesOf(snapshot));
}

/** Menu of zones, with their offsets on the start day in the form. */
export const zonesInForm: MenuOf<MenuDeps> = (deps, query, view) => {
  const { start_day } = newHireFields.read(view?.state?.values ?? {});
  const { snapshot, day } = offeredNow(start_day, deps);
  return zonesMenu(zonesOf(snapshot), query, day);
};
