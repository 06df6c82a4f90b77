import type { SlashCommand } from '../../app/manifest.ts';
import { postResponse } from '../../interactivity/response-message.ts';
import type { Outcome } from '../../verbs.ts';
import type { Channel } from '../../workspace/channels.ts';
import type { Client } from '../client.ts';
import { escapedCommandText } from '../messages/typed-text.ts';
import type { Notices } from '../notices.ts';
import { type Handler, type HandlerParts, refused } from '../perform.ts';
import { sentences } from '../sentences.ts';
import { invite, inviteCommand } from './invite.ts';

type Parts = Pick<HandlerParts, 'app' | 'workspace' | 'interactions' | 'notices'>;

/** Types a slash command into a channel. */
export function commandHandler(parts: Parts): Handler<'command'> {
  return async (client, verb) => {
    const { name, text } = parseCommand(verb.text);
    const channel = parts.workspace.channels.get(verb.channel);
    if (!channel?.members.has(client.person.id)) return refused('You are not in this channel.');
    if (name === inviteCommand.command) return invite(parts, client, channel, text);
    const known = parts.app.commands.find(({ command }) => command === name);
    if (!known || !parts.app.scopes.has('commands'))
      return refused(sentences.unknownCommand(name || verb.text));
    return send(parts, client, channel, { known, text });
  };
}

/** The app's answer is posted where the command was typed. */
async function send(
  parts: Parts,
  client: Client,
  channel: Channel,
  { known, text }: { known: SlashCommand; text: string },
): Promise<Outcome> {
  const { workspace, interactions, notices } = parts;
  const { command, should_escape: escapes } = known;
  const typed = { command, text: escapes ? escapedCommandText(workspace, text) : text };
  const answer = await interactions.command(client.person, channel, typed);
  if (!answer.ok) return failed(notices, client, command, answer.reason);
  if (answer.body === undefined) return { outcome: 'done' };
  const target = { channel: channel.id, personId: client.person.id };
  const problem = postResponse(parts, target, asMessage(answer.body));
  return problem ? failed(notices, client, command, problem) : { outcome: 'done' };
}

function parseCommand(typed: string): { name: string; text: string } {
  const [, name = '', text = ''] = /^(\/\S*)\s*([\s\S]*)$/.exec(typed.trim()) ?? [];
  return { name, text };
}

/** An answer is a message, or the bare text of one. */
function asMessage(body: unknown): unknown {
  return typeof body === 'string' ? { text: body } : body;
}

function failed(notices: Notices, client: Client, name: string, reason: string): Outcome {
  const silent = reason.startsWith('no answer') || reason.includes('reached');
  const text = silent ? sentences.commandFailed(name) : sentences.commandRefused(name);
  notices.add(client, 'error', text);
  return { outcome: 'no response', text };
}
