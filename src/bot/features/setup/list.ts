import type { Button, KnownBlock } from '@slack/types';
import { isOpen, type SetupEntry } from '../../health/setup-step.ts';
import { cut, fallback, header, mrkdwn, paragraph, row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

/** Buttons that skip a step and put it back. */
type Buttons = Record<'skip' | 'putBack', StepButton>;
interface StepButton {
  show(step: { step: string }, text: { text: string; spoken: string }): Button;
}

export function listBlocks(entries: readonly SetupEntry[], buttons: Buttons): KnownBlock[] {
  const { title, progress, complete, asFarAsKnown } = say();
  const isCertain = entries.every(({ state }) => state !== 'unknown');
  const nothingLeft = isCertain ? complete : asFarAsKnown;
  const done = entries.filter(({ state }) => state === 'done' || state === 'skipped').length;
  return [
    header(title),
    paragraph(isOpen(entries) ? progress(done, entries.length) : nothingLeft),
    ...entries.flatMap((entry) => entryBlocks(entry, buttons)),
  ];
}

function entryBlocks(entry: SetupEntry, buttons: Buttons): KnownBlock[] {
  const { step, state, text, skippedBy, buttons: ways = [] } = entry;
  const { states, skippedBy: by } = say();
  const how = skippedBy === undefined || state !== 'skipped' ? states[state] : by(`<@${skippedBy}>`);
  const section = mrkdwn(`*${step.title()}* · ${how}\n${fallback(cut(text, 1_000))}`);
  return [section, ...row(...primary(ways, state), ...asideButtons(entry, buttons))];
}

function primary(ways: readonly Button[], state: SetupEntry['state']): Button[] {
  return ways.map((way, index) =>
    index === 0 && state === 'missing' ? { ...way, style: 'primary' as const } : way,
  );
}

function asideButtons({ step, state }: SetupEntry, buttons: Buttons): Button[] {
  if (state === 'done') return [];
  const which = state === 'skipped' ? 'putBack' : 'skip';
  const { [which]: text, of } = say().buttons;
  return [buttons[which].show({ step: step.name }, { text, spoken: of(text, step.title()) })];
}
