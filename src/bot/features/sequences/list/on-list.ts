import type { ModalView } from '@slack/types';
import type { Language } from '../../../../language.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { alert } from '../../../slack/views/blocks.ts';
import type { SequencesApi, SequencesDeps } from '../deps.ts';
import { pageIn } from '../ids.ts';
import { showRead } from '../show-read.ts';
import { words } from '../words.ts';
import { listPage } from './list-page.ts';

/** "Sequences", wherever the button stands; and another page of the list. */
export function openList(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const language = languageIn(args.context);
    const page = pageIn(args.action.value);
    const read = async () => listPage(await deps.additions.sequences(), { language, page });
    await showRead(args, read, deps);
  };
}

/** The list, where somebody looked for a sequence that is not there any more. */
export async function goneList(api: Pick<SequencesApi, 'sequences'>, language: Language): Promise<ModalView> {
  const said = alert('warning', words[language].list.gone);
  return listPage(await api.sequences(), { language, said });
}
