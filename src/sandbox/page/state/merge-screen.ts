import type { ChannelChange, Screen, ScreenChange, ScreenChannel } from '../../screen.ts';

/** Screen after a change; unchanged parts keep their identity. */
export function mergeScreen(screen: Screen, { channels, app, ...parts }: ScreenChange): Screen {
  const before = new Map(screen.channels.map((channel) => [channel.id, channel]));
  return {
    ...screen,
    ...parts,
    channels: channels.map((change) => mergeChannel(before.get(change.id), change)),
    app: mergeChannel(screen.app, app),
  };
}

function mergeChannel(
  before: ScreenChannel | undefined,
  { messages, removed, ...rest }: ChannelChange,
): ScreenChannel {
  const last = before?.messages ?? [];
  if (messages.length === 0 && removed.length === 0) return { ...rest, messages: last };
  const replaced = new Set([...removed, ...messages.map(({ ts }) => ts)]);
  const kept = last.filter(({ ts }) => !replaced.has(ts));
  return { ...rest, messages: [...kept, ...messages].sort((a, b) => (a.ts < b.ts ? -1 : 1)) };
}
