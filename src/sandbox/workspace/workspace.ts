import { withIds } from '../block-kit/assign-ids.ts';
import type { Ids } from '../ids.ts';
import type { Channel, ChannelChange, Message, SandboxChannel } from './channels.ts';
import type { WorkspaceContent } from './default-workspace.ts';
import { mentionsIn } from './mentions.ts';
import type { SandboxPerson, SandboxUserGroup } from './people.ts';

/** Who sends what, before Slack gives it a timestamp. */
type NewMessage = Pick<Message, 'from' | 'text' | 'blocks' | 'isMrkdwn'> &
  Partial<Pick<Message, 'threadTs' | 'onlyFor' | 'metadata'>>;

/** What can become of a user group. */
export type UserGroupChange = Partial<Omit<SandboxUserGroup, 'id'>>;

/** People, channels and messages: what Slack stores. */
export class Workspace {
  readonly people: Map<string, SandboxPerson>;
  readonly channels: Map<string, Channel>;
  readonly userGroups: SandboxUserGroup[];
  readonly #ids: Ids;
  readonly #changed: () => void;

  constructor(content: WorkspaceContent, tools: { ids: Ids; now: number; changed: () => void }) {
    this.#ids = tools.ids;
    this.#changed = tools.changed;
    const created = Math.floor(tools.now / 1000);
    this.people = new Map(content.people.map((person) => [person.id, { ...person }]));
    this.userGroups = content.userGroups.map((group) => ({ ...group }));
    this.channels = new Map(content.channels.map((channel) => [channel.id, opened(channel, created)]));
    for (const { id } of content.people) this.channels.set(directId(id), directChannel(id, created));
  }

  addMember(channel: Channel, personId: string): void {
    channel.members.add(personId);
    this.#changed();
  }

  /** The conversation between the app and this person. */
  direct(personId: string): Channel {
    const channel = this.channels.get(directId(personId));
    if (!channel) throw new Error(`there is no person ${personId} in this sandbox`);
    return channel;
  }

  post(channel: Channel, message: NewMessage): Message {
    const posted: Message = {
      ...message,
      ts: this.#ids.ts(),
      channel: channel.id,
      blocks: this.#withIds(message.blocks),
      isEdited: false,
      mentions: mentionsIn(message.text, message.isMrkdwn, message.blocks),
    };
    channel.messages.push(posted);
    this.#changed();
    return posted;
  }

  edit(
    message: Message,
    change: Pick<Message, 'text' | 'blocks' | 'isMrkdwn'> & { metadata?: unknown },
  ): void {
    Object.assign(message, change, {
      blocks: this.#withIds(change.blocks),
      isEdited: true,
      mentions: mentionsIn(change.text, change.isMrkdwn, change.blocks),
    });
    this.#changed();
  }

  remove(message: Message): void {
    const channel = this.channels.get(message.channel);
    if (channel) channel.messages = channel.messages.filter((other) => other !== message);
    this.#changed();
  }

  /** What the person is now. Throws when there is nobody with this id. */
  changePerson(id: string, change: Partial<Omit<SandboxPerson, 'id'>>): SandboxPerson {
    const person = this.people.get(id);
    if (!person) throw new Error(`there is no person ${id} in this sandbox`);
    Object.assign(person, change);
    this.#changed();
    return { ...person };
  }

  /** Throws when there is no channel with this id. */
  changeChannel(id: string, change: ChannelChange): void {
    const channel = this.channels.get(id);
    if (!channel) throw new Error(`there is no channel ${id} in this sandbox`);
    const { isPrivate, ...rest } = change;
    Object.assign(channel, rest, isPrivate !== undefined && { kind: isPrivate ? 'private' : 'public' });
    this.#changed();
  }

  /** What the group was, and what it is now. Throws when there is no user group with this id. */
  changeUserGroup(
    id: string,
    change: UserGroupChange,
  ): { before: SandboxUserGroup; after: SandboxUserGroup } {
    const group = this.userGroups.find((one) => one.id === id);
    if (!group) throw new Error(`there is no user group ${id} in this sandbox`);
    const before = { ...group };
    Object.assign(group, change);
    this.#changed();
    return { before, after: { ...group } };
  }

  #withIds(blocks: Message['blocks']): Message['blocks'] {
    return withIds(blocks, () => this.#ids.short());
  }
}

function opened({ isPrivate = false, members, ...channel }: SandboxChannel, created: number): Channel {
  return {
    ...{
      isArchived: false,
      hasApp: false,
      isExtShared: false,
      isPendingExtShared: false,
      isOrgShared: false,
    },
    ...channel,
    kind: isPrivate ? 'private' : 'public',
    members: new Set(members),
    messages: [],
    created,
  };
}

function directId(personId: string): string {
  return `D${personId.slice(1)}`;
}

function directChannel(personId: string, created: number): Channel {
  const described = { id: directId(personId), name: 'directmessage', members: [personId], hasApp: true };
  return { ...opened(described, created), kind: 'direct' };
}
