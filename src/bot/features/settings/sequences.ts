import { z } from 'zod';
import { SequenceKind } from '../../../contract/sequence.ts';
import type { Changes } from '../../changes.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { outcomePage } from '../../requests/result-views.ts';
import { type Field, selectField } from '../../slack/forms/field.ts';
import { type ModalServices, modal } from '../../slack/modal.ts';
import { alert, paragraph } from '../../slack/views/blocks.ts';
import { option } from '../../slack/views/view.ts';
import type { SequenceKinds } from '../../storage/sequence-kinds.ts';
import { say } from './messages.ts';

export interface SequencesServices extends ModalServices {
  directory: Pick<Directory, 'unsorted' | 'refresh'>;
  kinds: Pick<SequenceKinds, 'sort'>;
  changes: Pick<Changes, 'tell'>;
}

/** Sequences per page: Slack allows 100 blocks. */
const atOnce = 50;

const fieldOf = ({ id }: { id: number }) => `sequence_${id}`;

/** Kinds of the sequences whose kind the service doesn't report. */
export const sequencesPage = modal({
  id: 'settings_sequences',
  role: 'hr',
  metadata: z.object({}),
  facts: async ({ directory }: SequencesServices) => ({ unsorted: directory.unsorted().slice(0, atOnce) }),
  title: () => say().formTitles.sequences,
  fields({ unsorted }): Record<string, Field<string, undefined>> {
    const names = say().sequences.kinds;
    const entries = () => SequenceKind.options.map((kind) => option(names[kind], kind));
    return Object.fromEntries(
      unsorted.map((one) => [fieldOf(one), selectField({ label: one.name, entries })]),
    );
  },
  open({ unsorted }) {
    const { all, intro } = say().sequences;
    return { above: [paragraph(unsorted.length > 0 ? intro : all)] };
  },
  submit: {
    text: ({ unsorted }) => (unsorted.length > 0 ? say().save : undefined),
    async run({ unsorted }, _metadata, values, { directory, kinds, changes, viewer }) {
      const { all, unsorted: someLeft } = say().sequences;
      let left = directory.unsorted().length;
      for (const sequence of unsorted) {
        const kind = SequenceKind.safeParse(values[fieldOf(sequence)]);
        if (!kind.success) continue;
        await kinds.sort(sequence, kind.data, viewer.userId);
        left -= 1;
      }
      // Never rejects.
      void directory.refresh().then(changes.tell);
      const line = left > 0 ? someLeft(left) : all;
      return outcomePage(say().formTitles.sequences, [alert('success', say().saved), paragraph(line)]);
    },
  },
});
