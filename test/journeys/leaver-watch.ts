import { z } from 'zod';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** Something that Slack was given, and who could read it there. */
export interface Told {
  /** A channel's or person's id; undefined where nobody can tell. */
  to: string | undefined;
  /** What it was: a call's name, `answer` or `stored`. */
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

/** Everything that the app said in Slack: messages, windows and Homes, and answers to what people did. */
export function toldIn(sandbox: Watched, channelIds: readonly string[]): Told[] {
  /** Whose a trigger, a window or a direct message is. */
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
    // The menus offer every employee to whoever may open the form: that says nothing of anybody.
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

/** Names, titles, comments and what is in them: a name before anybody knows whose it will be, the rest by its readers. */
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

/** A calendar file as it reads: long lines are written in several, and some characters with another before them. */
function unfolded(content: string): string {
  return content.replace(/\r?\n[ \t]/g, '').replace(/\\([\\;,])/g, '$1');
}

/** A channel; of a direct conversation the person. */
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

/** Says that somebody leaves, by name: words that Frontdesk uses of nothing else. */
const leaving =
  /offboarding of (?!somebody)\S|last day of \S|last day: \S|Offboarding: \S|\S leaves\b|Leaving this week|Slack account of \S/i;

/** What says of somebody that they leave where that is not to be said. */
export function leaksIn(told: readonly Told[], mayRead: (id: string) => boolean): Told[] {
  return told.filter(({ to, text }) => leaving.test(text) && !(to !== undefined && mayRead(to)));
}
