import type { Block, InputBlock, KnownBlock } from '@slack/types';
import { isZone } from '../../../../time/dates.ts';
import type { MenuDeps } from '../../../menus.ts';
import { plain } from '../../../slack/views/blocks.ts';
import { blockIdOf, type Entry, labelOf } from '../../../slack/views/view.ts';
import { serviceZone, zoneOption, zonesOf } from '../../../zones.ts';
import type { NewHireDeps } from '../deps.ts';
import { say } from '../messages.ts';
import { type HireValues, newHireForms, type Offered, offeredNow } from './fields.ts';

type Blocks = (Block | KnownBlock)[];

export interface ZoneDeps extends MenuDeps, Pick<NewHireDeps, 'people'> {
  pickedZone: boolean;
}

export async function withZone(blocks: Blocks, values: HireValues, deps: ZoneDeps): Promise<Blocks> {
  const field = await fittingField(blocks, values, deps);
  const current = blockIdOf({ blocks }, 'timezone');
  return field ? blocks.map((block) => (block.block_id === current ? field : block)) : blocks;
}

async function fittingField(blocks: Blocks, values: HireValues, deps: ZoneDeps) {
  const offered = offeredNow(values.start_day, deps);
  const chosen = values.timezone;
  const asChosen = (entry: Entry) => newHireForms().block('timezone', entry, offered);
  // Show the choice again, in case a suggestion that was on its way replaced it.
  if (deps.pickedZone && chosen) return asChosen(chosen);
  const isProposed = isProposal(blocks, chosen);
  if (isProposed || blockIdOf({ blocks }, 'timezone') === 'timezone') {
    const zone = chosen && !isProposed ? undefined : await managersZone(values, deps);
    if (zone !== undefined) return proposed(zoneOption(zone, offered.day), offered);
  }
  if (!chosen || !isZone(chosen.value)) return undefined;
  const entry = zoneOption(chosen.value, offered.day);
  if (labelOf(entry) === labelOf(chosen)) return undefined;
  return isProposed ? proposed(entry, offered) : asChosen(entry);
}

export function proposed(entry: Entry, offered: Offered): InputBlock {
  const field = newHireForms().block('timezone', entry, offered);
  return { ...field, block_id: proposalId(entry), hint: plain(say().hints.proposedZone) };
}

function proposalId(entry: Entry | undefined): string {
  return `timezone:proposed:${entry && labelOf(entry)}`;
}

/** Whether the form's zone is Frontdesk's suggestion. A person's own choice is never replaced. */
export function isProposal(blocks: Blocks, entry: Entry | undefined): boolean {
  return blocks.some(({ block_id }) => block_id === proposalId(entry));
}

export async function managersZone(
  { manager }: HireValues,
  { directory, people }: Pick<ZoneDeps, 'directory' | 'people'>,
) {
  const snapshot = directory.current();
  const email = snapshot?.people.get(Number(manager?.value))?.email;
  if (!email) return undefined;
  // A suggestion is optional, so ignore Slack's errors.
  const person = await people.byEmail(email).catch(() => undefined);
  return person?.timezone === undefined ? undefined : serviceZone(person.timezone, zonesOf(snapshot));
}
