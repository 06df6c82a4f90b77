import { useEffect } from 'preact/hooks';
import type { Screen, ScreenChannel, ScreenMessage } from '../../screen.ts';
import { useStored } from './use-stored.ts';

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

/** What this person has read; what is open before them counts as read. */
export function useReadMarks(screen: Screen, spot: string): ReadMarks {
  const [marks, setMarks] = useStored<ReadMarks>(`read:${screen.person.id}`, {});
  const open = spot === 'app/messages' ? screen.app : screen.channels.find(({ id }) => id === spot);
  const last = open?.messages.at(-1)?.ts;
  useEffect(() => {
    if (open && last !== undefined) setMarks((known) => ({ ...known, [open.id]: last }));
  }, [open?.id, last]);
  return marks;
}
