import { z } from 'zod';
import { inSlacksWords } from '../block-kit/check.ts';
import { readMessageBlocks } from '../block-kit/message.ts';
import type { Slack } from '../slack.ts';
import type { Channel, Message } from '../workspace/channels.ts';
import type { ResponseTarget } from './response-urls.ts';

/** What an app may send as the answer to a command or to a `response_url`. */
const AnswerMessage = z.object({
  response_type: z.enum(['ephemeral', 'in_channel']).optional().catch(undefined),
  text: z.string().optional(),
  blocks: z.array(z.unknown()).optional(),
  mrkdwn: z.boolean().default(true),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});
type AnswerMessage = z.infer<typeof AnswerMessage>;

/** Does what the answer says; tells what is wrong with it, in Slack's words, if something is. */
export function postAnswer(slack: Slack, target: ResponseTarget, body: unknown): string | undefined {
  const read = AnswerMessage.safeParse(body);
  const channel = slack.workspace.channels.get(target.channel);
  if (!read.success || !channel) return 'invalid_payload';
  const original = channel.messages.find(({ ts }) => ts === target.ts);
  if (read.data.delete_original) return remove(slack, original);
  const blocks = readMessageBlocks(read.data.blocks ?? []);
  if ('problems' in blocks) return `invalid_blocks: ${inSlacksWords(blocks.problems).join(', ')}`;
  if (!read.data.text && blocks.blocks.length === 0) return 'no_text';
  const content = { text: read.data.text ?? '', blocks: blocks.blocks, isMrkdwn: read.data.mrkdwn };
  if (read.data.replace_original && original) slack.workspace.edit(original, content);
  else post(slack, channel, target, content, read.data);
  return undefined;
}

function remove(slack: Slack, original: Message | undefined): string | undefined {
  if (!original) return 'message_not_found';
  slack.workspace.remove(original);
  return undefined;
}

function post(
  slack: Slack,
  channel: Channel,
  target: ResponseTarget,
  content: Pick<Message, 'text' | 'blocks' | 'isMrkdwn'>,
  answer: AnswerMessage,
): void {
  slack.workspace.post(channel, {
    ...content,
    from: appSender(slack),
    ...(answer.response_type !== 'in_channel' && { onlyFor: target.personId }),
    ...(answer.thread_ts && { threadTs: answer.thread_ts }),
  });
}

export function appSender(slack: Slack): Message['from'] {
  return { id: slack.app.botUserId, name: slack.app.botName, isApp: true };
}
