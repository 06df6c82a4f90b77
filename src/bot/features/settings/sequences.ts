import type { ModalView } from '@slack/types';
import { SequenceKind } from '../../../contract/sequence.ts';
import type { FormArgs } from '../../slack/incoming/listeners.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import type { SettingsDeps } from './deps.ts';
import { nameOf, sequenceFields } from './fields.ts';
import { savedPage, settingsForm } from './form.ts';
import { say } from './messages.ts';

/** Sequences per form: Slack allows 100 blocks. */
const atOnce = 50;

export function sequencesForm(deps: SettingsDeps): ModalView {
  const { all, intro } = say().sequences;
  const unsorted = deps.directory.unsorted().slice(0, atOnce);
  if (unsorted.length === 0) return settingsForm('sequences', [paragraph(all)]);
  const fields = sequenceFields(unsorted).blocks({}, undefined);
  return settingsForm('sequences', [paragraph(intro), ...fields]);
}

export function receiveSequences(deps: SettingsDeps) {
  return async ({ ack, view, body }: FormArgs) => {
    const { all, unsorted: someUnsorted } = say().sequences;
    const unsorted = deps.directory.unsorted();
    const chosen = sequenceFields(unsorted).read(view.state.values);
    let left = unsorted.length;
    for (const sequence of unsorted) {
      const kind = SequenceKind.safeParse(chosen[nameOf(sequence)]);
      if (!kind.success) continue;
      await deps.kinds.sort(sequence, kind.data, body.user.id);
      left -= 1;
    }
    const lines = [left > 0 ? someUnsorted(left) : all];
    await ack({ response_action: 'update', view: savedPage('sequences', lines) });
    await deps.directory.refresh();
    deps.changes.tell();
  };
}
