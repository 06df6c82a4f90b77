import { postAnswer } from '../../interactivity/response-message.ts';
import { commandPayload } from '../../payloads/command.ts';
import type { Slack } from '../../slack.ts';
import type { Outcome } from '../../verbs.ts';
import type { Client } from '../client.ts';
import { escapedCommandText } from '../messages/typed-text.ts';
import { notify, words } from '../sentences.ts';
import { invite, inviteCommand } from './invite.ts';

/** Types a slash command into a channel. */
export async function command(
  slack: Slack,
  client: Client,
  verb: { text: string; channel: string },
): Promise<Outcome> {
  const [, name = '', text = ''] = /^(\/\S*)\s*([\s\S]*)$/.exec(verb.text.trim()) ?? [];
  const known = slack.app.commands.find(({ command }) => command === name);
  const channel = slack.workspace.channels.get(verb.channel);
  if (!channel?.members.has(client.person.id)) return refused('You are not in this channel.');
  if (name === inviteCommand.command) return invite(slack, client, channel, text);
  if (!known || !slack.app.scopes.has('commands')) return refused(words.unknownCommand(name || verb.text));
  const typed = { command: name, text: known.should_escape ? escapedCommandText(slack, text) : text };
  const answer = await slack.delivery.deliver(commandPayload(slack, client.person, channel, typed));
  if (!answer.ok) return failed(slack, client, name, answer.reason);
  if (answer.body === undefined) return { outcome: 'done' };
  const target = { channel: channel.id, personId: client.person.id };
  const problem = postAnswer(slack, target, asMessage(answer.body));
  return problem ? failed(slack, client, name, problem) : { outcome: 'done' };
}

/** An answer is a message, or the bare text of one. */
function asMessage(body: unknown): unknown {
  return typeof body === 'string' ? { text: body } : body;
}

function refused(text: string): Outcome {
  return { outcome: 'refused', text };
}

function failed(slack: Slack, client: Client, name: string, reason: string): Outcome {
  const silent = reason.startsWith('no answer') || reason.includes('reached');
  const text = silent ? words.commandFailed(name) : words.commandRefused(name);
  notify(slack, client, 'error', text);
  return { outcome: 'no response', text };
}
