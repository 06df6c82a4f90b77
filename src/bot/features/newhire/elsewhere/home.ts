import type { KnownBlock } from '@slack/types';
import type { HomePart, Viewer } from '../../../feature.ts';
import { header, note, paragraph } from '../../../slack/views/blocks.ts';
import type { NewHireDeps } from '../deps.ts';
import { askingButtons } from './asking.ts';
import { say } from './messages.ts';
import { whoIs } from './who.ts';

/** People shown, two blocks each, and candidates read for that. */
const shown = 5;
const looked = 50;

/** App Home's part for HR: people added elsewhere who wait for a decision. */
export async function elsewherePart(
  { role }: Viewer,
  { ledger, directory, settings }: Pick<NewHireDeps, 'ledger' | 'directory' | 'settings'>,
): Promise<HomePart> {
  const service = directory.asRead()?.from;
  if (role !== 'hr' || service === undefined || !settings().reminders.addedElsewhere) return {};
  const { header: title, asks, more } = say();
  const undecided = await ledger.elsewhere.undecided(service, looked);
  const there = undecided.flatMap((found) => {
    const who = whoIs(found, directory);
    return who.kind === 'there' ? [{ reference: found.reference, name: who.person.name }] : [];
  });
  if (there.length === 0) return {};
  const blocks = there
    .slice(0, shown)
    .flatMap(({ reference, name }): KnownBlock[] => [
      paragraph(asks(name)),
      { type: 'actions', elements: askingButtons(reference, name) },
    ]);
  return { blocks: [header(title), ...blocks, ...(there.length > shown ? [note(more)] : [])] };
}
