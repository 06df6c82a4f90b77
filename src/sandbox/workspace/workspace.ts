import { readFile } from 'node:fs/promises';
import type { KnownBlock } from '@slack/types';
import { parse } from 'yaml';
import { z } from 'zod';
import { isObject } from '../block-kit/check.ts';
import { withIds } from '../block-kit/interactive.ts';
import type { Ids } from '../ids.ts';
import { type Channel, type ChannelChange, flag, type Message, SandboxChannel } from './channels.ts';

export const SandboxPerson = z.strictObject({
  id: z.string().regex(/^U[A-Z0-9]+$/, 'must be a user ID: U, then capital letters or digits'),
  /** Handle, as in "@alice": letters, digits, dots. */
  name: z.string().regex(/^[\w.-]+$/),
  realName: z.string().min(1),
  /** Default to the first word of the real name, and to the rest. */
  firstName: z.string().exactOptional(),
  lastName: z.string().exactOptional(),
  email: z.string(),
  timezone: z.string(),
  /** Language and country, such as `de-DE`; defaults to `en-US`. */
  locale: z.string().exactOptional(),
  title: z.string().exactOptional(),
  isAdmin: flag,
  isOwner: flag,
  /** A multi-channel guest. */
  isGuest: flag,
  /** A single-channel guest. */
  isUltraGuest: flag,
  isBot: flag,
  isDeleted: flag,
  /** From another workspace, in a shared channel. */
  isStranger: flag,
});
export type SandboxPerson = z.infer<typeof SandboxPerson>;

export const SandboxUserGroup = z.strictObject({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  users: z.array(z.string()),
});
export type SandboxUserGroup = z.infer<typeof SandboxUserGroup>;

type NewMessage = Omit<Message, 'ts' | 'channel' | 'isEdited' | 'mentions'>;
type Content = Pick<Message, 'text' | 'blocks' | 'isMrkdwn' | 'metadata'>;

export type UserGroupChange = Partial<Omit<SandboxUserGroup, 'id'>>;

export class Workspace {
  readonly people: Map<string, SandboxPerson>;
  readonly channels: Map<string, Channel>;
  readonly userGroups: SandboxUserGroup[];
  readonly #ids: Ids;

  constructor(content: WorkspaceContent, { ids, now }: { ids: Ids; now: number }) {
    const { people, channels, userGroups = [] } = content;
    this.#ids = ids;
    const created = Math.floor(now / 1000);
    this.people = new Map(people.map((person) => [person.id, { ...person }]));
    this.userGroups = userGroups.map((group) => ({ ...group }));
    this.channels = new Map(channels.map((channel) => [channel.id, opened(channel, created)]));
    for (const { id } of people) this.channels.set(directId(id), directChannel(id, created));
  }

  direct(personId: string): Channel {
    const channel = this.channels.get(directId(personId));
    if (!channel) throw new Error(`there is no person ${personId} in this sandbox`);
    return channel;
  }

  post(channel: Channel, message: NewMessage): Message {
    const posted: Message = {
      ...message,
      ...this.#read(message),
      ts: this.#ids.ts(),
      channel: channel.id,
      isEdited: false,
    };
    channel.messages.push(posted);
    return posted;
  }

