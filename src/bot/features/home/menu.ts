import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { By } from '../../slack/button.ts';
import { modal } from '../../slack/modal.ts';
import { note } from '../../slack/views/blocks.ts';
import { menuId } from '../../slack/window.ts';
import { say } from './messages.ts';
import type { HomeViewServices } from './services.ts';

/** Behind "Settings": the features' rows, with buttons to their pages. For managers it is the help. */
export const menuWindow = modal({
  id: menuId,
  role: 'managers',
  metadata: z.object({}),
  async facts({ features, version, viewer }: By<HomeViewServices>) {
    const rows: KnownBlock[] = [];
    for (const { settings } of features) rows.push(...((await settings?.(viewer)) ?? []));
    const { settings, help } = say().buttons;
    return { rows: [...rows, note(say().foot(version))], title: viewer.role === 'hr' ? settings : help };
  },
  title: ({ title }) => title,
  open: ({ rows }) => ({ above: rows }),
});
