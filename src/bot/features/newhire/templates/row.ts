import type { Button, KnownBlock } from '@slack/types';
import { note, plain } from '../../../slack/views/blocks.ts';
import { option } from '../../../slack/views/inputs.ts';
import type { Template } from '../../../storage/templates.ts';
import { mostButtons, templateActions, templatesRow, useIds } from './ids.ts';
import { say } from './messages.ts';

/** The form's templates: a button each, or a menu if there are too many. */
export function templatesBlocks(templates: readonly Template[]): KnownBlock[] {
  if (templates.length === 0) return [];
  const { start, choose } = say();
  const asButtons = templates.map(
    ({ id, name }, index): Button => ({
      type: 'button',
      action_id: useIds[index] ?? '',
      text: plain(name, 75),
      value: id,
    }),
  );
  const asMenu = {
    type: 'static_select',
    action_id: templateActions.choose,
    placeholder: plain(choose),
    options: templates.map(({ id, name }) => option(name, id)),
  } as const;
  return [
    { ...note(start), block_id: templatesRow.note },
    {
      type: 'actions',
      block_id: templatesRow.buttons,
      elements: templates.length > mostButtons ? [asMenu] : asButtons,
    },
  ];
}
