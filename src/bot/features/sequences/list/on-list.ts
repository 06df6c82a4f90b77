import type { ModalView } from '@slack/types';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { alert } from '../../../slack/views/blocks.ts';
import type { SequencesApi, SequencesDeps } from '../deps.ts';
import { pageIn } from '../ids.ts';
import { say } from '../messages.ts';
import { showRead } from '../show-read.ts';
import { listPage } from './list-page.ts';

/** Handles "Sequences" and the list's paging buttons. */
export function openList(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const page = pageIn(args.action.value);
    const read = async () => listPage(await deps.additions.sequences(), { page });
    await showRead(args, read, deps);
  };
}

/** The list, with a note that the requested sequence no longer exists. */
export async function goneList(api: Pick<SequencesApi, 'sequences'>): Promise<ModalView> {
  const said = alert('warning', say().list.gone);
  return listPage(await api.sequences(), { said });
}
