import type { AlertBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { say as saySlack } from '../../../slack/messages.ts';
import { paragraph, plain } from '../../../slack/views/blocks.ts';
import { type MakeValues, makeForms, renameForms, views } from '../fields.ts';
import { say as saySequences } from '../messages.ts';

export const MakeMetadata = z.object({
  /** Idempotency key: the form creates one sequence, even if sent twice. */
  key: z.string(),
  /** The sequence to copy, as it was when the form was opened. */
  copied: z.object({ id: z.int(), name: z.string(), tasks: z.int() }).nullable(),
});
export type MakeMetadata = z.infer<typeof MakeMetadata>;

interface Shown<Values> {
  values: Values;
  said?: AlertBlock | undefined;
}

export function makePage(metadata: MakeMetadata, { values, said }: Shown<MakeValues>): ModalView {
  const { titles, make, taskCount } = saySequences();
  const { copied } = metadata;
  return {
    type: 'modal',
    callback_id: views.make,
    private_metadata: JSON.stringify(metadata),
    title: plain(copied ? titles.copy : titles.make),
    submit: plain(make.submit),
    close: plain(saySlack().cancel),
    blocks: [
      ...(said ? [said] : []),
      ...(copied ? [paragraph(make.copies(copied.name, taskCount(copied.tasks)))] : []),
      ...makeForms().blocks(values, undefined),
    ],
  };
}

/** `seen` is the sequence's version when the form was opened. */
export const RenameMetadata = z.object({ id: z.int(), seen: z.int() });
type RenameMetadata = z.infer<typeof RenameMetadata>;

export function renamePage(
  metadata: RenameMetadata,
  { values, said }: Shown<Pick<MakeValues, 'name'>>,
): ModalView {
  const { titles, make } = saySequences();
  return {
    type: 'modal',
    callback_id: views.rename,
    private_metadata: JSON.stringify(metadata),
    title: plain(titles.rename),
    submit: plain(make.submit),
    close: plain(saySlack().cancel),
    blocks: [...(said ? [said] : []), ...renameForms().blocks(values, undefined)],
  };
}
