import type { Button, KnownBlock } from '@slack/types';
import type { SetupEntry } from '../../health/setup-step.ts';
import { cut, fallback, header, mrkdwn, paragraph, plain } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

export function listBlocks(entries: readonly SetupEntry[], isPinned: boolean): KnownBlock[] {
  const { title, progress, complete, asFarAsKnown, buttons } = say();
  const isCertain = entries.every(({ state }) => state !== 'unknown');
  const nothingLeft = isCertain ? complete : asFarAsKnown;
  const done = entries.filter(({ state }) => state === 'done' || state === 'skipped').length;
  const hide: Button = { type: 'button', action_id: actions.hide, text: plain(buttons.hide) };
  return [
    header(title),
    paragraph(isPinned ? nothingLeft : progress(done, entries.length)),
    ...entries.flatMap((entry) => entryBlocks(entry)),
    ...(isPinned ? [{ type: 'actions' as const, elements: [hide] }] : []),
  ];
}

function entryBlocks(entry: SetupEntry): KnownBlock[] {
  const { step, state, text, skippedBy, buttons: ways = [] } = entry;
  const { states, skippedBy: by } = say();
  const how = skippedBy === undefined || state !== 'skipped' ? states[state] : by(`<@${skippedBy}>`);
  const section = mrkdwn(`*${step.title()}* · ${how}\n${fallback(cut(text, 1_000))}`);
  const elements = [...primary(ways, state), ...asideButtons(entry)];
  return elements.length > 0 ? [section, { type: 'actions', elements }] : [section];
}

function primary(ways: readonly Button[], state: SetupEntry['state']): Button[] {
  return ways.map((way, index) =>
    index === 0 && state === 'missing' ? { ...way, style: 'primary' as const } : way,
  );
}

function asideButtons({ step, state }: SetupEntry): Button[] {
  const { skip, putBack, of } = say().buttons;
  if (state === 'done') return [];
  const [action_id, text] = state === 'skipped' ? [actions.putBack, putBack] : [actions.skip, skip];
  const accessibility_label = cut(of(text, step.title()), 75);
  return [{ type: 'button', action_id, text: plain(text), value: step.name, accessibility_label }];
}

export function showRow(): KnownBlock {
  const { show } = say().buttons;
  return {
    type: 'actions',
    elements: [{ type: 'button', action_id: actions.show, text: plain(show) }],
  };
}

export const actions = {
  skip: 'setup_skip',
  putBack: 'setup_put_back',
  show: 'setup_show',
  hide: 'setup_hide',
} as const;
