import type { Button, KnownBlock } from '@slack/types';
import type { HomePart, Viewer } from '../../feature.ts';
import type { AsideCount } from '../../ledger/requests/set-aside.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import { header, paragraph, plain } from '../../slack/views/blocks.ts';
import { openView } from '../../slack/views/open-view.ts';
import { say } from './messages.ts';
import { actions } from './outgoing.ts';
import type { AttentionDeps } from './question-message.ts';

export async function asidePart({ role }: Viewer, { ledger }: AttentionDeps): Promise<HomePart> {
  if (role !== 'hr') return {};
  const aside = await ledger.aside.count();
  const { open, ended, messages } = aside.counts;
  if (open + ended + messages === 0) return {};
  const { title, tryAgain } = say().aside;
  const again: Button = { type: 'button', action_id: actions.takeUp, text: plain(tryAgain) };
  const buttons = [again, ...aside.open.map((id) => discardButton(id))];
  const rows = buttons.map((button) => ({ type: 'actions' as const, elements: [button] }));
  return { blocks: [header(title), ...linesOf(aside), ...rows] };
}

function linesOf({ open, counts }: AsideCount): KnownBlock[] {
  const { aside } = say();
  const lines = [
    ...(counts.open > 0 ? [aside.open(counts.open, open)] : []),
    ...(counts.messages > 0 ? [aside.messages(counts.messages)] : []),
    ...(counts.ended > 0 ? [aside.ended(counts.ended)] : []),
    aside.whatToDo,
  ];
  return lines.map((line) => paragraph(line));
}

function discardButton(id: string): Button {
  const { confirm, discard: label } = say().aside;
  const { title, text, yes, no } = confirm;
  return {
    type: 'button',
    action_id: actions.discard,
    text: plain(label(id)),
    value: id,
    confirm: { title: plain(title), text: plain(text), confirm: plain(yes), deny: plain(no) },
  };
}

export function takeUp({ ledger }: AttentionDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    if ((await ledger.aside.takeUp(args.body.user.id)) > 0) return;
    const { title, stillUnreadable } = say().aside;
    await openView(args, noticeView(title, stillUnreadable));
  };
}

export function discard({ ledger }: AttentionDeps) {
  return async ({ ack, body, action }: ButtonArgs) => {
    await ack();
    await ledger.aside.discard(action.value ?? '', body.user.id);
  };
}
