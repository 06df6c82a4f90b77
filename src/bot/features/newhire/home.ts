import type { Feature, HomePart, Viewer } from '../../feature.ts';
import { header, note, plain } from '../../slack/views/blocks.ts';
import type { NewHireDeps } from './deps.ts';
import { draftBlocks } from './drafts/draft-notice.ts';
import { say as sayDrafts } from './drafts/messages.ts';
import { actions } from './form/fields.ts';
import { say } from './messages.ts';
import { say as sayTemplates } from './templates/messages.ts';
import { templatesWindow } from './templates/windows.ts';

/** Drafts shown in App Home, two blocks each. */
const shown = 5;

export async function homePart(
  viewer: Viewer,
  { drafts, commands }: Pick<NewHireDeps, 'drafts' | 'commands'>,
  elsewhere: Pick<Feature, 'home'>,
): Promise<HomePart> {
  const { userId, role } = viewer;
  if (role !== 'hr') return {};
  const addedElsewhere = await elsewhere.home?.(viewer);
  const templates = sayTemplates(),
    sentences = sayDrafts(),
    { titles } = say();
  const own = await drafts.list(userId, shown + 1);
  return {
    buttons: [
      { type: 'button', style: 'primary', action_id: actions.open, text: plain(titles.form) },
      templatesWindow.button({}, { text: templates.manage }),
    ],
    blocks: [
      ...(addedElsewhere?.blocks ?? []),
      ...(own.length > 0 ? [header(sentences.title), ...draftBlocks(own.slice(0, shown))] : []),
      ...(own.length > shown ? [note(sentences.older(commands.newhire))] : []),
    ],
  };
}
