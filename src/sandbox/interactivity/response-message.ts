import { z } from 'zod';
import type { InstalledApp } from '../app/installed-app.ts';
import { inSlacksWords } from '../block-kit/check.ts';
import { readMessageBlocks } from '../block-kit/message.ts';
import type { Message } from '../workspace/channels.ts';
import { appSender } from '../workspace/message-object.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ResponseTarget } from './response-urls.ts';

const AnswerMessage = z.object({
  response_type: z.enum(['ephemeral', 'in_channel']).optional().catch(undefined),
  text: z.string().optional(),
  blocks: z.array(z.unknown()).optional(),
  mrkdwn: z.boolean().default(true),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});

/**
 * Applies the app's answer.
 * @returns the problem in Slack's wording; undefined on success
 */
export function postResponse(
  { app, workspace }: { app: InstalledApp; workspace: Workspace },
  target: ResponseTarget,
  body: unknown,
): string | undefined {
  const read = AnswerMessage.safeParse(body);
  const channel = workspace.channels.get(target.channel);
  if (!read.success || !channel) return 'invalid_payload';
  const { text = '', response_type: type, thread_ts: threadTs, ...answer } = read.data;
  const original = channel.messages.find(({ ts }) => ts === target.ts);
  if (answer.delete_original) return remove(workspace, original);
  const blocks = readMessageBlocks(answer.blocks ?? []);
  if ('problems' in blocks) return `invalid_blocks: ${inSlacksWords(blocks.problems).join(', ')}`;
  if (!text && blocks.blocks.length === 0) return 'no_text';
  const content = { text, blocks: blocks.blocks, isMrkdwn: answer.mrkdwn };
  const onlyFor = type === 'in_channel' ? {} : { onlyFor: target.personId };
  if (answer.replace_original && original) workspace.edit(original, content);
  else
    workspace.post(channel, { ...content, from: appSender(app), ...onlyFor, ...(threadTs && { threadTs }) });
  return undefined;
}

function remove(workspace: Workspace, original: Message | undefined): string | undefined {
  if (!original) return 'message_not_found';
  workspace.remove(original);
  return undefined;
}
