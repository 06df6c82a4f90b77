import type { Block, InputBlock, KnownBlock, PlainTextOption } from '@slack/types';
import { isZone } from '../../../../time/dates.ts';
import type { FeatureDeps } from '../../../feature.ts';
import { plain } from '../../../slack/views/blocks.ts';
import { type FormReader, input, option } from '../../../slack/views/inputs.ts';
import { isBlockOf } from '../../../slack/views/view.ts';
import { hints, labels, placeholders } from '../messages.ts';
import { actions } from './fields.ts';
import { offsetDay, serviceZone, zoneOption, zonesOf } from './zones.ts';

type Kind = 'proposed' | 'chosen';

/** The field, empty or with an entry that a person chose or that Frontdesk proposes. */
export function zoneField(entry?: PlainTextOption, kind: Kind = 'chosen'): InputBlock {
  return input({
    // What is preset counts only under a new id, so the entry is part of it.
    id: entry ? `timezone:${kind}:${entry.text.text}` : 'timezone',
    label: labels.timezone,
    hint: entry && kind === 'proposed' ? hints.proposedZone : hints.timezone,
    optional: true,
    dispatch: true,
    element: {
      type: 'external_select',
      action_id: actions.field('timezone'),
      min_query_length: 0,
      placeholder: plain(placeholders.zone),
      ...(entry && { initial_option: entry }),
    },
  });
}

/**
 * The blocks with a time-zone field that fits the rest of the form: proposed from the manager while nobody has
 * chosen one, and with the offset of the start day that the form holds now.
 * @param deps `pickedZone` says that the change is a person's choice of the zone itself
 */
export async function withZone(
  blocks: (Block | KnownBlock)[],
  form: FormReader,
  deps: FeatureDeps & { pickedZone: boolean },
): Promise<(Block | KnownBlock)[]> {
  const current = blocks.find(({ block_id: id = '' }) => isBlockOf(id, 'timezone'))?.block_id ?? 'timezone';
  const field = await fittingField(current, form, deps);
  if (!field) return blocks;
  return blocks.map((block) => (block.block_id === current ? field : block));
}

async function fittingField(
  current: string,
  form: FormReader,
  deps: FeatureDeps & { pickedZone: boolean },
): Promise<InputBlock | undefined> {
  const day = offsetDay(form.text('start_day'), deps.clock.now());
  const chosen = form.choice('timezone');
  // Said once more: a proposal that was on its way meanwhile would stand in its place.
  if (deps.pickedZone && chosen) return zoneField(option(chosen.label, chosen.value), 'chosen');
  const isProposal = current === `timezone:proposed:${chosen?.label}`;
  if (isProposal || current === 'timezone') {
    const zone = chosen && !isProposal ? undefined : await managersZone(form, deps);
    if (zone !== undefined) return zoneField(zoneOption(zone, day), 'proposed');
  }
  if (!chosen || !isZone(chosen.value)) return undefined;
  const entry = zoneOption(chosen.value, day);
  return entry.text.text === chosen.label ? undefined : zoneField(entry, isProposal ? 'proposed' : 'chosen');
}

/** The manager's zone in Slack, where they are found by address, in the service's words. */
async function managersZone(form: FormReader, { directory, people }: FeatureDeps) {
  const snapshot = directory.current();
  const email = snapshot?.people.get(Number(form.choice('manager')?.value))?.email;
  if (!email) return undefined;
  // Slack may be away, and nobody waits for a proposal.
  const person = await people.byEmail(email).catch(() => undefined);
  return person?.timezone === undefined ? undefined : serviceZone(person.timezone, zonesOf(snapshot));
}

/** The zone when this machine knows it. */
export function knownZone(zone: string | undefined): string | undefined {
  return zone !== undefined && isZone(zone) ? zone : undefined;
}
