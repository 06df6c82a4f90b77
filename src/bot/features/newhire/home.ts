import type { HomePart, Viewer } from '../../feature.ts';
import { header, note, plain } from '../../slack/views/blocks.ts';
import type { NewHireDeps } from './deps.ts';
import { draftBlocks } from './drafts/draft-list.ts';
import { drafts as words } from './drafts/messages.ts';
import { actions } from './form/ids.ts';
import { titles } from './messages.ts';

/** How many drafts App Home shows, two blocks each. */
const shown = 5;

/** The way into the form, and what was put aside. Only HR adds people. */
export async function homePart(
  { userId, role }: Viewer,
  { drafts, commands }: Pick<NewHireDeps, 'drafts' | 'commands'>,
): Promise<HomePart> {
  if (role !== 'hr') return {};
  const own = await drafts.list(userId, shown + 1);
  return {
    buttons: [{ type: 'button', style: 'primary', action_id: actions.open, text: plain(titles.form) }],
    blocks: [
      ...(own.length > 0 ? [header(words.title), ...draftBlocks(own.slice(0, shown))] : []),
      ...(own.length > shown ? [note(words.older(commands.newhire))] : []),
    ],
  };
}
