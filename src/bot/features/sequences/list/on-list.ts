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

/** Handles "Sequences" and the list's paging buttons. */
export function openList(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const language = languageIn(args.context);
    const page = pageIn(args.action.value);
    const read = async () => listPage(await deps.additions.sequences(), { language, page });
    await showRead(args, read, deps);
  };
}

/** The list, with a note that the requested sequence no longer exists. */
export async function goneList(api: Pick<SequencesApi, 'sequences'>, language: Language): Promise<ModalView> {
  const said = alert('warning', words[language].list.gone);
  return listPage(await api.sequences(), { language, said });
}
