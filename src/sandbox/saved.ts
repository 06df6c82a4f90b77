import { z } from 'zod';
import type { AppView } from './block-kit/read.ts';
import type { Built } from './build.ts';
import type { Message } from './workspace/channels.ts';
import { SandboxPerson } from './workspace/workspace.ts';

/** Workspace as stored between two starts: what people would still find in Slack. */
const Saved = z.object({
  people: z.array(SandboxPerson),
  channels: z.array(
    z.object({ id: z.string(), members: z.array(z.string()), messages: z.array(z.custom<Message>()) }),
  ),
  /** Home tabs by person. */
  homes: z.record(z.string(), z.custom<AppView>()),
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      title: z.string(),
      /** Base64. */
      content: z.string(),
      channels: z.array(z.string()),
    }),
  ),
  /** Number of ids given out. */
  ids: z.int(),
});

/** State of the workspace as JSON, for `restore`. */
export function save({ workspace, clients, files, ids }: Built): string {
  const saved: z.infer<typeof Saved> = {
    people: [...workspace.people.values()],
    channels: [...workspace.channels.values()].map(({ id, members, messages }) => ({
      id,
      members: [...members],
      messages,
    })),
    homes: Object.fromEntries(
      [...clients].flatMap(([id, { home }]) => (home ? [[id, home.view] as const] : [])),
    ),
    files: files.all().map((file) => ({ ...file, content: file.content.toString('base64') })),
    ids: ids.count,
  };
  return JSON.stringify(saved);
}

/** @throws an `Error` if the text isn't a state that `save` wrote */
export function restore({ workspace, addClient, clients, views, files, ids }: Built, text: string): void {
  const saved = Saved.parse(JSON.parse(text));
  ids.count = Math.max(ids.count, saved.ids);
  for (const person of saved.people)
    if (workspace.people.has(person.id)) workspace.changePerson(person.id, person);
    else addClient(person);
  for (const { id, members, messages } of saved.channels) {
    const channel = workspace.channels.get(id);
    if (channel) Object.assign(channel, { members: new Set(members), messages });
  }
  for (const [id, view] of Object.entries(saved.homes)) {
    const client = clients.get(id);
    if (client) views.publishHome(client, view);
  }
  for (const file of saved.files) files.put({ ...file, content: Buffer.from(file.content, 'base64') });
}
