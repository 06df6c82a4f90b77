import { useEffect } from 'preact/hooks';
import type { Screen, ScreenChannel, ScreenMessage } from '../../screen.ts';
import { fetchScreen } from './api.ts';
import { read, useStored } from './use-stored.ts';

/** Up to which timestamp each channel has been read, by channel id. */
export type ReadMarks = Readonly<Record<string, string>>;

/** The messages that this person has not seen yet; their own are never news. */
export function unreadIn(channel: ScreenChannel, marks: ReadMarks, personId: string): ScreenMessage[] {
  const mark = marks[channel.id] ?? '';
  return channel.messages.filter(({ ts, from }) => ts > mark && from.id !== personId);
}

/** Messages that call this person, by name or with everybody. */
export function callsFor(messages: readonly ScreenMessage[], personId: string): number {
  const calls = new Set([personId, 'channel', 'here', 'everyone']);
  return messages.filter(({ mentions }) => mentions.some((one) => calls.has(one))).length;
}

function nameFor(personId: string): string {
  return `read:${personId}`;
}

/** How many messages somebody else would find that are for them: those with the app, and those that call them. */
export async function newsFor(personId: string): Promise<number> {
  const screen = await fetchScreen(personId);
  if (!screen) return 0;
  const marks = read<ReadMarks>(nameFor(personId)) ?? {};
  const calls = screen.channels.map((channel) => callsFor(unreadIn(channel, marks, personId), personId));
  return calls.reduce((sum, one) => sum + one, unreadIn(screen.app, marks, personId).length);
}

/** What this person has read; what is open before them counts as read. */
export function useReadMarks(screen: Screen, spot: string): ReadMarks {
  const [marks, setMarks] = useStored<ReadMarks>(nameFor(screen.person.id), {});
  const open = spot === 'app/messages' ? screen.app : screen.channels.find(({ id }) => id === spot);
  const last = open?.messages.at(-1)?.ts;
  useEffect(() => {
    if (open && last !== undefined) setMarks((known) => ({ ...known, [open.id]: last }));
  }, [open?.id, last]);
  return marks;
}
