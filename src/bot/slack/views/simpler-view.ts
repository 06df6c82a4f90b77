import type { Block, InputBlock, KnownBlock, ModalView } from '@slack/types';
import { WebAPIPlatformError } from '@slack/web-api';
import { z } from 'zod';
import { say } from '../messages.ts';
import { alert, listed, paragraph } from './blocks.ts';

/** Slack's error codes for a view that breaks a rule. */
const refusals = new Set(['invalid_arguments', 'invalid_blocks', 'invalid_blocks_format', 'view_too_large']);

/**
 * Shows a view, or a simpler one if Slack refuses it, so that a form opens with any values.
 * @throws what `show` throws for any other reason, or for the simpler view too
 */
export async function orSimpler<Shown>(
  view: ModalView,
  show: (view: ModalView) => Promise<Shown>,
): Promise<Shown> {
  try {
    return await show(view);
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || !refusals.has(error.data.error)) throw error;
    return show(withoutValues(view, say().notShownFilledIn));
  }
}

/**
 * The view with empty fields and their values as text above, for copying. Coloured boxes, which some clients lack,
 * become paragraphs.
 */
function withoutValues(view: ModalView, notShown: string): ModalView {
  const fields = view.blocks.map(emptied);
  const lines = fields.flatMap(({ line }) => line ?? []);
  const said = lines.length > 0 ? [alert('warning', notShown), ...listed(lines)] : [];
  const blocks = [...said, ...fields.map(({ block }) => block)].map(withoutColour);
  return { ...view, blocks };
}

function emptied(block: Block | KnownBlock): { block: Block | KnownBlock; line?: string } {
  if (!isInput(block)) return { block };
  const kept = Object.entries(block.element).filter(([key]) => !key.startsWith('initial_'));
  const shown = Object.entries(block.element).flatMap(([key, value]) =>
    key.startsWith('initial_') ? shownValues(value) : [],
  );
  // Still a valid element: only optional properties were removed.
  const element = Object.fromEntries(kept) as unknown;
  const empty = { ...block, element: element as InputBlock['element'] };
  return shown.length === 0
    ? { block: empty }
    : { block: empty, line: `${block.label.text}: ${shown.join(', ')}` };
}

function isInput(block: Block | KnownBlock): block is InputBlock {
  return block.type === 'input';
}

const Shown = z.union([
  z.string().transform((text) => [text]),
  z.object({ text: z.object({ text: z.string() }) }).transform(({ text }) => [text.text]),
]);

function shownValues(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => Shown.safeParse(one).data ?? []);
}

const Alert = z.object({ type: z.literal('alert'), text: z.object({ text: z.string() }) });

function withoutColour(block: Block | KnownBlock): Block | KnownBlock {
  const alerted = Alert.safeParse(block).data;
  if (!alerted) return block;
  return { ...paragraph(alerted.text.text), ...(block.block_id && { block_id: block.block_id }) };
}
