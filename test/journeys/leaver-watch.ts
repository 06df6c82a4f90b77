import { z } from 'zod';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export interface Told {
  /** ID of a channel or person; undefined if unknown. */
  to: string | undefined;
  how: string;
  text: string;
}

const Body = z.looseObject({
  trigger_id: z.string().optional(),
  user_id: z.string().optional(),
  user: z.looseObject({ id: z.string() }).optional(),
  view: z.looseObject({ id: z.string() }).nullish(),
});
const Answered = z.looseObject({
  channel: z.string().optional(),
  view: z.looseObject({ id: z.string() }).optional(),
});
const Args = z.looseObject({
  channel: z.string().optional(),
  user: z.string().optional(),
  user_id: z.string().optional(),
  trigger_id: z.string().optional(),
  view_id: z.string().optional(),
});

export type Watched = Pick<Sandbox, 'calls' | 'deliveries' | 'files' | 'messages'>;

export function toldIn(sandbox: Watched, channelIds: readonly string[]): Told[] {
  /** Person by the ID of a trigger, view or direct conversation. */
  const whose = new Map<string, string>();
  return [
    ...answersIn(sandbox, whose),
    ...callsIn(sandbox, whose),
    ...filesIn(sandbox),
    ...storedIn(sandbox, channelIds),
  ];
}

function answersIn({ deliveries }: Watched, whose: Map<string, string>): Told[] {
  return deliveries().flatMap(({ name, body, answer }) => {
    const { trigger_id, user, user_id, view } = Body.parse(body);
    const person = user?.id ?? user_id;
    for (const id of [trigger_id, view?.id]) if (id && person) whose.set(id, person);
    // The menus list all employees for everyone who may open the form, so they reveal nothing.
    if (!answer || name === 'block_suggestion') return [];
    return [{ to: person, how: 'answer', text: JSON.stringify(answer) }];
  });
}

function callsIn({ calls }: Watched, whose: Map<string, string>): Told[] {
  const said = calls().filter(({ method }) => /^(chat\.(post|update)|views\.)/.test(method));
  return said.map(({ method, args: given, answer }) => {
    const args = Args.parse(given);
    const { channel, view } = Answered.parse(answer ?? {});
    const to = readerOf(args, whose);
    for (const id of [args.channel?.startsWith('U') ? channel : undefined, view?.id])
      if (id && to) whose.set(id, to);
    return { to, how: method, text: JSON.stringify(given) };
  });
}

function readerOf(args: z.infer<typeof Args>, whose: ReadonlyMap<string, string>): string | undefined {
  const { user, user_id, channel, trigger_id, view_id } = args;
  const known = [channel, trigger_id, view_id].map((id) => whose.get(id ?? ''));
  return [user, user_id, ...known, channel].find((id) => id !== undefined);
}

function filesIn({ calls, files, messages }: Watched): Told[] {
  const named = calls('files.getUploadURLExternal').map(({ method, args }) => ({
    to: undefined,
    how: method,
    text: JSON.stringify(args),
  }));
  const shared = files().flatMap(({ id, name, title, content, channels }) =>
    channels.flatMap((channel) => {
      const comments = messages(channel)
        .filter((message) => message.files?.some((file) => file.id === id))
        .map(({ text }) => text);
      const text = unfolded(content.toString());
      return [{ to: readerIn(channel), how: 'file', text: [name, title, ...comments, text].join('\n') }];
    }),
  );
  return [...named, ...shared];
}

/** Undoes the line folding and escaping of iCalendar (RFC 5545, 3.1 and 3.3.11). */
function unfolded(content: string): string {
  return content.replace(/\r?\n[ \t]/g, '').replace(/\\([\\;,])/g, '$1');
}

/** ID of the channel, or of the person in a direct conversation. */
function readerIn(channel: string): string {
  return channel.startsWith('D') ? `U${channel.slice(1)}` : channel;
}

function storedIn({ messages }: Watched, channelIds: readonly string[]): Told[] {
  return channelIds.flatMap((id) =>
    messages(id).map(({ onlyFor, text, blocks }) => ({
      to: onlyFor ?? id,
      how: 'stored',
      text: JSON.stringify({ text, blocks }),
    })),
  );
}

/** Phrases that Frontdesk uses only about leavers, followed by a name. */
const leaving =
  /\S’s (?:offboarding|last day)|last day of \S|last day: \S|Offboarding: \S|\S leaves\b|Leaving this week|Slack account of \S/i;

/** Texts that name a leaver to readers who may not know. */
export function leaksIn(told: readonly Told[], mayRead: (id: string) => boolean): Told[] {
  return told.filter(({ to, text }) => leaving.test(text) && !(to !== undefined && mayRead(to)));
}
