import { postResponse } from '../../interactivity/response-message.ts';
import type { Channel } from '../../workspace/channels.ts';
import type { Client } from '../client.ts';
import { escapedCommandText } from '../messages/typed-text.ts';
import { done, type HandlerParts, refused, type VerbOf } from '../perform.ts';
import { sentences } from '../sentences.ts';
import { invite, inviteCommand } from './invite.ts';

type Parts = Pick<HandlerParts, 'app' | 'workspace' | 'interactions' | 'notices'>;

/** Runs a slash command in a channel. */
export async function command(parts: Parts, client: Client, verb: VerbOf<'command'>) {
  const { app, workspace, interactions, notices } = parts;
  const { name, text } = parseCommand(verb.text);
  const channel = workspace.channels.get(verb.channel);
  if (!channel?.members.has(client.person.id)) return refused('You are not in this channel.');
  if (name === inviteCommand.command) return invite(parts, client, channel, text);
  const known = app.commands.find(({ command }) => command === name);
  if (!known || !app.scopes.has('commands')) return refused(sentences.unknownCommand(name || verb.text));
  const typed = known.should_escape ? escapedCommandText(workspace, text) : text;
  const answer = await interactions.command(client.person, channel, { command: name, text: typed });
  const problem = answer.ok ? post(parts, client, channel, answer.body) : answer.reason;
  return problem ? notices.failed(client, failure(name, problem)) : done;
}

function post(parts: Parts, { person }: Client, { id: channel }: Channel, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const message = typeof body === 'string' ? { text: body } : body;
  return postResponse(parts, { channel, personId: person.id }, message);
}

function parseCommand(typed: string): { name: string; text: string } {
  const [, name = '', text = ''] = /^(\/\S*)\s*([\s\S]*)$/.exec(typed.trim()) ?? [];
  return { name, text };
}

function failure(name: string, reason: string): string {
  const silent = reason.startsWith('no answer') || reason.includes('reached');
  return silent ? sentences.commandFailed(name) : sentences.commandRefused(name);
}