  edit(message: Message, change: Content): void {
    Object.assign(message, change, this.#read(change), { isEdited: true });
  }

  remove(message: Message): void {
    const channel = this.channels.get(message.channel);
    if (channel) channel.messages = channel.messages.filter((other) => other !== message);
  }

  /** Adds a person to no channel yet. `now` in milliseconds. Throws an `Error` if the id is taken. */
  addPerson(given: SandboxPerson, now: number): SandboxPerson {
    const { id } = given;
    if (this.people.has(id)) throw new Error(`there is a person ${id} in this sandbox already`);
    const person = { ...given };
    this.people.set(id, person);
    this.channels.set(directId(id), directChannel(id, Math.floor(now / 1000)));
    return person;
  }

  /** Throws an `Error` if nobody has this id. */
  changePerson(id: string, change: Partial<Omit<SandboxPerson, 'id'>>): SandboxPerson {
    const person = this.people.get(id);
    if (!person) throw new Error(`there is no person ${id} in this sandbox`);
    Object.assign(person, change);
    return { ...person };
  }

  changeChannel(id: string, change: ChannelChange): void {
    const channel = this.channels.get(id);
    if (!channel) throw new Error(`there is no channel ${id} in this sandbox`);
    const { isPrivate, ...rest } = change;
    Object.assign(channel, rest, isPrivate !== undefined && { kind: isPrivate ? 'private' : 'public' });
  }

  /** Returns it before and after. Throws an `Error` if no user group has this id. */
  changeUserGroup(id: string, change: UserGroupChange) {
    const group = this.userGroups.find((one) => one.id === id);
    if (!group) throw new Error(`there is no user group ${id} in this sandbox`);
    const before = { ...group };
    Object.assign(group, change);
    return { before, after: { ...group } };
  }

  #read({ text, isMrkdwn, blocks }: Content) {
    return { blocks: withIds(blocks, this.#ids), mentions: mentionsIn(text, isMrkdwn, blocks) };
  }
}

function opened({ isPrivate = false, members, ...channel }: SandboxChannel, created: number): Channel {
  return {
    isArchived: false,
    hasApp: false,
    isExtShared: false,
    isPendingExtShared: false,
    isOrgShared: false,
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

const mention = /<(?:@([UW][A-Z0-9]+)|!subteam\^(S[A-Z0-9]+)|!(channel|here|everyone))(?:\|[^<>]*)?>/g;

/**
 * `<@U…>`, `<!subteam^S…>`, `<!channel>` and the like in mrkdwn, and their rich text elements. Plain text
 * mentions nobody.
 */
export function mentionsIn(text: string, isMrkdwn: boolean, blocks: readonly KnownBlock[]): string[] {
  const found = [...(isMrkdwn ? inMrkdwn(text) : []), ...inBlocks(blocks)];
  return [...new Set(found)];
}

function inMrkdwn(text: string): string[] {
  return [...text.matchAll(mention)].map(([, user, group, broadcast]) => user ?? group ?? broadcast ?? '');
}

function inBlocks(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(inBlocks);
  if (!isObject(value)) return [];
  switch (value.type) {
    case 'mrkdwn':
      return inMrkdwn(String(value.text));
    case 'user':
      return [String(value.user_id)];
    case 'usergroup':
      return [String(value.usergroup_id)];
    case 'broadcast':
      return [String(value.range)];
    default:
      return Object.values(value).flatMap(inBlocks);
  }
}

export const defaultWorkspace = {
  people: [
    person('U0OLIVIA', 'olivia', 'Olivia Owner', { isOwner: true }),
    person('U0HANNAH', 'hannah', 'Hannah Hart', { isAdmin: true }),
    person('U0MARCO', 'marco', 'Marco Manager'),
    person('U0EMMA', 'emma', 'Emma Employee'),
    person('U0GIL', 'gil', 'Gil Guest', { isGuest: true }),
  ],
  channels: [
    {
      id: 'C0GENERAL',
      name: 'general',
      members: ['U0OLIVIA', 'U0HANNAH', 'U0MARCO', 'U0EMMA', 'U0GIL'],
      hasApp: true,
    },
    { id: 'C0PEOPLE', name: 'people-team', isPrivate: true, members: ['U0OLIVIA', 'U0HANNAH'], hasApp: true },
    { id: 'C0RANDOM', name: 'random', members: ['U0OLIVIA', 'U0MARCO', 'U0EMMA'] },
  ],
  userGroups: [{ id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0HANNAH'] }],
} satisfies WorkspaceContent;

function person(id: string, name: string, realName: string, role: Partial<SandboxPerson> = {}) {
  return { id, name, realName, email: `${name}@example.com`, timezone: 'Europe/Berlin', ...role };
}

export type WorkspaceContent = z.input<typeof WorkspaceContent>;
const WorkspaceContent = z.strictObject({
  people: z.array(SandboxPerson),
  channels: z.array(SandboxChannel),
  userGroups: z.array(SandboxUserGroup).optional(),
});

/** Reads YAML. Throws an `Error` that says what is wrong in it. */
export async function readWorkspace(path: string): Promise<WorkspaceContent> {
  const read = WorkspaceContent.safeParse(parse(await readFile(path, 'utf8')));
  if (!read.success) throw new Error(`${path} isn’t a valid workspace file:\n${z.prettifyError(read.error)}`);
  return read.data;
}
