import type { Channel } from '../workspace/channels.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { SlackError } from './method.ts';

/** A channel that the app may know of: private ones only as a member. */
export function visibleChannel({ channels }: Workspace, id: string): Channel {
  const channel = channels.get(id);
  if (!channel || (channel.kind === 'private' && !channel.hasApp)) throw new SlackError('channel_not_found');
  return channel;
}
