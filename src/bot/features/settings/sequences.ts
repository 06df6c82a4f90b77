import type { ModalView } from '@slack/types';
import { SequenceKind } from '../../../contract/sequence.ts';
import { commonLanguage, type Language } from '../../../language.ts';
import type { FormArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import type { SettingsDeps } from './deps.ts';
import { nameOf, sequenceFields } from './fields.ts';
import { settingsForm } from './form.ts';
import { savedPage } from './saved.ts';
import { words } from './words.ts';

/** Sequences per form: Slack allows 100 blocks. */
const atOnce = 50;

/** Form for sequences whose kind the service doesn't report. */
export function sequencesForm(deps: SettingsDeps, language: Language): ModalView {
  const { all, intro } = words[language].sequences;
  const unsorted = deps.directory.unsorted().slice(0, atOnce);
  if (unsorted.length === 0) return settingsForm('sequences', [paragraph(all)], language);
  const fields = sequenceFields(unsorted, language).blocks({}, undefined);
  return settingsForm('sequences', [paragraph(intro), ...fields], language);
}

export function receiveSequences(deps: SettingsDeps) {
  return async ({ ack, view, body, context }: FormArgs) => {
    const language = languageIn(context);
    const { all, unsorted: someUnsorted } = words[language].sequences;
    const unsorted = deps.directory.unsorted();
    const chosen = sequenceFields(unsorted, commonLanguage).read(view.state.values);
    let left = unsorted.length;
    for (const sequence of unsorted) {
      const kind = SequenceKind.safeParse(chosen[nameOf(sequence)]);
      if (!kind.success) continue;
      await deps.kinds.sort(sequence, kind.data, body.user.id);
      left -= 1;
    }
    const lines = [left > 0 ? someUnsorted(left) : all];
    await ack({ response_action: 'update', view: savedPage('sequences', lines, language) });
    await deps.directory.refresh();
    deps.changes.tell();
  };
}
