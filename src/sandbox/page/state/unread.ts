import { useEffect } from 'preact/hooks';
import type { Screen, ScreenChannel, ScreenMessage } from '../../screen.ts';
import { get } from './api.ts';
import { read, useStored } from './use-stored.ts';

/** Timestamp of the last message read, by channel id. */
export type ReadMarks = Readonly<Record<string, string>>;

/** Unread messages; a person's own never count. */
export function unreadIn(channel: ScreenChannel, marks: ReadMarks, personId: string): ScreenMessage[] {
  const mark = marks[channel.id] ?? '';
  return channel.messages.filter(({ ts, from }) => ts > mark && from.id !== personId);
}

/** Number of messages that mention this person, by name or with a broadcast. */
export function callsFor(messages: readonly ScreenMessage[], personId: string): number {
  const calls = new Set([personId, 'channel', 'here', 'everyone']);
  return messages.filter(({ mentions }) => mentions.some((one) => calls.has(one))).length;
}

function nameFor(personId: string): string {
  return `read:${personId}`;
}

/** Number of unread messages for another person: all direct messages with the app, and mentions in channels. */
export async function newsFor(personId: string): Promise<number> {
  const screen = await get<Screen>(`/sandbox/people/${personId}/screen`);
  if (!screen) return 0;
  const marks = read<ReadMarks>(nameFor(personId)) ?? {};
  const calls = screen.channels.map((channel) => callsFor(unreadIn(channel, marks, personId), personId));
  return calls.reduce((sum, one) => sum + one, unreadIn(screen.app, marks, personId).length);
}

/** Read marks of a person; the open conversation counts as read. */
export function useReadMarks(screen: Screen, spot: string): ReadMarks {
  const [marks, setMarks] = useStored<ReadMarks>(nameFor(screen.person.id), {});
  const open = spot === 'app/messages' ? screen.app : screen.channels.find(({ id }) => id === spot);
  const last = open?.messages.at(-1)?.ts;
  useEffect(() => {
    if (open && last !== undefined) setMarks((known) => ({ ...known, [open.id]: last }));
  }, [open?.id, last]);
  return marks;
}
