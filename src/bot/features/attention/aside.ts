import type { Button, KnownBlock } from '@slack/types';
import type { HomePart, Viewer } from '../../feature.ts';
import type { AsideCount } from '../../ledger/requests/set-aside.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../slack/incoming/args.ts';
import { header, paragraph, plain } from '../../slack/views/blocks.ts';
import { openView } from '../../slack/views/open-view.ts';
import type { AttentionDeps } from './deps.ts';
import { actions } from './fields.ts';
import { aside as words } from './messages.ts';

type AsideDeps = Pick<AttentionDeps, 'ledger'>;

/** What cannot be read, for HR: how much it is, and what to do. Nothing of its contents. */
export async function asidePart({ role }: Viewer, { ledger }: AsideDeps): Promise<HomePart> {
  if (role !== 'hr') return {};
  const aside = await ledger.aside.count();
  const { open, ended, messages } = aside.counts;
  if (open + ended + messages === 0) return {};
  return { blocks: [header(words.title), ...linesOf(aside), tryAgain(), ...aside.open.map(discardRow)] };
}

function linesOf({ open, counts }: AsideCount): KnownBlock[] {
  const lines = [
    ...(counts.open > 0 ? [words.open(counts.open, open)] : []),
    ...(counts.messages > 0 ? [words.messages(counts.messages)] : []),
    ...(counts.ended > 0 ? [words.ended(counts.ended)] : []),
    words.whatToDo,
  ];
  return lines.map((line) => paragraph(line));
}

function tryAgain(): KnownBlock {
  const button: Button = { type: 'button', action_id: actions.takeUp, text: plain(words.tryAgain) };
  return { type: 'actions', elements: [button] };
}

function discardRow(id: string): KnownBlock {
  const { title, text, yes, no } = words.confirm;
  const button: Button = {
    type: 'button',
    action_id: actions.discard,
    text: plain(words.discard(id)),
    value: id,
    confirm: { title: plain(title), text: plain(text), confirm: plain(yes), deny: plain(no) },
  };
  return { type: 'actions', elements: [button] };
}

/** The tab follows by itself; what could not be read again is said. */
export function takeUp({ ledger }: AsideDeps) {
  return async ({ ack, body, client }: ButtonArgs) => {
    await ack();
    const taken = await ledger.aside.takeUp(body.user.id);
    if (taken === 0) await openView(client, body.trigger_id, noticeView(words.title, words.stillUnreadable));
  };
}

export function discard({ ledger }: AsideDeps) {
  return async ({ ack, body, action }: ButtonArgs) => {
    await ack();
    await ledger.aside.discard(action.value ?? '', body.user.id);
  };
}
